public import BindableKit
public import RxCore

extension Bindable: ObservableConvertibleType {
  /// The Bindable as a sequence: the present value, then each set, where the Bindable delivers.
  ///
  ///     viewModel.query.asObservable()
  ///       .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
  ///       .subscribe(onNext: { search($0) })
  ///       .disposed(by: bag)
  ///
  /// Each subscription is an observation of its own; disposing it unregisters it. The sequence does not keep the
  /// Bindable alive: it completes when the Bindable goes, after all that was set has been delivered, and at once for
  /// those who subscribe later. It never fails.
  public func asObservable() -> Observable<Value> {
    BindableObservable(self)
  }
}

/// The observable behind `Bindable.asObservable()`.
private final class BindableObservable<Value>: Producer<Value>, @unchecked Sendable {
  private weak let bindable: Bindable<Value>?

  init(_ bindable: Bindable<Value>) {
    self.bindable = bindable
  }

  override func run(
    _ observer: ObserverBase<Value>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = BindableSink<Value>(observer: observer, cancel: cancel)
    guard let bindable else {
      sink.forwardCompleted()
      return (sink, Disposables.create())
    }
    let token = bindable.observe(
      replay: true, ended: { sink.forwardCompleted() }, block: { value, _ in sink.forwardNext(value) })
    return (sink, Disposables.create(with: { token.cancel() }))
  }
}

/// Forwards what the Bindable delivers, until disposed.
private final class BindableSink<Value>: Sink<Value, Value>, @unchecked Sendable {}

extension Bindable {
  /// The Bindable as an observer: each element sets it. Completion changes nothing; an error is reported to
  /// `Hooks.defaultErrorHandler`.
  ///
  /// The observer does not keep the Bindable alive, and ignores everything once it has gone.
  public func asObserver(file: StaticString = #fileID, line: UInt = #line) -> AnyObserver<Value> {
    nonisolated(unsafe) weak let bindable = self  // Guards itself; only its values may not be sendable.
    return AnyObserver { event in
      switch event {
      case .next(let value): bindable?.value = value
      case .error(let error): Hooks.report(unhandled: error, file: file, line: line)
      case .completed: break
      }
    }
  }
}
