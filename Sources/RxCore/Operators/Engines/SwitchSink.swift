import Synchronization

/// The engine behind the operators that switch to the latest inner sequence.
///
/// Events are forwarded serially. A new inner sequence changes `running` immediately, ahead of queued events, so
/// `running` is checked again before each of them is forwarded.
@usableFromInline
final class SwitchSink<Element, Output>: FlatteningSink<Element, Output>, @unchecked Sendable {
  /// The subscription to the latest inner sequence.
  private let latest = SerialDisposable()
  /// The running inner sequence's number, or 0.
  private let running = Atomic<UInt64>(0)
  // Accessed only on the source's thread, one event at a time.
  @exclusivity(unchecked) private var count: UInt64 = 0
  // Accessed only inside `serialize`.
  @exclusivity(unchecked) private var isSourceCompleted = false

  override func addResources(to rest: inout [any Upstream]) { rest.append(latest) }

  /// Disposes the current inner sequence and subscribes to `source`, unless that disposal has made the source emit again.
  override func subscribeInner(_ source: Observable<Output>) {
    count += 1
    let number = count
    running.store(number, ordering: .releasing)
    latest.disposable = NopDisposable.noOp
    if number == count, !isDisposed { subscribe(to: source, number: number) }
  }

  override func keep(_ inner: InnerSink<Element, Output>, as upstream: any Upstream) {
    // While the sequence was being subscribed to, the source may have emitted again.
    if inner.number != count { return upstream.dispose() }
    latest.disposable = upstream
  }

  @usableFromInline
  override func onCompleted() {
    super.onCompleted()
    serialize { sink in
      sink.isSourceCompleted = true
      if sink.running.load(ordering: .acquiring) == 0 { sink.forwardCompleted() }
    }
  }

  override func emit(_ element: Output, from inner: InnerSink<Element, Output>) {
    serialize(element, inner.number) { if $0.isLatest($2) { $0.forwardNext($1) } }
  }

  override func fail(_ error: any Error, from inner: InnerSink<Element, Output>) {
    // Checked now: a sequence that starts before the error's turn does not hide it.
    guard isLatest(inner.number) else { return }
    serialize(error, inner) { sink, error, inner in
      inner.dispose()
      sink.forwardError(error)
    }
  }

  override func complete(_ inner: InnerSink<Element, Output>) {
    inner.dispose()
    serialize(inner.number) { sink, number in
      let (wasLatest, _) = sink.running.compareExchange(
        expected: number, desired: 0, ordering: .acquiringAndReleasing)
      if wasLatest, sink.isSourceCompleted { sink.forwardCompleted() }
    }
  }

  @inline(__always)
  private func isLatest(_ number: UInt64) -> Bool { running.load(ordering: .acquiring) == number }
}
