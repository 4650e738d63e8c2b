import DeliveryCore

/// A value that can be read and observed: a stored value, or a function of stored values, its roots. Retains the stores
/// of the roots, not their Bindables.
struct Source<Value: Sendable>: @unchecked Sendable {
  /// The stores from which the value derives, each listed once.
  let roots: [AnyBindableStore]
  /// Captures the current value. Called under the locks of all roots. The result computes the value, and is called
  /// without a lock.
  let capture: () -> () -> Value
  /// Registers an observation.
  let observe: (ObservationOptions, _ replay: Bool, Call<Value>) -> AnyObservation
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
