package import DeliveryCore

/// A value that notifies its observers of every change, and cannot be set by clients.
///
/// Use it where views may read and observe a value but must not set it:
///
///     final class TodoList {
///       private let items = Bindable<[Todo]>([])
///       var todos: ReadOnlyBindable<[Todo]> { items }
///     }
///
/// ``Bindable`` is the settable subclass, so a client can cast `todos` to `Bindable`. The result of `items.map { $0 }`
/// cannot be cast back. Derive other values with ``map(_:)`` and ``combine(_:_:_:)``.
///
/// All members may be used from any thread.
///
/// Semantics: the Observer pattern with `didSet`, without the setter.
public class ReadOnlyBindable<Value: Sendable>: @unchecked Sendable {
  init() {
    CreationWatch.didCreate(self)
  }

  /// The current value.
  public var value: Value { fatalError("\(Self.self) does not override value.") }

  /// Removes every observation that has `observer` as its owner, of this Bindable and of all values derived from it. On
  /// a derived value, removes those of all Bindables from which it derives.
  ///
  /// The cost grows with the number of observers; cancelling a token's observation costs the same among any number.
  ///
  /// If this method is called on the delivering thread or queue, their closures are not called again once it has
  /// returned. If it is called on any other thread, a closure call already in progress may still finish.
  public final func remove(observer: AnyObject) {
    for root in roots { root.rootStore.removeObservations(of: observer) }
  }

  // MARK: - Overridden by subclasses

  /// The Bindables from which the value derives, each listed once. A Bindable is its own root.
  var roots: [any Root] { [] }

  /// Computes the value from the roots.
  var formula: Formula<Value> { fatalError("\(Self.self) does not override formula.") }

  /// Returns a closure that holds the roots weakly, and returns this value while all of them are alive, then `nil`.
  package func weakly() -> () -> ReadOnlyBindable? { { nil } }

  /// Registers an observation. The result ends the observation, unless the observation ends with its owner.
  @discardableResult
  func add(_ observation: Observation<Value>, _ options: ObservationOptions) -> ObservationEnd { .none }

  // MARK: - The roots

  /// Returns a closure that returns the `lateStamp` of the Bindable from which this value derives, or the newest of
  /// several. Call it only inside an observation of the value.
  package final func lateStamp() -> () -> Stamp {
    let first = roots[0].rootStore
    if roots.count == 1 { return { [unowned first] in first.lateStamp } }
    let stores = roots.map(\.rootStore)
    return { stores.lazy.map(\.lateStamp).max() ?? .none }
  }

  /// Sends `mark` to each observer, after all values set before this call.
  final func pass(_ mark: DeliveryMark) {
    for root in roots { root.rootStore.pass(mark) }
  }
}

/// The options of an observation.
struct ObservationOptions {
  var owner: AnyObject?
  var replay = true
  /// Whether only the owner's deallocation or `remove(observer:)` ends the observation.
  var endsWithOwner = true
}
