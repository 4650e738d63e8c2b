import BindableKit
import DeliveryCore
import RxBindable
import RxCore

/// Something that is held until it is let go.
final class Held<Object: AnyObject & Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var object: Object?  // Guarded by the lock.

  init(_ object: Object) {
    self.object = object
  }

  /// The object, if it is still held.
  func get() throws -> Object {
    guard let object = lock.withLock({ object }) else { throw Inability("the source has gone") }
    return object
  }

  func release() throws {
    let last = try get()  // Freed after unlocking.
    lock.withLock { object = nil }
    withExtendedLifetime(last) {}
  }
}

extension Bindable where Value: Equatable & Sendable {
  /// Has `subscriber` told of the values for as long as `owner` lives.
  func observe(
    _ subscriber: ScenarioSubscriber<Value>, owner: ScenarioOwner, policy: DeliveryPolicy = .every,
    distinct: Distinctness<Value>? = nil
  ) {
    // That the owner lives is what the Bindable is to see to, so the block does not ask.
    observe(on: owner, queue: subscriber.queue, policy: policy, distinct: distinct) { value in
      subscriber.receive(.next(value))
    }
  }
}

/// Drives a Bindable. Whoever reads it holds the Bindable itself: there is nothing else to hold.
final class BindableDriver<Value: Equatable & Sendable>: ContenderDriver {
  private let source: Held<Bindable<Value>>
  private let policy: DeliveryPolicy
  private let distinct: Distinctness<Value>?

  init(_ bindable: Bindable<Value>, policy: DeliveryPolicy, distinct: Distinctness<Value>?) {
    source = Held(bindable)
    self.policy = policy
    self.distinct = distinct
  }

  func set(_ value: Value) throws { try source.get().value = value }

  func subscribe(_ subscriber: ScenarioSubscriber<Value>, owner: ScenarioOwner) throws {
    try source.get().observe(subscriber, owner: owner, policy: policy, distinct: distinct)
  }

  func dispose(_ owner: ScenarioOwner) throws { try source.get().remove(observer: owner) }

  func complete() throws { throw Inability("a Bindable has no terminal events") }

  func fail(_ error: any Error) throws { throw Inability("a Bindable has no terminal events") }

  func releaseSource() throws { try source.release() }

  func read() throws -> Value { try source.get().value }
}

/// Drives a Bindable that is followed as an observable, which does not keep it.
final class BridgeDriver<Value: Equatable & Sendable>: ContenderDriver {
  private let source: Held<Bindable<Value>>
  private let observable: Observable<Value>

  init(_ bindable: Bindable<Value>, observable: Observable<Value>) {
    source = Held(bindable)
    self.observable = observable
  }

  func set(_ value: Value) throws { try source.get().value = value }

  func subscribe(_ subscriber: ScenarioSubscriber<Value>, owner: ScenarioOwner) {
    observable.subscribe(subscriber, owner: owner)
  }

  func complete() throws { throw Inability("a Bindable has no terminal events") }

  func fail(_ error: any Error) throws { throw Inability("a Bindable has no terminal events") }

  func releaseSource() throws { try source.release() }

  func read() throws -> Value { try source.get().value }
}

/// Drives a subject that is observed as a Bindable, which those who observe it hold.
final class SubjectAsBindableDriver<Value: Equatable & Sendable>: ContenderDriver {
  private let source: Held<BehaviorSubject<Value>>
  private let bindable: Bindable<Value>
  private let policy: DeliveryPolicy

  init(_ initial: Value, policy: DeliveryPolicy) {
    let subject = BehaviorSubject(value: initial)
    source = Held(subject)
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
