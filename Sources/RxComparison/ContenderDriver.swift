public import RxCore

/// Drives a value or a view model in a scenario, and subscribes to it. Write a driver to compare a type of your own.
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
/// A driver for a whole view model does what the view would do. It has one enum for the user's actions and one for the
/// view's contents:
///
///     func set(_ input: SearchInput) {
///       switch input {
///       case .query(let text): model.query.value = text
///       case .clear: model.clear()
///       }
///     }
///
///     func subscribe(_ view: ScenarioSubscriber<SearchOutput>, owner: ScenarioOwner) {
///       model.results.observe(with: owner) { _, results in view.receive(.next(.results(results))) }
///       model.canClear.observe(with: owner) { _, canClear in view.receive(.next(.canClear(canClear))) }
///     }
///
/// The scenario takes one step at a time. It calls the driver on the scenario's thread, on the action's queue, or
/// inside ``ScenarioSubscriber/receive(_:)`` when a subscriber reacts. During a step, the other queues that the
/// scenario and the contender name execute no work, so that every run behaves the same. A step must therefore not wait
/// for these queues, as `queue.sync` would. If a step is not supported, throw an error such as ``UnsupportedStep``; the
/// recording notes the error, and the scenario continues.
///
/// For a model on the main actor, let the scenario take its steps there (`from: .main`) and use
/// `MainActor.assumeIsolated`.
public protocol ContenderDriver<Input, Output>: AnyObject, Sendable {
  /// The type that the scenario sets: a value, or the inputs of a view model.
  associatedtype Input: Sendable

  /// The type that subscribers receive: the values, or the outputs of a view model.
  associatedtype Output: Equatable & Sendable

  /// Sets the value, makes the source emit it, or gives an input to the view model.
  func set(_ input: Input) throws

  /// Delivers values to `subscriber` from now on, on the subscriber's queue if it has one.
  ///
  /// - Parameters:
  ///   - subscriber: receives the values.
  ///   - owner: the subscription ends when the owner is deallocated. Do not keep the owner alive; pass it the
  ///     subscription's disposable, with ``ScenarioOwner/keep(_:)``.
  func subscribe(_ subscriber: ScenarioSubscriber<Output>, owner: ScenarioOwner) throws

  /// Ends the owner's subscriptions; `owner` remains alive. The default disposes the owner's disposables.
  func dispose(_ owner: ScenarioOwner) throws

  /// Completes the source. The default throws ``UnsupportedStep``.
  func complete() throws

  /// Terminates the source with `error`. The default throws ``UnsupportedStep``.
  func fail(_ error: any Error) throws

  /// Releases the source. If subscribers observe a separate object, that object remains. The default throws
  /// ``UnsupportedStep``.
  func releaseSource() throws

  /// The current value. The default throws ``UnsupportedStep``.
  func read() throws -> Output

  /// Returns when the effects of the last step have reached all subscribers. During the call the queues run freely, and
  /// virtual time does not advance. The default returns immediately: the scenario itself waits for its own queues, the
  /// contender's queues, and the scheduler.
  func settle() async
}

extension ContenderDriver {
  public func dispose(_ owner: ScenarioOwner) { owner.dispose() }

  public func complete() throws { throw UnsupportedStep("it has no terminal events") }

  public func fail(_ error: any Error) throws { throw UnsupportedStep("it has no terminal events") }

  public func releaseSource() throws { throw UnsupportedStep("it cannot release its source") }

  public func read() throws -> Output { throw UnsupportedStep("its value cannot be read") }

  public func settle() async {}
}

/// A driver that has nothing to settle.
protocol SettledDriver: ContenderDriver {}

/// Thrown by a driver when its contender does not support a step of the scenario.
public struct UnsupportedStep: Error, Hashable, Sendable {
  /// The reason, as the end of a sentence.
  public let reason: String

  /// Makes the error.
  ///
  /// - Parameter reason: ends the sentence "It cannot complete, because …", as in `it has no terminal events`.
  public init(_ reason: String) {
    self.reason = reason
  }
}

extension UnsupportedStep: CustomStringConvertible {
  /// The reason.
  public var description: String { reason }
}

/// Owns one subscription in a scenario, as a view owns its subscriptions.
///
/// The owner lives until the scenario releases it or ends. May be used from any thread.
public final class ScenarioOwner: Sendable {
  private let kept = CompositeDisposable()

  init() {}

  deinit { kept.dispose() }

  /// Disposes `disposable` when the owner is deallocated or disposed; immediately if the owner has already been
  /// disposed.
  public func keep(_ disposable: any Disposable) {
    _ = kept.insert(disposable)
  }

  /// Disposes the kept disposables.
  func dispose() { kept.dispose() }
}
