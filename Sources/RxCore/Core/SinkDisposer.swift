/// Disposes a subscription made by a custom ``Producer/run(_:cancel:)``: first the sink, then the subscription to its
/// source.
///
///     subscriber ──▶ cancel ──▶ SinkDisposer ──▶ sink ──▶ observer (downstream)
///                      ▲             │            │
///                      └─────────────┼───cancel───┘
///                                    └──▶ subscription ──▶ (upstream)
///
/// The cycle between sink and `cancel` keeps a running subscription alive. Disposal breaks it: `cancel` releases the
/// disposer, which releases the sink and the subscription. Afterwards the subscriber retains only `cancel`.
final class SinkDisposer: SilencingDisposable {
  private let sink: any Disposable
  // A slot, because several threads may call `dispose` at the same time, but the subscription is disposed only once.
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
