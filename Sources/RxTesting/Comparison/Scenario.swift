public import Dispatch

/// What happens to a changing value and to its subscribers, written once and run on any number of contenders: a
/// `Bindable`, a subject, a chain of operators, a bridge, or a type of your own.
///
///     let scenario = Scenario(
///       0,
///       [
///         .at(10, .subscribe("view")),
///         .at(20, .set(1)),
///         .at(30, .set(2), from: worker),
///         .at(40, .dispose("view")),
///       ])
///     let comparison = await scenario.compare(.bindable, .behaviorSubject)
///     #expect(comparison.isEquivalent())
///     print(comparison)
///
/// Time is virtual: a tick stands for a millisecond and takes no time.
///
/// Each run of a scenario on one contender records the same. For this the queues that the scenario and the contender name
/// run one at a time, and only between the actions of the scenario: the steps of one action are taken without a pause, and
/// their effects are waited for before the next action. Subscribers on a concurrent queue are called one at a time. All
/// scenarios of a program run one after the other, on a thread of their own.
public struct Scenario<Value: Equatable & Sendable>: Sendable {
  /// The value at the beginning.
  public let initial: Value

  /// What happens, as it was listed.
  public let actions: [Action]

  /// When the run ends, in ticks.
  public let end: TestTime

  /// Makes a scenario.
  ///
  /// The following mistakes stop the program: an action before tick 0, a name under which no step subscribes, a
  /// subscription on a global queue, and a step on a queue while that is busy.
  ///
  /// - Parameters:
  ///   - initial: the value at the beginning.
  ///   - actions: what happens, in any order. Actions at one tick are taken in the order of the list.
  ///   - end: when the run ends, in ticks, unless an action is later. It leaves time for what operators delay.
  public init(_ initial: Value, _ actions: [Action], end: TestTime = TestScheduler.Defaults.disposed) {
    self.initial = initial
    self.actions = actions
    self.end = max(end, actions.map(\.lastTime).max() ?? 0)
    validate()
  }

  /// Runs the scenario on each contender, one after the other, and compares the others with the first.
  ///
  /// Nothing else may use the queues that the scenario names while it runs, except the main queue.
  public func compare(_ contenders: Contender<Value>...) async -> Comparison<Value> {
    await compare(contenders)
  }

  /// Runs the scenario on each contender, one after the other, and compares the others with the first.
  ///
  /// Nothing else may use the queues that the scenario names while it runs, except the main queue.
  public func compare(_ contenders: [Contender<Value>]) async -> Comparison<Value> {
    let names = QueueNames(queues + contenders.flatMap(\.queues))
    var recordings: [Recording<Value>] = []
    for contender in contenders { recordings.append(await ScenarioRun(self, contender, names: names).record()) }
    return Comparison(recordings)
  }

  /// Runs the scenario on one contender. The recording does not depend on the thread that calls this.
  public func run(_ contender: Contender<Value>) async -> Recording<Value> {
    await ScenarioRun(self, contender, names: QueueNames(queues + contender.queues)).record()
  }
}

extension Scenario {
  /// One step of an action.
  public enum Step: Sendable {
    /// Sets the value, or makes the source emit it.
    case set(Value)
    /// Subscribes under a name, with an owner of its own, to receive events on a queue if one is given.
    case subscribe(String, on: DispatchQueue? = nil)
    /// Disposes the subscription of that name, or removes the observer.
    case dispose(String)
    /// Releases the owner of the subscription of that name, which is then deallocated.
    case releaseOwner(String)
    /// Completes the source.
    case complete
    /// Fails the source.
    case fail(any Error)
    /// Releases what is set. What is read stays.
    case releaseSource
    /// Reads the current value and records it under a name.
    case read(String)
  }

  /// One action of a scenario: ``at(_:_:from:)``, ``when(_:gets:_:)`` or ``busy(_:from:until:)``.
  public struct Action: Sendable {
    enum Kind: Sendable {
      case steps([Step], at: TestTime, from: DispatchQueue?)
      case reaction([Step], of: String, to: Value)
      case busy(DispatchQueue, from: TestTime, until: TestTime)
    }

    let kind: Kind

    /// Takes steps at a tick, one after the other and without a pause: no queue delivers anything between them.
    ///
    /// - Parameters:
    ///   - time: the tick.
    ///   - steps: the steps.
    ///   - queue: where they are taken; without it, on the scenario's thread.
    public static func at(_ time: TestTime, _ steps: Step..., from queue: DispatchQueue? = nil) -> Action {
      Action(kind: .steps(steps, at: time, from: queue))
    }

    /// Steps that a subscriber takes inside the callback in which it first receives a value.
    ///
    /// - Parameters:
    ///   - subscriber: the name of the subscriber.
    ///   - value: the value that makes it react.
    ///   - steps: the steps.
    public static func when(_ subscriber: String, gets value: Value, _ steps: Step...) -> Action {
      Action(kind: .reaction(steps, of: subscriber, to: value))
    }

    /// Keeps a queue busy with something else: what is delivered there waits.
    ///
    /// The main queue and the global queues cannot be kept busy; to try stops the program.
    ///
    /// - Parameters:
    ///   - queue: the queue.
    ///   - start: the first tick.
    ///   - end: the tick at which it is free again; later than `start`.
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
    case .releaseOwner(let name): "releaseOwner(\"\(name)\")"
    case .complete: "complete"
    case .fail(let error): "fail(\(error))"
    case .releaseSource: "releaseSource"
    case .read(let name): "read(\"\(name)\")"
    }
  }
}
