import DeliveryCore

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
/// cannot be cast back. Derive other values with ``map(_:)`` and ``combine(_:_:transform:)``.
///
/// All members may be used from any thread.
///
/// Semantics: the Observer pattern with `didSet`, without the setter.
public class ReadOnlyBindable<Value: Sendable>: @unchecked Sendable {
  let source: any Source<Value>
  /// The Bindables from which the value derives; empty for a Bindable itself.
  private let derivedFrom: [AnyObject]

  /// Creates a value that keeps `derivedFrom` alive.
  init(_ source: any Source<Value>, derivedFrom: [AnyObject] = []) {
    self.source = source
    self.derivedFrom = derivedFrom
    CreationWatch.didCreate(self)
  }

  /// The current value.
  public var value: Value { source.roots.locked { source.capture() }() }

  /// Removes every observation that has `observer` as its owner, of this Bindable and of all values derived from it. On
  /// a derived value, removes those of all Bindables from which it derives.
  ///
  /// The cost grows with the number of observers; cancelling a token's observation costs the same among any number.
  ///
  /// If this method is called on the delivering thread or queue, their closures are not called again once it has
  /// returned. If it is called on any other thread, a closure call already in progress may still finish.
  public final func remove(observer: AnyObject) {
    let owner = ObjectIdentifier(observer)
    for root in source.roots { root.endObservations { $0.options.isOwned(by: owner) } }
  }

  /// The Bindables that a value derived from this one keeps alive.
  final var bindables: [AnyObject] { derivedFrom.isEmpty ? [self] : derivedFrom }

  /// Returns a closure that returns this value while all its Bindables are alive, then `nil`. The closure does not keep
  /// them alive.
  package final func whileAlive() -> () -> ReadOnlyBindable? {
    if derivedFrom.isEmpty { return { [weak self] in self } }  // Not the source, which holds the last value.
    let bindables = bindables.map { bindable in { [weak bindable] in bindable } }
    return { [source] in
      let living = bindables.compactMap { $0() }
      return living.count == bindables.count ? ReadOnlyBindable(source, derivedFrom: living) : nil
    }
  }
}

/// How a value derives from the stored ones.
enum Derivation {
  /// It is a stored one.
  case none
  /// From one, by transforms.
  case transform
  /// By at least one combination.
  case combination
}

/// A value that can be read and observed: a stored value, or a function of stored values, its roots. Retains the stores
/// of the roots, not their Bindables.
protocol Source<Value> {
  associatedtype Value: Sendable

  /// The stores from which the value derives, each listed once.
  var roots: [AnyBindableStore] { get }
  var derivation: Derivation { get }

  /// Captures the current value. Called under the locks of all roots. The result computes the value, and is called
  /// without a lock.
  func capture() -> () -> Value

  /// Registers an observation.
  func observe(
    _ options: ObservationOptions, _ policy: DeliveryPolicy, _ replay: Replay, _ call: Call<Value>
  ) -> AnyObservation
}

extension [AnyBindableStore] {
  /// Runs `body` under the locks of all stores.
  ///
  /// Waits for a second lock for a limited time, then releases all and begins with the one that was busy: the body of
  /// `modify` may hold the lock of one store and wait for that of another.
  func locked<Result>(_ body: () -> Result) -> Result {
    var first = 0
    while true {
      self[first].lock()
      guard let busy = indices.first(where: { $0 != first && !self[$0].delivery.lock.tryLock(for: 20_000_000) }) else {
        break
      }
      for index in indices where index < busy || index == first { self[index].delivery.lock.unlock() }
      first = busy
    }
    defer { for store in self { store.delivery.lock.unlock() } }
    return body()
  }
}
