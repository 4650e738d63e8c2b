import Synchronization

/// What `subscribe` returns: it ends a sink and the subscription to its source.
///
///     subscriber ──▶ SinkDisposer ──▶ sink ──▶ observer (downstream)
///                      ▲    │          │
///                      └────┼──cancel──┘
///                           └───────▶ subscription ──▶ (upstream)
///
/// The circle of sink and disposer keeps a running subscription alive without anybody holding it, and is opened by
/// disposal: both are disposed and let go, once.
///
/// States: `created ──set──▶ set ──dispose──▶ disposed`, or `created ──dispose──▶ disposed`, after which `set` disposes
/// what it is given. One atomic word decides who disposes.
final class SinkDisposer: Cancelable, @unchecked Sendable {
  private static let set: UInt8 = 1
  private static let disposed: UInt8 = 2

  private struct Pair {
    let sink: any Disposable
    let subscription: any Disposable
  }

  private let state = Atomic<UInt8>(0)
  // Written by `set…` before its bit is, read by the one who finds both bits.
  @exclusivity(unchecked) private var pair: Pair?

  var isDisposed: Bool { state.load(ordering: .acquiring) & Self.disposed != 0 }

  func setSinkAndSubscription(_ pair: consuming (sink: any Disposable, subscription: any Disposable)) {
    self.pair = Pair(sink: pair.sink, subscription: pair.subscription)
    let (old, _) = state.bitwiseOr(Self.set, ordering: .acquiringAndReleasing)
    if old & Self.disposed != 0 { disposeBoth() }
  }

  func dispose() {
    let (old, _) = state.bitwiseOr(Self.disposed, ordering: .acquiringAndReleasing)
    if old == Self.set { disposeBoth() }
  }

  private func disposeBoth() {
    guard let pair = pair.take() else { return }
    pair.sink.dispose()
    Trampoline.withCurrent { $0.dispose(pair.subscription, keeping: pair.sink) }
  }
}
