import RxSwift

extension ObservableType {
  /// Emits each element together with the one before it.
  public func pairwise() -> Observable<(previous: Element, current: Element)> {
    scan(nil as (previous: Element?, current: Element)?) { last, element in (last?.current, element) }
      .compactMap { pair in
        guard let pair, let previous = pair.previous else { return nil }
        return (previous, pair.current)
      }
  }

  /// Emits `value` for each element.
  public func mapTo<Value>(_ value: Value) -> Observable<Value> {
    map { _ in value }
  }

  /// Counts the elements and emits the number when the sequence completes.
  public func counted() -> Observable<Int> {
    return Observable<Int>.create { observer in
      var count = 0
      return self.subscribe { event in
        switch event {
        case .next:
          count += 1
        case .error(let error):
          observer.onError(error)
        case .completed:
          observer.onNext(count)
          observer.onCompleted()
        }
      }
    }
  }

  /// Subscribes again after `delay`, at most `count` times.
  public func retry(_ count: Int, delay: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
    retry { errors in
      errors.enumerated().flatMap { index, error -> Observable<Int> in
        index < count ? .timer(delay, scheduler: scheduler) : .error(error)
      }
    }
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// Emits the elements of the inner sequence that emits first.
  public func fastest() -> Observable<Element.Element> {
    toArray().asObservable().flatMap { Observable.amb($0.map { $0.asObservable() }) }
  }
}
