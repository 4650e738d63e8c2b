internal import DeliveryCore

/// The subscription to a source, as the stage downstream holds it. It is an object: a reference is cheaper to keep and to hand
/// over than a value of an unknown type.
protocol Upstream: AnyObject, Disposable {
  /// What `subscribe` returns to a caller outside the library. It may be kept for longer than the subscription lasts, and must
  /// not keep the observer then.
  var handle: any Disposable { get }
}

extension Upstream {
  var handle: any Disposable { self }
}

/// What `subscribe` returns for the last sink of a chain, and the upstream of that sink:
///
///     subscriber ──▶ SinkHandle ──▶ sink ──▶ observer
///                     ▲    │         │
///                     └────┼─────────┘
///                          └──▶ upstream
///
/// The cycle of both keeps a running subscription alive. The end breaks it, so what a subscriber keeps after that is the handle
/// alone. Both dispose it: a subscriber ends the sink by that, and a sink that has ended disposes its upstream.
final class SinkHandle: Cancelable, SilencingDisposable, Upstream, @unchecked Sendable {
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var sink: (any Upstream)?
  @exclusivity(unchecked) private var upstream: (any Disposable & AnyObject)?

  init(sink: any Upstream, upstream: (any Disposable & AnyObject)?) {
    self.sink = sink
    self.upstream = upstream
  }

  var isDisposed: Bool { lock.withLock { sink == nil } }

  func dispose() {
    guard let sink = lock.withLock({ sink }) else { return }
    // Each caller silences the sink, also beside another thread that disposes at this moment. The first call leads back here, and
    // what follows is done inside it, before the sink disposes what else it has.
    sink.dispose()
    let (former, upstream) = lock.withLock { (self.sink.take(), self.upstream.take()) }
    upstream?.dispose()
    withExtendedLifetime(former) {}
  }
}
