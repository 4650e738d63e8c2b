import DeliveryCore

/// A value that notifies its observers of every change, and that cannot be set from outside.
///
/// Use it where views may read and observe a value but not set it:
///
///     final class TodoList {
///       private let items = Bindable<[Todo]>([])
///       var todos: ReadOnlyBindable<[Todo]> { items }
///     }
///
/// A ``Bindable`` is a `ReadOnlyBindable` that can also be set, so a client can cast `todos` to `Bindable`. The value
/// that `items.map { $0 }` makes cannot be cast back. Other values are derived with ``map(_:)`` and ``combine(_:_:_:)``.
///
/// All members may be used from any thread.
///
/// Semantics: the read-only interface of the didSet observable of the Observer pattern.
public class ReadOnlyBindable<Value: Sendable>: @unchecked Sendable {
  init() {
    CreationWatch.didCreate(self)
  }

  /// The current value.
  public var value: Value { fatalError("\(Self.self) does not override value.") }

  /// Removes every observation that was registered on this value with `observer` as its owner. When this returns on the
  /// delivering thread or queue, none of its blocks is called again. On other threads, at most one call that is already
  /// running finishes.
  public final func remove(observer: AnyObject) {
    for root in roots { root.rootStore.removeObservations(of: observer, by: derivation) }
  }

  // MARK: - Overridden by subclasses

  /// The Bindables from which the value derives, each once. A Bindable derives from itself.
  var roots: [any Root] { [] }

  /// How the value is computed from them.
  var formula: Formula<Value> { fatalError("\(Self.self) does not override formula.") }

  /// The identity of a derived value, for its observations.
  var derivation: AnyObject? { formula }

  /// Returns a closure that returns this value while its roots are alive, and does not keep them alive.
  package func weakly() -> () -> ReadOnlyBindable? { { nil } }

  /// Registers an observation. The result ends it, unless its owner does. (Not an optional closure: each step through one
  /// costs another allocation that the token keeps.)
  @discardableResult
  func add(_ observation: Observation<Value>, _ options: ObservationOptions) -> @Sendable () -> Void { {} }

  // MARK: - The roots

  /// Sends a mark behind all values that were set before, to each observer.
  final func pass(_ mark: DeliveryMark) {
    for root in roots { root.rootStore.pass(mark) }
  }

  /// Prepares the roots for a binding.
  package final func enterOrder() {
    for root in roots { root.rootStore.enterOrder() }
  }
}

/// The options of an observation.
struct ObservationOptions {
  var owner: AnyObject?
  var replay = true
  /// Whether only its owner or `remove(observer:)` ends the observation.
  var endsWithOwner = true
  /// The derived value on which the observation was registered, or `nil` for the Bindable itself.
  var derivation: AnyObject?
}
