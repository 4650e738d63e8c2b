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

  /// Subscribes to the source. The result is the part of the outer subscription in it.
  func start(_ subscribe: () -> DisposableObject) -> DisposableObject {
    subscription.setDisposable(subscribe())
    return count
  }

  /// The elements of `inner`, as a sequence whose subscribers keep the source subscribed.
  func retained<Element>(by inner: Observable<Element>) -> Observable<Element> {
    Operator { [count] observer, cancel in
      let sink = IdentitySink<Element>(observer: observer, cancel: cancel)
      // Counted before it subscribes: otherwise the source could be disposed in between.
      let release = count.retain()
      return (sink, Disposables.create(inner.attach(sink), release))
    }
  }
}
