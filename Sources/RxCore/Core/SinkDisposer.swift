import Synchronization

/// What `subscribe` returns: it ends a sink and the subscription to its source.
///
///     subscriber ──▶ SinkDisposer ──▶ sink ──▶ observer (downstream)
///                      ▲    │          │
///                      └────┼──cancel──┘
///                           └───────▶ subscription ──▶ (upstream)
///
/// The cycle of sink and disposer keeps a running subscription alive. Disposal breaks it: it disposes and releases both, once.
final class SinkDisposer: Cancelable, SilencingDisposable, @unchecked Sendable {
  private struct Pair {
    let sink: any Disposable
    let subscription: any Disposable
  }

  private let disposal = Disposal()
  // Written before `contentIsSet()`; released by the thread that the disposal names.
  @exclusivity(unchecked) private var pair: Pair?

  var isDisposed: Bool { disposal.hasBegun }

  func setSinkAndSubscription(_ pair: consuming (sink: any Disposable, subscription: any Disposable)) {
    self.pair = Pair(sink: pair.sink, subscription: pair.subscription)
    if disposal.contentIsSet() { disposeBoth() }
  }

  func dispose() {
    switch disposal.begin() {
    case .first: disposeBoth()
    case .helper:
      pair?.sink.dispose()
      if disposal.helperLeaves() { pair = nil }
    case .nothing: break
    }
  }

  private func disposeBoth() {
    guard let (sink, subscription) = pair.map({ ($0.sink, $0.subscription) }) else { return }
    sink.dispose()
    if disposal.isSilenced() { pair = nil }
    Trampoline.withCurrent { $0.dispose(subscription, keeping: sink) }
  }
}
