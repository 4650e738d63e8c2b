/// The subscription of an operator with a ``Producer/run(_:cancel:)`` of its own: it ends the sink and the subscription to its
/// source.
///
///     subscriber ──▶ SinkDisposer ──▶ sink ──▶ observer (downstream)
///                      ▲    │          │
///                      └────┼──cancel──┘
///                           └───────▶ subscription ──▶ (upstream)
///
/// The cycle of sink and disposer keeps a running subscription alive. Disposal breaks it: it disposes and releases both, once.
/// So what a subscriber keeps after the end is a disposer alone.
final class SinkDisposer: Cancelable, SilencingDisposable, Upstream, @unchecked Sendable {
  private let disposal = Disposal()
  // Written before `setContent()`. The sink is released by the thread that the disposal names, the subscription by the
  // first that disposes.
  @exclusivity(unchecked) private var sink: (any Disposable)?
  @exclusivity(unchecked) private var subscription: SingleAssignmentDisposable?

  var isDisposed: Bool { disposal.hasBegun }

  func set(sink: any Disposable, subscription: any Disposable) {
    self.sink = sink
    let held = SingleAssignmentDisposable()
    held.setDisposable(subscription)
    self.subscription = held
    if disposal.setContent() { disposeBoth() }
  }

  func dispose() {
    switch disposal.begin() {
    case .first: disposeBoth()
    case .helper:
      sink?.dispose()
      if disposal.helperLeaves() { sink = nil }
    case .nothing: break
    }
  }

  private func disposeBoth() {
    guard let sink, let subscription = subscription.take() else { return }
    sink.dispose()
    if disposal.endSilencing() { self.sink = nil }
    Trampoline.withCurrent { $0.dispose(subscription, keeping: sink as AnyObject) }
  }
}
