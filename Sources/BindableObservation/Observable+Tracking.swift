import DeliveryCore
public import Dispatch
public import RxCore

extension Observable where Element: Sendable {
  /// An observable of the results of an expression over the properties of `@Observable` models.
  ///
  ///     Observable.tracking { cart.price * cart.count }
  ///       .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
  ///       .subscribe(onNext: { total in save(total) })
  ///       .disposed(by: bag)
  ///
  /// Each subscription reads the expression, emits its result, and reads it again after each change of a property that
  /// it used. A result that is equal to the last one is not emitted, if its type is `Equatable`. Elements are emitted
  /// after the change, where the expression is read, one at a time.
  ///
  /// **Where.** An expression that belongs to an actor is read on that actor, on the main queue if it is the main
  /// actor. Any other is read on a queue of its own, and for the first time by the thread that subscribes. The first
  /// element is emitted inside `subscribe` if that is called on the main queue or the expression belongs to no actor,
  /// and otherwise later.
  ///
  /// **Which values.** Changes without a pause are read once, so that only the last one is seen. It is always seen if
  /// the models are changed on the actor of the expression. See `ReadOnlyBindable.tracking` for changes by other
  /// threads.
  ///
  /// **Lifetime.** A subscription keeps the expression, and so the models, until it is disposed. It never completes or
  /// fails.
  ///
  /// - Parameter expression: reads the models. It may be called at any time, also if nothing has changed.
  public static func tracking(
    @_inheritActorContext _ expression: @escaping @isolated(any) @Sendable () -> Element
  ) -> Observable<Element> {
    TrackingObservable(DeliveryTarget(isolation: expression.isolation), droppingIsolation(expression))
  }

  /// An observable of the results of an expression over the properties of `@Observable` models, which is read on
  /// `queue`.
  ///
  ///     Observable.tracking(queue: work) { cart.price * cart.count }
  ///
  /// The first reading, and the first element, are on the thread that subscribes. Otherwise the same as
  /// ``tracking(_:)`` for an expression that belongs to no actor: the last change is always seen if the models are
  /// changed on `queue`, a serial queue.
  ///
  /// - Parameters:
  ///   - queue: where the expression is read, and where elements are emitted.
  ///   - expression: reads the models. It may be called at any time, also if nothing has changed.
  public static func tracking(
    queue: DispatchQueue, _ expression: @escaping @Sendable () -> Element
  ) -> Observable<Element> {
    TrackingObservable(DeliveryTarget(queue), isAnywhere: true, expression)
  }
}

/// The observable behind `tracking`.
private final class TrackingObservable<Value: Sendable>: Producer<Value>, @unchecked Sendable {
  /// Where the expression is read; `nil` for a queue of each subscription.
  private let target: DeliveryTarget?
  /// Whether the subscribing thread may read it.
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

/// Forwards the values of the tracker until it is disposed.
private final class TrackingSink<Value>: Sink<Value, Value>, @unchecked Sendable {}
