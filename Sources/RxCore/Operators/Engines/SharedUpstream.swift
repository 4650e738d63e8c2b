/// The subscription to a source, shared by an outer sequence and the inner sequences that it emits, such as windows or
/// groups. The subscription is disposed when the outer subscription and all inner subscriptions have ended.
///
///     outer subscription ────┐
///                            ├──▶ SharedUpstream ──▶ subscription to the source
///     inner subscriptions ───┘
final class SharedUpstream: Sendable {
  private let contents = CompositeDisposable()
  /// Also the outer subscription's share.
  let count: RefCountDisposable

  init() {
    count = RefCountDisposable(disposable: contents)
  }

  /// Whether the subscription to the source has been disposed.
  var isDisposed: Bool { count.isDisposed }

  /// Subscribes `observer` to the source.
  func subscribe<Element>(_ observer: ObserverBase<Element>, to source: Observable<Element>) {
    let part = IdentitySink(observer: observer)
    add(part)  // Not passed to the observer, which would end it alone.
    source.subscribe(stage: part)
  }

  /// Adds a disposable, which is disposed with the subscription.
  func add(_ disposable: any Disposable) { _ = contents.insert(disposable) }

  /// Returns `inner` as a sequence whose subscriptions keep the subscription to the source alive.
  func retained<Element>(by inner: Observable<Element>) -> Observable<Element> {
    Operator(inner) { [count] in
      let sink = ResourceSink<Element>(observer: $0)
      // Retain before subscribing: otherwise the source could be disposed in between.
      sink.resource.setDisposable(count.retain())
      return sink
    }
  }
}
