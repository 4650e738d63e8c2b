/// Disposes an operator with a ``Producer/run(_:cancel:)`` of its own: first the sink, and then the subscription to
/// its source.
///
///     subscriber ──▶ cancel ──▶ SinkDisposer ──▶ sink ──▶ observer (downstream)
///                      ▲             │            │
///                      └─────────────┼───cancel───┘
///                                    └──▶ subscription ──▶ (upstream)
///
/// The cycle of sink and `cancel` keeps a running subscription alive. Disposal breaks it: `cancel` releases this, and it both. So
/// what a subscriber keeps after the end is `cancel` alone.
final class SinkDisposer: SilencingDisposable {
  private let sink: any Disposable
  // Disposed by several threads at once, if they dispose the sink at once.
  private let subscription = SingleAssignmentDisposable()

  init(sink: any Disposable, subscription: any Disposable) {
    self.sink = sink
    self.subscription.setDisposable(subscription)
  }

  func dispose() {
    sink.dispose()
    Trampoline.withCurrent { $0.dispose(subscription, keeping: sink as AnyObject) }
  }
}
