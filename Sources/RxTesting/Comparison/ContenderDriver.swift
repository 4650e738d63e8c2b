public import RxCore

/// What a scenario drives: the value, and the subscriptions to it. Write one to compare a way of your own.
///
///     final class CounterDriver: ContenderDriver {
///       private let counter: Counter
///       init(_ initial: Int) { counter = Counter(initial) }
///
///       func set(_ value: Int) { counter.count = value }
///
///       func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) {
///         let token = counter.onChange { subscriber.receive(.next($0)) }
///         owner.keep(Disposables.create { token.invalidate() })
///       }
///     }
///
/// All is called for one step after the other, from the scenario's thread or the queue that a step asks for, and from
/// inside ``ScenarioSubscriber/receive(_:)`` when a subscriber reacts. A step that cannot be taken throws, for example an
/// ``Inability``: the recording says so, and the scenario goes on.
///
/// What is set and what is told are of one type. Where a view model tells something else, tell the subscriber how it reads:
/// `subscriber.receive(.next(results.joined(separator: ", ")))`. For a model on the main actor, have the scenario take its
/// steps there (`from: .main`) and use `MainActor.assumeIsolated`.
public protocol ContenderDriver<Value>: AnyObject, Sendable {
  associatedtype Value: Equatable & Sendable

  /// Sets or sends the value.
  func set(_ value: Value) throws

  /// Has `subscriber` told of the values from now on, on its queue if it asks for one. The subscription ends when the owner
  /// goes, which nothing here may keep alive: hand to ``ScenarioOwner/keep(_:)`` what ends it.
  func subscribe(_ subscriber: ScenarioSubscriber<Value>, owner: ScenarioOwner) throws

  /// Ends the subscriptions of `owner`, which lives on. Unless written otherwise, what the owner keeps is disposed.
  func dispose(_ owner: ScenarioOwner) throws

  /// Tells the source that nothing will follow. Unless written otherwise, this cannot be done.
  func complete() throws

  /// Tells the source that it has failed. Unless written otherwise, this cannot be done.
  func fail(_ error: any Error) throws

  /// Lets go of what is set, and keeps what is read. Unless written otherwise, this cannot be done.
  func releaseSource() throws

  /// The present value. Unless written otherwise, it cannot be read.
  func read() throws -> Value

  /// Returns when what was done last has reached those whom it concerns. What runs on queues of the scenario, or by its
  /// scheduler, is waited for without this; so unless written otherwise it returns at once.
  func settle() async
}

extension ContenderDriver {
  public func dispose(_ owner: ScenarioOwner) { owner.dispose() }

  public func complete() throws { throw Inability("it has no end") }

  public func fail(_ error: any Error) throws { throw Inability("it cannot fail") }

  public func releaseSource() throws { throw Inability("it cannot let go of its source") }

  public func read() throws -> Value { throw Inability("its value cannot be read") }

  public func settle() async {}
}

/// That a contender cannot do what a scenario asks, and why.
public struct Inability: Error, Hashable, Sendable {
  /// Why, as the end of a sentence.
  public let reason: String

  /// Makes one. `reason` ends the sentence "It cannot, because …", as in `it has no end`.
  public init(_ reason: String) {
    self.reason = reason
  }
}

extension Inability: CustomStringConvertible {
  /// The reason.
  public var description: String { reason }
}

/// What owns one subscription in a scenario, as a view owns those that it made.
///
/// It lives until the scenario kills it or ends. May be used from any thread.
public final class ScenarioOwner: Sendable {
  private let kept = CompositeDisposable()

  init() {}

  deinit { kept.dispose() }

  /// Has `disposable` disposed when the owner goes or ends its subscription; at once if that has been.
  public func keep(_ disposable: any Disposable) {
    _ = kept.insert(disposable)
  }

  /// Disposes what is kept.
  func dispose() { kept.dispose() }
}
