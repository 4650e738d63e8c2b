import DeliveryCore

/// A value that notifies its observers of every change and that cannot be set from outside.
///
/// Show it where views may read and observe a value but not set it:
///
///     final class TodoList {
///       private let items = Bindable<[Todo]>([])
///       var todos: ReadOnlyBindable<[Todo]> { items }
///     }
///
/// A ``Bindable`` is one that can be set as well, so `todos as? Bindable` gets around this; `items.map { $0 }` makes one that
/// cannot be cast back. Others are derived with ``map(_:)`` and ``combine(_:_:_:)``.
///
/// All members may be used from any thread.
///
/// Semantics: the read-only face of the didSet observable of the Observer pattern.
public class ReadOnlyBindable<Value: Sendable>: @unchecked Sendable {
  init() {
    CreationWatch.didCreate(self)
  }

  /// The current value.
  public var value: Value { read().value }

  /// Removes every observation that was registered here with `observer` as its owner. When this returns on the thread or
  /// queue that delivers, none of its blocks is called again; elsewhere, at most a call that is already running finishes.
  public final func remove(observer: AnyObject) { removeObservations(of: observer, by: nil) }

  // MARK: - What a kind of value provides

  /// How many changes there have been. Equal versions mean that nothing has changed in between.
  var version: UInt64 { read().version }

  /// The current value, its version and its origin.
  func read() -> Sample<Value> { fatalError("\(Self.self) does not override read().") }

  /// Returns this value as long as the Bindables that it comes from are alive, without keeping them alive.
  package func weakly() -> () -> ReadOnlyBindable? { { nil } }

  /// Registers an observation. The result ends it, unless its owner does.
  @discardableResult
  func add(_ observation: Observation<Value>, _ registration: Registration) -> (@Sendable () -> Void)? { nil }

  /// Ends the observations of an owner that were registered by a derived value, or directly.
  func removeObservations(of owner: AnyObject, by derivation: Derivation?) {}

  /// Prepares the Bindable behind this to be bound, and returns its number; zero if there are several.
  func bindAsFirst() -> UInt64 { 0 }
}

/// What is asked for with an observation.
struct Registration {
  var owner: AnyObject?
  var replay = true
  /// Whether the observation ends with its owner or `remove(observer:)` only.
  var isOwners = true
  /// The derived value on which the observation was registered; `nil` for the Bindable itself.
  var derivation: Derivation?

  /// The same for the source of a derived value.
  func by(_ derivation: Derivation) -> Registration {
    var registration = self
    registration.derivation = registration.derivation ?? derivation
    return registration
  }
}

/// Tells the observations of one derived value from those of another.
final class Derivation: Sendable {}

/// A value, and which one it was.
struct Sample<Value> {
  let value: Value
  let version: UInt64
  /// The origin of the value, if it is bound to others.
  var origin: ChangeOrigin?
}
