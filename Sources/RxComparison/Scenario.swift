public import Dispatch
public import RxTesting

/// Actions on a value or a view model and its subscribers, written once and run on any number of contenders.
///
/// A contender is a `Bindable`, a subject, a chain of operators, a bridge, or a type of your own:
///
///     let scenario = Scenario(
///       0,
///       [
///         .at(10, .subscribe("view")),
///         .at(20, .set(1)),
///         .at(30, .set(2), from: worker),
///         .at(40, .dispose("view")),
///       ])
///     let comparison = try await scenario.compare(.bindable, .behaviorSubject)
///     try comparison.expectEquivalent()
///     print(comparison)
///
/// Steps set an `Input`, and subscribers receive an `Output`. For a value both are the same type. For a whole view
/// model, write an enum for each, and leave out the initial value:
///
///     let scenario = Scenario<SearchInput, SearchOutput>(
///       [.at(0, .subscribe("view")), .at(100, .set(.query("swift"))), .at(900, .set(.clear))])
///     let comparison = try await scenario.compare(
///       .viewModel("Bindable search") { scheduler in BindableSearchDriver(scheduler) },
///       .viewModel("Rx search") { scheduler in RxSearchDriver(scheduler) })
///
/// Time is virtual: a tick stands for a millisecond but takes no real time. After the last action, the run continues
/// until nothing more is due, but for at most a minute of virtual time, because repeating timers never end. If work is
/// still due then, the comparison says so; pass `end` to end the run at a different tick.
///
/// Every run of a scenario on the same contender makes the same recording. To ensure this, the queues that the scenario
/// and the contender name run one at a time. The steps of one action are taken without a pause, and the run waits for
/// their effects before the next action. Subscribers on a concurrent queue are called one at a time, unless the
/// contender names that queue too. All scenarios of a program run one after the other, on a queue of their own. Do not
/// name a queue that targets another queue of the scenario: the run would wait for it forever.
///
/// A mistake in a scenario or a contender, such as a step for a subscriber that does not exist, is reported as a
/// ``ScenarioError`` before anything runs.
public struct Scenario<Input: Sendable, Output: Equatable & Sendable>: Sendable {
  /// The initial value; `nil` in a scenario for view models, which need none.
  public let initial: Input?

  /// The actions, in the order of the list.
  public let actions: [Action]

  /// When the run ends, in ticks; `nil` if it ends when nothing more is due, or a minute after the last action.
  public let end: TestTime?

  /// Makes a scenario for view models, which need no initial value.
  ///
  /// - Parameters:
  ///   - actions: the actions, in any order. Actions at the same tick are taken in the order of the list.
  ///   - end: when the run ends, in ticks, unless an action is later. Without it, the run ends when nothing more is due,
  ///     or a minute (60,000 ticks) after the last action.
  public init(_ actions: [Action], end: TestTime? = nil) {
    self.init(initial: nil, actions, end: end)
  }

  private init(initial: Input?, _ actions: [Action], end: TestTime?) {
    self.initial = initial
    self.actions = actions
    self.end = end.map { max($0, actions.map(\.lastTime).max() ?? 0) }
  }

  /// Runs the scenario on each contender, one after the other, and compares the others with the first.
  ///
  /// While the scenario runs, no other code may use the queues that it or a contender names, except the main queue.
  /// Throws a ``ScenarioError`` for the first mistake in the scenario or in a contender, before anything runs.
  public func compare(_ contenders: Contender<Input, Output>...) async throws(ScenarioError) -> Comparison<Output> {
    try await compare(contenders)
  }

  /// Runs the scenario on each contender, one after the other, and compares the others with the first.
  ///
  /// While the scenario runs, no other code may use the queues that it or a contender names, except the main queue.
  /// Throws a ``ScenarioError`` for the first mistake in the scenario or in a contender, before anything runs.
  public func compare(_ contenders: [Contender<Input, Output>]) async throws(ScenarioError) -> Comparison<Output> {
    try validate(for: contenders)
    let names = QueueNames(queues + contenders.flatMap(\.queues))
    var recordings: [Recording<Output>] = []
    for contender in contenders { recordings.append(try await ScenarioRun(self, contender, names: names).record()) }
    return Comparison(recordings)
  }

