extension ObservableType {
  /// Emits, with each element of `sampler`, the latest element of the source, unless that has been emitted already.
  ///
  ///     position.sample(ticks)
  ///
  /// The completion of `sampler` counts as one of its elements. After the completion of the source, the next event of
  /// `sampler` completes the sequence; if `sampler` has completed before, none follows, and the sequence does not complete.
  /// An error of either ends the sequence. The source is subscribed first. Elements are emitted on the thread of `sampler`.
  ///
  /// Semantics: ReactiveX, Sample; RxSwift for the completion.
  ///
  /// - Parameters:
  ///   - sampler: its elements, and its completion, are the times at which elements are emitted.
  ///   - defaultValue: is emitted if there is no new element; nothing is emitted if this is `nil`.
  public func sample<Source: ObservableType>(
    _ sampler: Source, defaultValue: Element? = nil
  ) -> Observable<Element> {
    let source = asObservable()
    let sampler = sampler.asObservable()
    return CustomOperator { observer in
      let sink = SampleSink(defaultValue: defaultValue, observer: observer)
      source.subscribe(stage: sink)
      sink.subscribe(toTrigger: sampler)
      return sink
    }
  }
}

/// The state is used inside the gate of `SerialSink` only.
private final class SampleSink<Element>: TriggeredSink<Element>, @unchecked Sendable {
  /// The subscription to the source, which may end before the sink.
  private let source = SingleAssignmentDisposable()
  private let defaultValue: Element?
  /// The latest element, until it is emitted.
  private var latest: Element?
  private var isSourceCompleted = false

  init(defaultValue: Element?, observer: ObserverBase<Element>) {
    self.defaultValue = defaultValue
    super.init(observer: observer)
  }

  override func onSubscribe(_ upstream: any Upstream) {
    if connect(source) { source.setDisposable(upstream) }
  }

  override func onNext(_ element: Element) {
    serialize(element) { $0.update($1) }
  }

  override func onCompleted() {
    source.dispose()
    serialize { $0.isSourceCompleted = true }
  }

  override func triggerEmitted() {
    serialize { $0.emit() }
  }

  override func triggerCompleted() {
    serialize { $0.emit() }
  }

  override func disposeSources() {
    super.disposeSources()
    serialize { $0.latest = nil }
  }

  private func update(_ element: Element) {
    if !isDisposed, !isSourceCompleted { latest = element }
  }

  private func emit() {
    if let element = latest.take() ?? defaultValue { forwardNext(element) }
    if isSourceCompleted { forwardCompleted() }
  }
}
