import DeliveryCore

/// A value that can be read and observed: a stored one, or a function of stored ones, its roots.
protocol Source<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// The stores from which the value derives, each listed once.
  var roots: [AnyBindableStore] { get }

  /// Captures the current value. Called under the locks of all roots. The result computes the value, without a lock.
  func capture() -> () -> Value

  /// Registers an observation.
  @discardableResult
  func observe(_ options: ObservationOptions, _ call: Call<Value>) -> AnyObservation
}

/// A function of one or more stored values. It retains their stores, not their Bindables.
final class DerivedSource<Value: Sendable>: Source, @unchecked Sendable {
  let roots: [AnyBindableStore]
  private let captured: () -> () -> Value
  private let observed: (ObservationOptions, Call<Value>) -> AnyObservation

  init(
    _ roots: [AnyBindableStore], capture: @escaping () -> () -> Value,
    observe: @escaping (ObservationOptions, Call<Value>) -> AnyObservation
  ) {
    self.roots = roots
    captured = capture
    observed = observe
  }

  func capture() -> () -> Value { captured() }

  func observe(_ options: ObservationOptions, _ call: Call<Value>) -> AnyObservation {
    observed(options, call)
  }
}

extension [AnyBindableStore] {
  /// Runs `body` under the locks of all stores.
  ///
  /// Waits for a lock only while it holds no other, and then tries the rest: the body of `modify` may hold the lock of
  /// one store and wait for that of another.
  func locked<Result>(_ body: () -> Result) -> Result {
    var first = 0
    while true {
      self[first].lock()
      guard let busy = indices.first(where: { $0 != first && !self[$0].delivery.lock.tryLock() }) else { break }
      for index in indices where index < busy || index == first { self[index].delivery.lock.unlock() }
      first = busy
    }
    defer { for store in self { store.delivery.lock.unlock() } }
    return body()
  }

  /// The newest `lateStamp` of the stores: see `Audience`.
  var lateStamp: Stamp { lazy.map { store in store.locked { store.audience.lateStamp } }.max() ?? .none }
}
