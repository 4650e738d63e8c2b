public import Dispatch

/// What happens to a value that changes, and to those who follow it, told once and run on any number of contenders: a
/// ``Bindable``, a subject, a chain of operators, a bridge, or something else altogether.
///
///     let scenario = Scenario(
///       0,
///       [
///         .at(10, .subscribe("view")),
///         .at(20, .set(1)),
///         .at(30, .set(2), from: worker),
///         .at(40, .dispose("view")),
///       ])
///     let comparison = await scenario.compare(.bindable, .behaviorSubject, .bridge)
///     #expect(comparison.isEquivalent(ignoring: .queue))
///     print(comparison)
///
/// Time is virtual: a tick stands for a millisecond and takes no time. What a step makes others do, on queues too, is
/// waited for before the next one is taken, so that each run of a scenario records the same.
public struct Scenario<Value: Equatable & Sendable>: Sendable {
  /// The value at the beginning.
  public let initial: Value

  /// What happens, as it was listed.
  public let actions: [Action]

  /// When the run ends, in ticks.
  public let end: TestTime

  /// Makes a scenario.
  ///
  /// - Parameters:
  ///   - initial: the value at the beginning.
  ///   - actions: what happens, in any order; what is to happen at one tick happens in the order of the list.
  ///   - end: when the run ends, in ticks, if nothing is to happen later: time for what operators have delayed.
  ///
  /// An action before tick 0, a name that nobody subscribes under, a subscription on a global queue, and a step that is to
  /// be taken on a queue while that is busy are mistakes and stop the program.
  public init(_ initial: Value, _ actions: [Action], end: TestTime = TestScheduler.Defaults.disposed) {
    self.initial = initial
    self.actions = actions
    self.end = max(end, actions.map(\.lastTime).max() ?? 0)
    validate()
  }

  /// Runs the scenario on each contender, one after the other. The first is the one with which the others are compared.
  ///
  /// While it runs, nobody else may use the queues that the scenario names.
  public func compare(_ contenders: Contender<Value>...) async -> Comparison<Value> {
    await compare(contenders)
  }

  /// Runs the scenario on each contender. See ``compare(_:)-(Contender<Value>...)``.
  public func compare(_ contenders: [Contender<Value>]) async -> Comparison<Value> {
    var recordings: [Recording<Value>] = []
    for contender in contenders { recordings.append(await run(contender)) }
    return Comparison(recordings)
  }

  /// Runs the scenario on one contender. What came of it does not depend on the thread that this is called on.
  public func run(_ contender: Contender<Value>) async -> Recording<Value> {
    await ScenarioRun(self, contender).record()
  }
}

extension Scenario {
  /// One thing that is done.
  public enum Step: Sendable {
    /// The value is set, or sent.
    case set(Value)
    /// Somebody subscribes under a name, to be told on a queue if one is given, and owned by an object of its own.
    case subscribe(String, on: DispatchQueue? = nil)
    /// The subscription of that name is ended by whoever made it.
    case dispose(String)
    /// The owner of the subscription of that name goes without a word.
    case killOwner(String)
    /// The source is told that nothing will follow.
    case complete
    /// The source is told that it has failed.
    case fail(any Error)
    /// Whoever sets the value lets go of it. Those who read it keep what they have.
    case releaseSource
    /// The present value is read, and recorded under a name.
    case read(String)
  }

  /// Something that happens in a scenario: ``at(_:_:from:)``, ``when(_:gets:_:)`` or ``busy(_:from:until:)``.
  public struct Action: Sendable {
    enum Kind: Sendable {
      case steps([Step], at: TestTime, from: DispatchQueue?)
      case reaction([Step], of: String, to: Value)
      case busy(DispatchQueue, from: TestTime, until: TestTime)
    }

    let kind: Kind

    /// Steps that are taken one after the other, without a pause, at a tick, by the scenario's thread or on a queue.
    public static func at(_ time: TestTime, _ steps: Step..., from queue: DispatchQueue? = nil) -> Action {
      Action(kind: .steps(steps, at: time, from: queue))
    }

    /// Steps that a subscriber takes the first time it is told `value`, while it is told.
    public static func when(_ subscriber: String, gets value: Value, _ steps: Step...) -> Action {
      Action(kind: .reaction(steps, of: subscriber, to: value))
    }

    /// A queue that does something else from one tick to another: what is delivered there waits.
    ///
    /// The main queue and the global queues cannot be kept busy.
    public static func busy(_ queue: DispatchQueue, from start: TestTime, until end: TestTime) -> Action {
      Action(kind: .busy(queue, from: start, until: end))
    }
  }
}

extension Scenario.Step: CustomStringConvertible {
  /// The step, as it is written.
  public var description: String {
    switch self {
    case .set(let value): "set(\(value))"
    case .subscribe(let name, _): "subscribe(\"\(name)\")"
    case .dispose(let name): "dispose(\"\(name)\")"
    case .killOwner(let name): "killOwner(\"\(name)\")"
    case .complete: "complete"
    case .fail(let error): "fail(\(error))"
    case .releaseSource: "releaseSource"
    case .read(let name): "read(\"\(name)\")"
    }
  }
}
