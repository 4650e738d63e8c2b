internal import DeliveryCore

/// The subscription to a source, as held by the stage downstream.
///
/// Class-bound, because a reference is cheaper to store and pass on than an existential of unknown size.
protocol Upstream: AnyObject, Disposable {
  /// The disposable that `subscribe` returns to a caller outside the library. The disposable may outlive the
  /// subscription, and must then not retain the observer.
  var handle: any Disposable { get }
}

extension Upstream {
  var handle: any Disposable { self }
}

/// The disposable that `subscribe` returns for the last sink of a chain. It also becomes that sink's upstream:
///
///     subscriber ──▶ SinkHandle ──▶ sink ──▶ observer
///                     ▲    │         │
///                     └────┼─────────┘
///                          └──▶ upstream
///
/// The cycle keeps a running subscription alive. The end of the subscription breaks the cycle, so that the subscriber
/// then retains only the handle. Both sides dispose the handle: a subscriber to end the sink, and an ended sink to
/// dispose its upstream.
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
    // Every caller silences the sink, even while another thread is disposing it. The first call re-enters `dispose`
    // through the sink, and so disposes the upstream before the sink's other resources.
    sink.dispose()
    let (former, upstream) = lock.withLock { (self.sink.take(), self.upstream.take()) }
    upstream?.dispose()
    withExtendedLifetime(former) {}
  }
}
