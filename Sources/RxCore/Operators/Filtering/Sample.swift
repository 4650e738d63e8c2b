extension ObservableType {
  /// Emits the source's latest element each time `sampler` emits, unless that element was already emitted.
  ///
  /// ```swift
  /// a.sample(b)
  /// ```
  /// ```
  /// a       -1-2------3----4-|
  /// b       ----0---0---0-----0   -|
  /// sample  ----2-------3-----(4|)
  /// ticks   0         10           20
  /// ```
  ///
  ///     position.sample(ticks)
  ///
  /// `sampler`'s completion counts as an element. After the source has completed, the next event from `sampler`
  /// completes the sequence; if `sampler` completed first, the sequence never completes. An error from either
  /// terminates the sequence. The source is subscribed to first. Elements are emitted on `sampler`'s thread, or on the
  /// source's if both emit at the same time.
  ///
  /// Semantics: ReactiveX, Sample; RxSwift for the completion.
  ///
  /// - Parameters:
  ///   - sampler: triggers sampling with its elements and its completion.
  ///   - defaultValue: emitted when there is no new element, unless it is `nil`.
  public func sample<Source: ObservableType>(
    _ sampler: Source, defaultValue: Element? = nil
  ) -> Observable<Element> {
    let source = asObservable()
    let sampler = sampler.asObservable()
    return CustomOperator {
      SampleSink<Element, Source.Element>(defaultValue: defaultValue, observer: $0)
    } connect: { sink in
      source.subscribe(stage: sink)
      sink.subscribe(toTrigger: sampler)
    }
  }
}

/// `serialize` guards `latest` and `isSourceCompleted`.
private final class SampleSink<Element, Trigger>: TriggeredSink<Element, Element, Trigger>, @unchecked Sendable {
  private let defaultValue: Element?
  /// The latest element, until it is emitted.
  private var latest: Element?
  private var isSourceCompleted = false

  init(defaultValue: Element?, observer: ObserverBase<Element>) {
    self.defaultValue = defaultValue
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    serialize(element) { if !$0.isDisposed, !$0.isSourceCompleted { $0.latest = $1 } }
  }

  override func onCompleted() {
    serialize { $0.isSourceCompleted = true }  // First, because the disposal may make the sampler emit.
    endUpstream()
  }

  override func triggerEmitted(_ element: Trigger) {
    serialize { $0.emit() }
  }

  override func triggerCompleted() {
    serialize { $0.emit() }
  }

  override func addResources(to rest: inout [any Upstream]) {
    super.addResources(to: &rest)
    serialize { $0.latest = nil }
  }

  private func emit() {
    if let element = latest.take() ?? defaultValue { forwardNext(element) }
    if isSourceCompleted { forwardCompleted() }
  }
}
