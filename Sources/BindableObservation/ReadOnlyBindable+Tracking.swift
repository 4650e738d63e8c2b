public import BindableKit
import DeliveryCore
public import Dispatch

extension ReadOnlyBindable {
  /// Creates a value that follows an expression over properties of `@Observable` models.
  ///
  ///     let total = ReadOnlyBindable.tracking { cart.price * cart.count }
  ///
  /// The expression is read when the value is created, and again after each change of a property that the expression
  /// used. A result that differs becomes the new value, and observers are notified. If the type is not `Equatable`,
  /// every result becomes the new value. Observers receive the value after the change, never during `willSet`.
  ///
  /// **Where.** An expression that belongs to an actor is evaluated on that actor; for the main actor, on the main
  /// queue. Call `tracking` on that actor; a call from elsewhere stops the program with a message. An expression that
  /// belongs to no actor is read on a queue of its own. Observers that have no queue or actor of their own are called
  /// where the expression is read.
  ///
  /// **Which values.** `value` is the result of the last reading. After several changes in quick succession, the
  /// expression is read once: if a function on the main actor makes two changes, only the second is seen. The last
  /// change is always seen if the models are changed on the expression's actor. A model announces a change but does not
  /// report when the change has been made, so the expression is read again after pauses of 1, 10 and 100 milliseconds
  /// and one second. This series of pauses begins after the first reading, and again after the first reading that
  /// follows a change. The last change by another thread is therefore missed only if that thread stops between the
  /// announcement and the change for longer than a second; and a change on the actor itself only if an `inout` access
  /// to the property lasts that long across an `await`. If the expression is read on the main queue and its models
  /// have been changed only there, it is read again only once after a change, one second later. If `Value` is also not
  /// `Equatable`, it is then not read again, and the first change by another thread may be missed.
  ///
  /// **Lifetime.** Until it is deallocated, the value keeps the expression, and so the models, alive. A small
  /// registration remains in each model until the model's next change. If a model holds the value, capture the model
  /// weakly in the expression.
  ///
  /// - Parameters:
  ///   - isolation: the caller's actor. Leave this argument out.
  ///   - expression: reads the models. It may be called at any time, even if nothing has changed.
  public static func tracking(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext _ expression: @escaping @isolated(any) @Sendable () -> Value
  ) -> ReadOnlyBindable {
    guard let actor = expression.isolation, let target = DeliveryTarget(isolation: actor) else {
      return tracking(queue: DispatchQueue(label: "BindableObservation.tracking"), droppingIsolation(expression))
    }
    require(
      actor === isolation || target.isCurrent,
      "ReadOnlyBindable.tracking was called outside the actor to which its expression belongs, so it cannot read "
        + "it. Call it on that actor.")
    return follow(droppingIsolation(expression), on: target)
  }

  /// Creates a value that follows an expression, read on `queue`, over properties of `@Observable` models.
  ///
  ///     let total = ReadOnlyBindable.tracking(queue: work) { cart.price * cart.count }
  ///
  /// The calling thread reads the expression first. Otherwise this is like ``tracking(isolation:_:)`` for an expression
  /// that belongs to no actor. The last change is always seen if `queue` is serial and the models are changed on it.
  ///
  /// - Parameters:
  ///   - queue: where the expression is read, and where observers without a queue or actor of their own are called.
  ///   - expression: reads the models. It may be called at any time, even if nothing has changed.
  public static func tracking(
    queue: DispatchQueue, _ expression: @escaping @Sendable () -> Value
  ) -> ReadOnlyBindable {
    follow(expression, on: DeliveryTarget(queue))
  }

  /// - Parameter target: where the expression is read.
  private static func follow(
    _ expression: @escaping @Sendable () -> Value, on target: DeliveryTarget
  ) -> ReadOnlyBindable {
    let initial = expression()
    let bindable = Bindable(initial, target: target)
    let tracker = Tracker(on: target, expression, last: initial) { [weak bindable] in bindable?.value = $0 }
    bindable.own(BindableToken { tracker.end() })
    tracker.begin()
    return bindable
  }
}
