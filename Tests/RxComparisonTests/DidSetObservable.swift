import BindableKit
import Dispatch
import RxComparison
import RxCore
import TestSupport
import Testing

/// The didSet observable as blogs have it. It is kept as it is there, faults included: only the tests that show them use it.
///
/// Not thread-safe. Scenarios use it from one thread at a time, which is why the annotation is right here.
class DidSetObservable<Value: Sendable>: @unchecked Sendable {
  struct Observer: @unchecked Sendable {
    weak var observer: AnyObject?
    let block: @Sendable (Value) -> Void
  }

  fileprivate(set) var observers: [Observer] = []

  var value: Value {
    didSet { notifyObservers() }
  }

  init(_ value: Value) {
    self.value = value
  }

  func observe(on observer: AnyObject, block: @escaping @Sendable (Value) -> Void) {
    observers.append(Observer(observer: observer, block: block))
    block(value)
  }

  func remove(observer: AnyObject) {
    observers = observers.filter { $0.observer !== observer }
  }

  func notifyObservers() {
    for observer in observers {
      DispatchQueue.main.async { observer.block(self.value) }
    }
  }
}

/// The form without the queue, for programs in which the main queue does not run.
final class InlineDidSetObservable<Value: Sendable>: DidSetObservable<Value>, @unchecked Sendable {
  override func notifyObservers() {
    for observer in observers { observer.block(value) }
  }
}

/// The form that passes each observer the value that was set, and not the one that is current when it is called.
final class PassingDidSetObservable<Value: Sendable>: DidSetObservable<Value>, @unchecked Sendable {
  override func notifyObservers() {
    let value = value
    for observer in observers { observer.block(value) }
  }
}

/// Drives a didSet observable. Owners are its observers.
class DidSetDriver: ContenderDriver, @unchecked Sendable {  // Scenarios use it from one thread at a time.
  let observable: DidSetObservable<Int>

  init(_ observable: DidSetObservable<Int>) {
    self.observable = observable
  }

  func set(_ value: Int) { observable.value = value }

  func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) throws {
    if subscriber.queue != nil { throw UnsupportedStep("it has no queues for observers") }
    observable.observe(on: owner) { subscriber.receive(.next($0)) }
  }

  func dispose(_ owner: ScenarioOwner) { observable.remove(observer: owner) }

  func read() -> Int { observable.value }
}

extension Contender<Int, Int> {
  /// The didSet observable of the blogs, which delivers on the main queue.
  static var didSet: Contender {
    Contender("didSet", queues: [.main]) { initial in DidSetDriver(DidSetObservable(initial)) }
  }

  /// The one that delivers inside the set.
  static var inlineDidSet: Contender {
    Contender("inline didSet") { initial in DidSetDriver(InlineDidSetObservable(initial)) }
  }

  /// The one that passes on the value that was set.
  static var passingDidSet: Contender {
    Contender("passing didSet") { initial in DidSetDriver(PassingDidSetObservable(initial)) }
  }
}

// MARK: - Sets from another thread

/// A value that is set from a second thread while it notifies its observers.
///
/// The value ``trigger`` sets the next one, on a new thread, inside the callback that receives it, and waits for the set to
/// return. Nothing is left to chance, and no two threads run at the same time.
final class SetElsewhereDriver: ContenderDriver {
  static let trigger = 1

  private let setValue: @Sendable (Int) -> Void
  private let observe: @Sendable (_ owner: ScenarioOwner, _ block: @escaping @Sendable (Int) -> Void) -> Void
  private let hasSet = Guarded(false)

  init(_ observable: DidSetObservable<Int>) {
    setValue = { observable.value = $0 }
    observe = { owner, block in observable.observe(on: owner, block: block) }
  }

  init(_ bindable: Bindable<Int>) {
    setValue = { bindable.value = $0 }
    observe = { owner, block in bindable.observe(on: owner) { block($0) } }
  }

  func set(_ value: Int) { setValue(value) }

  func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) {
    observe(owner) { [setValue, hasSet] value in
      subscriber.receive(.next(value))
      let isFirst = hasSet.withLock { hasSet in
        defer { hasSet = hasSet || value == Self.trigger }
        return value == Self.trigger && !hasSet
      }
      if isFirst { onAnotherThread { setValue(Self.trigger + 1) } }
    }
  }
}
