import Synchronization

/// The engine of the operators that switch to the latest inner sequence.
///
/// Events are forwarded serially. `running` changes immediately, and is checked again before an event is forwarded.
final class SwitchSink<Element, Output>: FlatteningSink<Element, Output>, @unchecked Sendable {
  /// The subscription to the latest inner sequence.
  private let latest = SerialDisposable()
  /// The number of the inner sequence that runs; 0 for none.
  private let running = Atomic<UInt64>(0)
  // Used by the thread that the source emits on, one event at a time.
  private var count: UInt64 = 0
  private var hasLatest = false
  /// An inner observer whose sequence ended while it was being subscribed, and that nothing else refers to: the next inner
  /// sequence reuses it.
  private var spare: SwitchInnerSink<Element, Output>?
  /// Looking the type up for each element would cost more than the rest.
  private let innerType = SwitchInnerSink<Element, Output>.self
  // Used inside the gate.
  private var isSourceCompleted = false

  override func disposeSources() {
    super.disposeSources()
    latest.dispose()
  }

  /// Disposes the current inner sequence and subscribes to `source`.
  override func subscribeInner(_ source: Observable<Output>) {
    count += 1
    let number = count
    running.store(number, ordering: .releasing)
    if hasLatest {
      hasLatest = false
      latest.disposable = NopDisposable.noOp
    }
    var inner = spare ?? innerType.init()
    spare = nil
    inner.begin(number, of: self)
    source.subscribe(stage: inner)
    guard inner.hasEnded, number == count else { return }
    if hasLatest {
      hasLatest = false
      _ = latest.replace(with: nil)
    }
    if isKnownUniquelyReferenced(&inner) {
      inner.rest()
      spare = inner
    }
  }

  /// Keeps an inner sequence that was subscribed.
  fileprivate func keep(_ inner: SwitchInnerSink<Element, Output>) {
    hasLatest = true
    latest.disposable = inner
  }

  override func onCompleted() {
    super.onCompleted()
    serialize { sink in
      sink.isSourceCompleted = true
      if sink.running.load(ordering: .acquiring) == 0 { sink.forwardCompleted() }
    }
  }

  fileprivate func emit(_ element: Output, from number: UInt64) {
    serialize((element, number)) { if $0.isLatest($1.1) { $0.forwardNext($1.0) } }
  }

  fileprivate func fail(_ error: any Error, from number: UInt64) {
    serialize((error, number)) { if $0.isLatest($1.1) { $0.forwardError($1.0) } }
  }

  fileprivate func complete(_ number: UInt64) {
    serialize(number) { sink, number in
      let (wasLatest, _) = sink.running.compareExchange(
        expected: number, desired: 0, ordering: .acquiringAndReleasing)
      if wasLatest, sink.isSourceCompleted { sink.forwardCompleted() }
    }
  }

  @inline(__always)
  private func isLatest(_ number: UInt64) -> Bool { running.load(ordering: .acquiring) == number }
}

/// The observer of one inner sequence.
private final class SwitchInnerSink<Element, Output>: PartSink<Output>, @unchecked Sendable {
  // Written while only the thread that subscribes knows this observer.
  @exclusivity(unchecked) private var number: UInt64 = 0
  @exclusivity(unchecked) private var parent: SwitchSink<Element, Output>?
  private let end = Atomic<Bool>(false)

  required override init() {}

  func begin(_ number: UInt64, of parent: SwitchSink<Element, Output>) {
    self.number = number
    self.parent = parent
  }

  /// Makes the observer as new. Called by the only owner, once ended.
  func rest() {
    parent = nil
    end.store(false, ordering: .relaxed)
    reset()
  }

  /// Whether the sequence has completed and uses this observer no more.
  var hasEnded: Bool { end.load(ordering: .acquiring) }

  override func onSubscribe(_ upstream: any Upstream) {
    if connect(upstream) { parent?.keep(self) }
  }

  override func onNext(_ element: Output) { parent?.emit(element, from: number) }

  override func sourceFailed(_ error: any Error) { parent?.fail(error, from: number) }

  override func sourceCompleted() {
    parent?.complete(number)
    dispose()  // Before the last step: after it, the observer may be used again.
    end.store(true, ordering: .releasing)
  }
}
