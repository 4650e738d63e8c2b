import DeliveryCore
public import Dispatch
public import RxCore

extension Observable where Element: Sendable {
  /// Creates a sequence of the results of an expression over properties of `@Observable` models.
  ///
  ///     Observable.tracking { cart.price * cart.count }
  ///       .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
  ///       .subscribe(onNext: { total in save(total) })
  ///       .disposed(by: bag)
  ///
  /// Each subscription reads the expression, emits its result, and reads it again after each change of a property that
  /// the expression used. If the type is `Equatable`, a result equal to the last one is not emitted. Elements are
  /// emitted after the change, one at a time, where the expression is read.
  ///
  /// **Where.** An expression that belongs to an actor is read on that actor; for the main actor, on the main queue.
  /// Any other expression is read on a queue of its own, after a first reading on the subscribing thread. The first
  /// element is emitted inside `subscribe` if the expression belongs to no actor, or if it belongs to the main actor
  /// and `subscribe` is called on the main queue; otherwise later.
  ///
  /// **Which values.** After several changes in quick succession, the expression is read once, so only the last change
  /// is seen. The last change is always seen if the models are changed on the expression's actor. See
  /// `ReadOnlyBindable.tracking` for the one exception, and for changes by other threads.
  ///
  /// **Lifetime.** A subscription keeps the expression, and so the models, alive until it is disposed. The sequence
  /// never completes or fails.
  ///
  /// - Parameter expression: reads the models. It may be called at any time, even if nothing has changed.
  public static func tracking(
    @_inheritActorContext _ expression: @escaping @isolated(any) @Sendable () -> Element
  ) -> Observable<Element> {
    TrackingObservable(DeliveryTarget(isolation: expression.isolation), droppingIsolation(expression))
  }

  /// Creates a sequence of the results of an expression, read on `queue`, over properties of `@Observable` models.
  ///
  ///     Observable.tracking(queue: work) { cart.price * cart.count }
  ///
  /// The subscribing thread reads the expression first, and emits the first element. Otherwise this is like
  /// ``tracking(_:)`` for an expression that belongs to no actor. The last change is always seen if `queue` is serial
  /// and the models are changed on it.
  ///
  /// - Parameters:
  ///   - queue: where the expression is read, and where elements are emitted.
  ///   - expression: reads the models. It may be called at any time, even if nothing has changed.
  public static func tracking(
    queue: DispatchQueue, _ expression: @escaping @Sendable () -> Element
  ) -> Observable<Element> {
    TrackingObservable(DeliveryTarget(queue), isAnywhere: true, expression)
  }
}

/// The observable that `tracking` returns.
private final class TrackingObservable<Value: Sendable>: Producer<Value>, @unchecked Sendable {
  /// Where the expression is read; `nil` if each subscription has its own queue.
  private let target: DeliveryTarget?
  /// Whether the subscribing thread may read the expression.
  private let isAnywhere: Bool
  private let expression: @Sendable () -> Value

  init(_ target: DeliveryTarget?, isAnywhere: Bool = false, _ expression: @escaping @Sendable () -> Value) {
    self.target = target
    self.isAnywhere = isAnywhere || target == nil
    self.expression = expression
  }

  override func run(
    _ observer: ObserverBase<Value>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = TrackingSink<Value>(observer: observer, cancel: cancel)
    let target = target ?? DeliveryTarget(DispatchQueue(label: "BindableObservation.tracking"))
    let first = isAnywhere || target.isCurrent ? expression() : nil
    let tracker = Tracker(on: target, expression, last: first) { sink.forwardNext($0) }
    if let first { sink.forwardNext(first) }
    tracker.begin()
    return (sink, Disposables.create { tracker.end() })
  }
}

/// Forwards the tracker's values until disposed.
private final class TrackingSink<Value>: Sink<Value, Value>, @unchecked Sendable {}
