/// The subscription to a source that an outer sequence and the sequences that it emits have in common, such as windows or
/// groups. It is disposed when the outer subscription and all subscriptions to those sequences have ended.
///
///     outer subscription ───────────┐
///                                   ├──▶ SharedUpstream ──▶ subscription to the source
///     subscriptions to the inner ───┘
final class SharedUpstream: Sendable {
  private let subscription: SingleAssignmentDisposable
  private let count: RefCountDisposable

  init() {
    subscription = SingleAssignmentDisposable()
    count = RefCountDisposable(disposable: subscription)
  }

  /// Whether the source has been disposed.
  var isDisposed: Bool { count.isDisposed }

  /// Keeps the subscription to the source.
  func keep(_ upstream: any Disposable) { subscription.setDisposable(upstream) }

  /// Ends the part of the outer subscription in it.
  func dispose() { count.dispose() }

  /// The elements of `inner`, as a sequence whose subscribers keep the source subscribed.
  func retained<Element>(by inner: Observable<Element>) -> Observable<Element> {
    Operator(inner) { [count] in
      let sink = ResourceSink<Element>(observer: $0)
      // Counted before it subscribes: otherwise the source could be disposed in between.
      sink.resource.setDisposable(count.retain())
      return sink
    }
  }
}
