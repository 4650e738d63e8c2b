import BindableKit
import Dispatch
import RxComparison
import RxCore
import TestSupport
import Testing

/// The didSet observable as found in blogs, including its faults, which the tests show.
///
/// Not thread-safe. Scenarios use it on one thread at a time, so `@unchecked Sendable` is correct here.
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

/// A variant without the queue, for programs in which the main queue does not run.
final class InlineDidSetObservable<Value: Sendable>: DidSetObservable<Value>, @unchecked Sendable {
  override func notifyObservers() {
    for observer in observers { observer.block(value) }
  }
}

/// A variant that passes each observer the value that was set, not the current value.
final class PassingDidSetObservable<Value: Sendable>: DidSetObservable<Value>, @unchecked Sendable {
  override func notifyObservers() {
    let value = value
    for observer in observers { observer.block(value) }
  }
}

/// Drives a didSet observable, whose observers are the owners.
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
  /// The didSet observable from blogs, which delivers on the main queue.
  static var didSet: Contender {
    Contender("didSet", queues: [.main]) { initial in DidSetDriver(DidSetObservable(initial)) }
  }

  /// The variant that delivers inside the setter.
  static var inlineDidSet: Contender {
    Contender("inline didSet") { initial in DidSetDriver(InlineDidSetObservable(initial)) }
  }

  /// The variant that passes on the value that was set.
  static var passingDidSet: Contender {
    Contender("passing didSet") { initial in DidSetDriver(PassingDidSetObservable(initial)) }
  }
}

// MARK: - Changes from another thread

/// Sets a value on a second thread while observers are notified of the previous one.
///
/// Inside the callback that receives ``trigger``, the next value is set on a new thread, and the callback waits for
/// the setter to return. The order of steps is therefore fixed, and no two threads run at the same time.
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
