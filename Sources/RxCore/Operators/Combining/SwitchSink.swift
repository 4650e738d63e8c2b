import Synchronization

/// The engine of the operators that switch to the latest inner sequence.
///
/// Events are forwarded serially. `running` changes immediately, and is checked again before an event is forwarded.
final class SwitchSink<Element, Output>: InnerSourcesSink<Element, Output>, @unchecked Sendable {
  /// The subscription to the latest inner sequence.
  private let latest = SerialDisposable()
  /// The number of the inner sequence that runs; 0 for none.
  private let running = Atomic<UInt64>(0)
  // Used by the thread that the source emits on, one event at a time.
  private var count: UInt64 = 0
  // Used inside the gate.
  private var isSourceCompleted = false

  override var inner: DisposableObject { latest }

  /// Disposes the current inner sequence and subscribes to `source`.
  override func subscribeInner(_ source: Observable<Output>) {
    count += 1
    let inner = SwitchInnerObserver(number: count, parent: self)
    running.store(count, ordering: .releasing)
    let subscription = SingleAssignmentDisposable()
    latest.disposable = subscription
    subscription.setDisposable(source.attach(inner))
  }

  override func onCompleted() {
    serially {
      self.isSourceCompleted = true
      if self.running.load(ordering: .acquiring) == 0 { self.forwardCompleted() }
    }
  }

  fileprivate func emit(_ element: Output, from number: UInt64) {
    if enter() {
      if isLatest(number) { forwardNext(element) }
      leave()
    } else {
      postpone {
        if self.isLatest(number) { self.forwardNext(element) }
      }
    }
  }

  fileprivate func fail(_ error: any Error, from number: UInt64) {
    serially {
      if self.isLatest(number) { self.forwardError(error) }
    }
  }

  fileprivate func complete(_ number: UInt64) {
    serially {
      let (wasLatest, _) = self.running.compareExchange(
        expected: number, desired: 0, ordering: .acquiringAndReleasing)
      if wasLatest, self.isSourceCompleted { self.forwardCompleted() }
    }
  }

  @inline(__always)
  private func isLatest(_ number: UInt64) -> Bool { running.load(ordering: .acquiring) == number }
}

/// The observer of one inner sequence.
private final class SwitchInnerObserver<Element, Output>: ObserverBase<Output>, @unchecked Sendable {
  private let number: UInt64
  private let parent: SwitchSink<Element, Output>

  init(number: UInt64, parent: SwitchSink<Element, Output>) {
    self.number = number
    self.parent = parent
  }

  override func onNext(_ element: Output) { parent.emit(element, from: number) }

  override func onError(_ error: any Error) { parent.fail(error, from: number) }

  override func onCompleted() { parent.complete(number) }
}
