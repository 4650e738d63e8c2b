import BindableKit
import DeliveryCore
import RxBindable
import RxCore

/// A strong reference that a step can release.
final class Releasable<Object: AnyObject & Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var object: Object?  // Guarded by the lock.

  init(_ object: Object) {
    self.object = object
  }

  /// The object; throws if it was released.
  func get() throws -> Object {
    guard let object = lock.withLock({ object }) else { throw UnsupportedStep("the source was released") }
    return object
  }

  func release() throws {
    let last = try get()  // Released after unlocking.
    lock.withLock { object = nil }
    extendLifetime(last)
  }
}

extension ReadOnlyBindable where Value: Equatable & Sendable {
  /// Delivers the values to `subscriber` until `owner` is deallocated.
  func observe(
    _ subscriber: ScenarioSubscriber<Value>, owner: ScenarioOwner, policy: DeliveryPolicy = .every
  ) {
    // The closure does not check the owner, so that a wrong call after the owner's deallocation would be recorded.
    observe(on: owner, queue: subscriber.queue, policy: policy) { value in subscriber.receive(.next(value)) }
  }
}

/// Drives a Bindable, which is both set and observed.
final class BindableDriver<Value: Equatable & Sendable>: SettledDriver {
  private let source: Releasable<Bindable<Value>>
  private let policy: DeliveryPolicy
  private let derive: @Sendable (ReadOnlyBindable<Value>) -> ReadOnlyBindable<Value>

  init(
    _ bindable: Bindable<Value>, policy: DeliveryPolicy,
    derive: @escaping @Sendable (ReadOnlyBindable<Value>) -> ReadOnlyBindable<Value>
  ) {
    source = Releasable(bindable)
    self.policy = policy
    self.derive = derive
  }

  func set(_ value: Value) throws { try source.get().value = value }

  func subscribe(_ subscriber: ScenarioSubscriber<Value>, owner: ScenarioOwner) throws {
    derive(try source.get()).observe(subscriber, owner: owner, policy: policy)
  }

  func dispose(_ owner: ScenarioOwner) throws { try source.get().remove(observer: owner) }

  func complete() throws { throw UnsupportedStep("a Bindable has no terminal events") }

  func fail(_ error: any Error) throws { throw UnsupportedStep("a Bindable has no terminal events") }

  func releaseSource() throws { try source.release() }

  func read() throws -> Value { try source.get().value }
}

/// Drives a Bindable that is read as an observable, which does not keep the Bindable alive.
final class BridgeDriver<Value: Equatable & Sendable>: SettledDriver {
  private let source: Releasable<Bindable<Value>>
  private let observable: Observable<Value>

  init(_ bindable: Bindable<Value>, observable: Observable<Value>) {
    source = Releasable(bindable)
    self.observable = observable
  }

  func set(_ value: Value) throws { try source.get().value = value }

  func subscribe(_ subscriber: ScenarioSubscriber<Value>, owner: ScenarioOwner) {
    observable.subscribe(subscriber, owner: owner)
  }

  func complete() throws { throw UnsupportedStep("a Bindable has no terminal events") }

  func fail(_ error: any Error) throws { throw UnsupportedStep("a Bindable has no terminal events") }

  func releaseSource() throws { try source.release() }

  func read() throws -> Value { try source.get().value }
}

/// Drives a subject that is read as a Bindable.
final class SubjectAsBindableDriver<Value: Equatable & Sendable>: SettledDriver {
  private let source: Releasable<BehaviorSubject<Value>>
  private let bindable: Bindable<Value>
  private let policy: DeliveryPolicy

  init(_ initial: Value, policy: DeliveryPolicy) {
    let subject = BehaviorSubject(value: initial)
    source = Releasable(subject)
    bindable = subject.asBindable(initial: initial, onError: .handle { _ in })
    self.policy = policy
  }

  func set(_ value: Value) throws { try source.get().onNext(value) }

  func subscribe(_ subscriber: ScenarioSubscriber<Value>, owner: ScenarioOwner) {
    bindable.observe(subscriber, owner: owner, policy: policy)
  }

  func dispose(_ owner: ScenarioOwner) { bindable.remove(observer: owner) }

  func complete() throws { try source.get().onCompleted() }

  func fail(_ error: any Error) throws { try source.get().onError(error) }

  func releaseSource() throws { try source.release() }

  func read() throws -> Value { bindable.value }
}
