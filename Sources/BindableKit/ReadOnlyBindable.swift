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
  public var value: Value { read().value }

  /// Removes every observation that was registered on this value with `observer` as its owner. When this returns on the
  /// delivering thread or queue, none of its blocks is called again. On other threads, at most one call that is already
  /// running finishes.
  public final func remove(observer: AnyObject) { removeObservations(of: observer, by: nil) }

  // MARK: - Overridden by subclasses

  /// The number of changes so far. If two versions are equal, nothing has changed in between.
  var version: UInt64 { read().version }

  /// The current value, its version and its stamp.
  func read() -> Sample<Value> { fatalError("\(Self.self) does not override read().") }

  /// Returns a closure that returns this value while its source Bindables are alive, and does not keep them alive.
  package func weakly() -> () -> ReadOnlyBindable? { { nil } }

  /// Registers an observation. The result ends it, unless its owner does. (Not an optional closure: each step through one
  /// costs another allocation that the token keeps.)
  @discardableResult
  func add(_ observation: Observation<Value>, _ options: ObservationOptions) -> @Sendable () -> Void { {} }

  /// Ends the observations of an owner that were registered on `derivation`, or on this value if that is `nil`.
  func removeObservations(of owner: AnyObject, by derivation: Derivation?) {}

  /// Sends a mark behind all values that were set before, to each observer.
  func pass(_ mark: DeliveryMark) {}

  /// The queue that all source Bindables have, if they have one.
  var target: DeliveryTarget? { nil }

  /// Prepares the source Bindables for a binding.
  package func enterOrder() {}
}

/// The options of an observation.
struct ObservationOptions {
  var owner: AnyObject?
  var replay = true
  /// Whether only its owner or `remove(observer:)` ends the observation.
  var endsWithOwner = true
  /// The derived value on which the observation was registered, or `nil` for the Bindable itself.
  var derivation: Derivation?

  /// The same options for the source of a derived value.
  func by(_ derivation: Derivation) -> ObservationOptions {
    var options = self
    options.derivation = options.derivation ?? derivation
    return options
  }
}

/// The identity of a derived value, for its observations.
final class Derivation: Sendable {}

/// A value with its version and stamp. An object, because generic code handles it without looking up the layout of `Value`.
final class Sample<Value> {
  let value: Value
  let version: UInt64
  /// The stamp of the value, if it is bound to others.
  let stamp: Stamp

  init(value: Value, version: UInt64, stamp: Stamp) {
    self.value = value
    self.version = version
    self.stamp = stamp
  }
}
