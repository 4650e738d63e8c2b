public import BindableKit
public import RxCore

extension ReadOnlyBindable: ObservableConvertibleType {
  /// Returns an observable that emits the current value, then each change, where the Bindable delivers.
  ///
  ///     viewModel.query.asObservable()
  ///       .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
  ///       .subscribe(onNext: { search($0) })
  ///       .disposed(by: bag)
  ///
  /// Each subscription registers its own observation; disposing the subscription ends the observation. The observable
  /// does not keep the Bindable alive: it completes when the Bindable is deallocated, after all pending values have
  /// been emitted, and immediately for later subscribers. It never fails. The observable of a derived value, such as
  /// `count.map { ... }`, does not need the derived value to be kept alive, and keeps the last values of the Bindables. If
  /// there are several, a subscription completes when all of them have been deallocated, and a new subscription
  /// completes immediately if any of them has been.
  public func asObservable() -> Observable<Value> {
    BindableObservable(whileAlive())
  }
}

/// The observable that a Bindable's `asObservable()` returns.
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
    let observation = bindable.link(
      replay: .whereDelivered, ended: { sink.forwardCompleted() }, block: { value, _ in sink.forwardNext(value) })
    return (sink, Disposables.create(with: observation.end))
  }
}

/// Forwards the values that the Bindable delivers, until disposed.
private final class BindableSink<Value>: Sink<Value, Value>, @unchecked Sendable {}

extension Bindable {
  /// Returns an observer that sets the Bindable to each element.
  ///
  /// Completion is ignored; an error is reported to `Hooks.defaultErrorHandler`. The observer does not keep the
  /// Bindable alive, and ignores elements once the Bindable has been deallocated.
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

extension ReadOnlyBindable {
  /// Observes on `scheduler`, which is not an owner: use `observe(queue:)` instead.
  @available(
    *, deprecated,
    message: "A scheduler is not an owner. Use observe(queue: queue) { ... }, or asObservable().observe(on: scheduler)."
  )
  public func observe(
    on scheduler: any ImmediateSchedulerType, observerBlock: @escaping @Sendable (Value) -> Void
  ) -> BindableToken {
    BindableToken(asObservable().observe(on: scheduler).subscribe(onNext: observerBlock))
  }
}