  /// Runs the scenario on one contender. The recording does not depend on the calling thread.
  ///
  /// Throws a ``ScenarioError`` for the first mistake in the scenario or in the contender, before anything runs.
  public func run(_ contender: Contender<Input, Output>) async throws(ScenarioError) -> Recording<Output> {
    try validate(for: [contender])
    return try await ScenarioRun(self, contender, names: QueueNames(queues + contender.queues)).record()
  }
}

extension Scenario where Output == Input {
  /// Makes a scenario for a value.
  ///
  /// - Parameters:
  ///   - initial: the initial value.
  ///   - actions: the actions, in any order. Actions at the same tick are taken in the order of the list.
  ///   - end: when the run ends, in ticks, unless an action is later. Without it, the run ends when nothing more is due,
  ///     or a minute (60,000 ticks) after the last action.
  public init(_ initial: Input, _ actions: [Action], end: TestTime? = nil) {
    self.init(initial: initial, actions, end: end)
  }
}

extension Scenario {
  /// One step of an action.
  public enum Step: Sendable {
    /// Sets the value, makes the source emit it, or gives an input to a view model.
    case set(Input)
    /// Subscribes under a name, with a separate owner. Events are received on the queue, if one is given.
    case subscribe(String, on: DispatchQueue? = nil)
    /// Disposes the subscription with that name, or removes the observer.
    case dispose(String)
    /// Releases the owner of the subscription with that name, so that the owner is deallocated.
    case releaseOwner(String)
    /// Completes the source.
    case complete
    /// Terminates the source with an error.
    case fail(any Error)
    /// Releases the source. If subscribers observe a separate object, that object remains.
    case releaseSource
    /// Reads the current value and records it under a name.
    case read(String)
  }

  /// One action of a scenario: ``at(_:_:from:)``, ``when(_:gets:_:)`` or ``busy(_:from:until:)``.
  public struct Action: Sendable {
    enum Kind: Sendable {
      case steps([Step], at: TestTime, from: DispatchQueue?)
      case reaction([Step], of: String, to: Output)
      case busy(DispatchQueue, from: TestTime, until: TestTime)
    }

    let kind: Kind

    /// An action that takes steps at a tick, one after the other and without a pause: no queue delivers anything
    /// between them.
    ///
    /// - Parameters:
    ///   - time: the tick.
    ///   - steps: the steps.
    ///   - queue: where the steps are taken; by default on the scenario's thread.
    public static func at(_ time: TestTime, _ steps: Step..., from queue: DispatchQueue? = nil) -> Action {
      Action(kind: .steps(steps, at: time, from: queue))
    }

    /// An action that takes steps inside the callback in which a subscriber first receives a value.
    ///
    /// If several reactions wait for the same value, each receipt of the value triggers the next reaction in the list.
    ///
    /// - Parameters:
    ///   - subscriber: the name of the subscriber.
    ///   - value: the value that makes the subscriber react.
    ///   - steps: the steps.
    public static func when(_ subscriber: String, gets value: Output, _ steps: Step...) -> Action {
      Action(kind: .reaction(steps, of: subscriber, to: value))
    }

    /// An action that keeps a queue busy with other work, so that deliveries there wait.
    ///
    /// The main queue and the global queues cannot be kept busy: a run throws a ``ScenarioError``.
    ///
    /// - Parameters:
    ///   - queue: the queue.
    ///   - start: the first tick.
    ///   - end: the tick at which the queue is free again; later than `start`.
    public static func busy(_ queue: DispatchQueue, from start: TestTime, until end: TestTime) -> Action {
      Action(kind: .busy(queue, from: start, until: end))
    }
  }
}

extension Scenario.Step: CustomStringConvertible {
  /// The step as written in the scenario, without the queue of a `subscribe`.
  public var description: String {
    switch self {
    case .set(let value): "set(\(value))"
    case .subscribe(let name, _): "subscribe(\"\(name)\")"
    case .dispose(let name): "dispose(\"\(name)\")"
    case .releaseOwner(let name): "releaseOwner(\"\(name)\")"
    case .complete: "complete"
    case .fail(let error): "fail(\(error))"
    case .releaseSource: "releaseSource"
    case .read(let name): "read(\"\(name)\")"
    }
  }
}
