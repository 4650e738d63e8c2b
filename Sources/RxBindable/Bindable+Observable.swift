public import BindableKit
public import RxCore

extension ReadOnlyBindable: ObservableConvertibleType {
  /// The value as an observable: the current value, then each change, emitted where the Bindable delivers.
  ///
  ///     viewModel.query.asObservable()
  ///       .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
  ///       .subscribe(onNext: { search($0) })
  ///       .disposed(by: bag)
  ///
  /// Each subscription is an observation of its own, which disposal ends. The observable does not keep the Bindable alive: it
  /// completes when the Bindable is deallocated, after all that was set has been emitted, and immediately for later
  /// subscribers. It never fails. The observable of a derived value, such as `count.map { ... }`, does not need the derived value
  /// to be kept.
  public func asObservable() -> Observable<Value> {
    BindableObservable(weakly())
  }
}

/// The observable behind `asObservable()` of a Bindable.
final class BindableObservable<Value: Sendable>: Producer<Value>, @unchecked Sendable {
  let bindable: () -> ReadOnlyBindable<Value>?

  init(_ bindable: @escaping () -> ReadOnlyBindable<Value>?) {
    self.bindable = bindable
  }

  override func run(
    _ observer: ObserverBase<Value>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = BindableSink<Value>(observer: observer, cancel: cancel)
    guard let bindable = bindable() else {
      sink.forwardCompleted()
      return (sink, Disposables.create())
    }
    let end = bindable.link(
      replay: true, ended: { sink.forwardCompleted() }, block: { value, _ in sink.forwardNext(value) })
    return (sink, Disposables.create(with: end))
  }
}

/// Forwards what the Bindable delivers, until it is disposed.
private final class BindableSink<Value>: Sink<Value, Value>, @unchecked Sendable {}

extension Bindable {
  /// The Bindable as an observer: each element sets it. Completion changes nothing; an error is reported to
  /// `Hooks.defaultErrorHandler`.
  ///
  /// The observer does not keep the Bindable alive, and ignores everything once it is deallocated.
  public func asObserver(file: StaticString = #fileID, line: UInt = #line) -> AnyObserver<Value> {
    AnyObserver { [weak self] event in
      switch event {
      case .next(let value): self?.value = value
      case .error(let error): Hooks.report(unhandled: error, file: file, line: line)
      case .completed: break
      }
    }
  }
}
