import DeliveryCore

/// A value that can be read and observed: a stored one, or a function of stored ones, its roots.
protocol Source<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// The stores from which the value derives, each listed once.
  var roots: [AnyBindableStore] { get }

  /// Captures the value of a moment. Called under the locks of all roots. The result computes the value, without a lock.
  func capture(_ moment: Moment) -> () -> Value

  /// Registers an observation.
  @discardableResult
  func observe(_ options: ObservationOptions, _ call: Call<Value>) -> AnyObservation
}

/// Keeps the derived values captured at one moment, so that a value that is used more than once is computed once: the
/// number of paths to a root may grow exponentially.
final class Moment {
  /// The value that is read, which no other one uses.
  private let read: AnyObject?
  fileprivate var captured: [ObjectIdentifier: AnyObject] = [:]

  init(reading read: AnyObject? = nil) {
    self.read = read
  }

  fileprivate func isRead(_ source: AnyObject) -> Bool { source === read }
}

/// A value that is computed when it is first needed.
private final class Lazy<Value> {
  private var compute: (() -> Value)?
  private var value: Value?

  init(_ compute: @escaping () -> Value) {
    self.compute = compute
  }

  func get() -> Value {
    if let value { return value }
    guard let compute else { preconditionFailure("A derived value was computed inside its own computation.") }
    self.compute = nil
    let result = compute()
    value = result
    return result
  }
}

/// A function of one or more stored values. It retains their stores, not their Bindables.
final class DerivedSource<Value: Sendable>: Source, @unchecked Sendable {
  let roots: [AnyBindableStore]
  private let captured: (Moment) -> () -> Value
  private let observed: (ObservationOptions, Call<Value>) -> AnyObservation

  init(
    _ roots: [AnyBindableStore], capture: @escaping (Moment) -> () -> Value,
    observe: @escaping (ObservationOptions, Call<Value>) -> AnyObservation
  ) {
    self.roots = roots
    captured = capture
    observed = observe
  }

  func capture(_ moment: Moment) -> () -> Value {
    if moment.isRead(self) { return captured(moment) }
    let known = moment.captured[ObjectIdentifier(self)]
    if let known { return unsafeDowncast(known, to: Lazy<Value>.self).get }
    let value = Lazy(captured(moment))
    moment.captured[ObjectIdentifier(self)] = value
    return value.get
  }

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
