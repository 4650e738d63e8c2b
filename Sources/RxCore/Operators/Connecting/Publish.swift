extension ObservableType {
  /// Shares one subscription to the source among all subscribers. The subscription starts with `connect()`.
  ///
  ///     let ticks = Observable<Int>.interval(.seconds(1), scheduler: MainScheduler.instance).publish()
  ///     ticks.subscribe(onNext: { print($0) }).disposed(by: bag)
  ///     ticks.connect().disposed(by: bag)
  ///
  /// Each connection uses a new `PublishSubject`.
  ///
  /// Semantics: ReactiveX, Publish.
  public func publish() -> ConnectableObservable<Element> {
    ConnectableObservable(source: asObservable(), makeSubject: { PublishSubject() })
  }
}
