import DeliveryCore
import Dispatch
import RxCore
import RxTesting

/// One run of a scenario on one contender.
///
/// Only one thread works at a time: the scenario's thread, or the thread of the queue whose round it is. While a driver
/// settles, the scenario's thread waits and all queues run freely.
final class ScenarioRun<Input: Sendable, Output: Equatable & Sendable>: @unchecked Sendable {
  private let scenario: Scenario<Input, Output>
  private let contender: String
  private let driver: any ContenderDriver<Input, Output>
  private let clock = ScenarioClock()
  private var scheduler: TestScheduler { clock.scheduler }
  private let queues: [any ScenarioQueue]
  private let names: QueueNames

  private let lock = Lock()
  // All guarded by the lock, because a step may be taken on any queue.
  private var owners: [String: ScenarioOwner] = [:]
  /// The pending reactions, by their index in the list of actions.
  private var reactions: [Int: Reaction] = [:]
  private var entries: [Recording<Output>.Entry] = []
  private var refusals: [Recording<Output>.SkippedStep] = []
  private var emissions = 0
  /// The identity of the scenario's thread.
  private var thread: UInt = 0
  private var isOver = false

  private struct Reaction {
    let subscriber: String
    let value: Output
    let steps: [Scenario<Input, Output>.Step]
  }

  /// - Parameter names: the names of the scenario's and the contender's queues in recordings.
  init(
    _ scenario: Scenario<Input, Output>, _ contender: Contender<Input, Output>, names: QueueNames
  ) throws(ScenarioError) {
    self.scenario = scenario
    self.contender = contender.name
    self.names = names
    switch contender.factory {
    case .viewModel(let makeDriver): driver = makeDriver(clock.scheduler)
    case .value(let makeDriver):
      guard let initial = scenario.initial else { throw .noInitialValue(for: contender.name) }
      driver = makeDriver(initial, clock.scheduler)
    }
    let contenders = Set(contender.queues.map { QueueIdentity.of($0) })
    var queues: [any ScenarioQueue] = []
    for queue in scenario.queues + contender.queues {
      let identity = QueueIdentity.of(queue)
      if identity.isGlobal || queues.contains(where: { $0.identity == identity }) { continue }
      queues.append(
        identity == .main
          ? HeldMainQueue() : SuspendedQueue(queue, isUsedByContender: contenders.contains(identity)))
    }
    self.queues = queues
    for (index, action) in scenario.actions.enumerated() {
      guard case .reaction(let steps, let subscriber, let value) = action.kind else { continue }
      reactions[index] = Reaction(subscriber: subscriber, value: value, steps: steps)
    }
  }

  /// Runs the scenario on the scenarios' own queue.
  ///
  /// Waiting there does not block a thread of Swift's cooperative pool, which the awaited work may need.
  /// Scenarios run one after the other, so they need only one thread.
  func record() async -> Recording<Output> {
    // The caller's leak tracker watches the objects that the run makes.
    let watcher = CreationWatch.watcher
    return await withCheckedContinuation { done in
      // Unowned, because the caller holds the run. A strong capture might release the run only after the caller has
      // continued.
      scenarios.async { [unowned self] in
        done.resume(returning: CreationWatch.$watcher.withValue(watcher) { playUntimed() })
      }
    }
  }

  /// Plays the scenario without the time limit on delivery turns.
  ///
  /// On a slow machine, the time limit would split a turn, and another queue would run in between.
  private func playUntimed() -> Recording<Output> { Turn.withoutTime { play() } }

  private func play() -> Recording<Output> {
    var busy = BusyQueues()
    lock.withLock { thread = currentThread }
    for queue in queues { queue.hold() }
    for moment in scenario.timeline {
      advance(to: moment.time, except: busy)
      switch moment.kind {
      case .steps(let steps, nil): take(steps)
      case .steps(let steps, let queue?): run(on: queue) { [self] in take(steps) }
      case .suspend(let queue):
        queue.suspend()
        busy.begin(.of(queue))
      case .resume(let queue):
        queue.resume()
        busy.end(.of(queue))
      }
      settle(except: busy)
    }
    advanceToEnd(except: busy)
    let recording = finish()
    for queue in queues { queue.release() }
    return recording
  }

  /// Ends the recording, then releases the owners.
  private func finish() -> Recording<Output> {
    let (end, pending) = (scheduler.clock, scheduler.pending)
    let (recording, last) = lock.withLock {
      isOver = true
      let last = owners
      owners = [:]
      return (Recording(contender, entries: entries, refusals: refusals, end: end, pending: pending), last)
    }
    extendLifetime(last)
    return recording
  }
}

// MARK: - Time

/// The queue on which scenarios run.
private let scenarios = DispatchQueue(label: "RxComparison.scenarios")

extension ScenarioRun {
  /// Advances virtual time from one tick with work to the next. Deliveries on a queue arrive before the next tick.
  private func advance(to time: TestTime, except busy: BusyQueues) {
    while let tick = clock.nextDueTick(), tick <= time {
      scheduler.advanceTo(tick)
      settle(except: busy)
    }
    scheduler.advanceTo(time)
  }

  /// Advances to the end of the scenario, or until nothing more is due.
  private func advanceToEnd(except busy: BusyQueues) {
    let end = scenario.lastTick
    while scheduler.pending > 0, let tick = clock.nextDueTick(), tick <= end {
      scheduler.advanceTo(tick)
      settle(except: busy)
    }
    // Work may still be pending at an unknown tick: `onSchedule` does not report direct calls to
    // `scheduleAbsoluteVirtual`.
    if scenario.end == nil, scheduler.pending == 0 { return }
    scheduler.advanceTo(end)
    settle(except: busy)
  }

  /// Waits until no subscriber receives anything more.
  private func settle(except busy: BusyQueues) {
    runQueues(except: busy)
    if driver is any SettledDriver { return }
    var before: Int
    repeat {
      before = count
      // The driver may wait for work on any of these queues.
      for queue in queues { queue.release() }
      let done = DispatchSemaphore(value: 0)
      Task { [unowned self] in
        await driver.settle()
        done.signal()
      }
      done.wait()
      for queue in queues { queue.hold() }
      runQueues(except: busy)
    } while count != before
  }

  /// Gives each queue a round, in turn, until nothing more is delivered.
  private func runQueues(except busy: BusyQueues) {
    // Work may pass through several queues and the scheduler before anything is delivered. In the worst case, each pass
    // over the queues takes the work only one queue further, so stop when there have been more quiet passes than
    // queues.
    var quietPasses = 0
    while quietPasses <= queues.count {
      let before = count
      scheduler.advanceTo(scheduler.clock)
      for queue in queues where !busy.contains(queue.identity) { queue.runRound() }
      quietPasses = count == before ? quietPasses + 1 : 0
    }
  }

  /// The number of recorded events.
  private var count: Int { lock.withLock { entries.count } }

  private func run(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    let identity = QueueIdentity.of(queue)
    if let held = queues.first(where: { $0.identity == identity }) { return held.runRound(work) }
    // `queue` is a global queue: all others are in `queues`.
    let done = DispatchSemaphore(value: 0)
    queue.async {
      work()
      done.signal()
    }
    done.wait()
  }
}

// MARK: - Steps

extension ScenarioRun {
  private func take(_ steps: [Scenario<Input, Output>.Step]) {
    for step in steps {
      if step.isEmitting { lock.withLock { emissions += 1 } }
      do {
        try take(step)
      } catch {
        let refusal = Recording<Output>.SkippedStep(time: scheduler.clock, step: "\(step)", reason: "\(error)")
        lock.withLock { if !isOver { refusals.append(refusal) } }
      }
    }
  }

  private func take(_ step: Scenario<Input, Output>.Step) throws {
    switch step {
    case .set(let value): try driver.set(value)
    case .complete: try driver.complete()
    case .fail(let error): try driver.fail(error)
    case .releaseSource: try driver.releaseSource()
    case .read(let name): add(.next(try driver.read()), name: name, isReplay: false)
    case .subscribe(let name, let queue):
      let owner = ScenarioOwner()
      // A second subscription under a name has a new owner, and the former owner is released.
      let (former, emissions) = lock.withLock { (owners.updateValue(owner, forKey: name), self.emissions) }
      extendLifetime(former)
      let subscriber = ScenarioSubscriber(
        name, queue: queue.map(subscribersQueue), registeredAt: emissions, run: self)
      try driver.subscribe(subscriber, owner: owner)
    case .dispose(let name):
      if let owner = lock.withLock({ owners[name] }) { try driver.dispose(owner) }
    case .releaseOwner(let name):
      let last = lock.withLock { owners.removeValue(forKey: name) }
      extendLifetime(last)
    }
  }

  private func subscribersQueue(for queue: DispatchQueue) -> DispatchQueue {
    let identity = QueueIdentity.of(queue)
    return queues.first { $0.identity == identity }?.queue ?? queue
  }

  // MARK: - Recording

  func record(_ event: Event<Output>, of subscriber: ScenarioSubscriber<Output>, isFirst: Bool) {
    let isReplay = isFirst && lock.withLock { emissions } == subscriber.registeredAt
    add(event, name: subscriber.name, isReplay: isReplay)
    guard case .next(let value) = event else { return }
    // Values are compared outside the lock, because their `==` may run any code.
    let possible = lock.withLock { isOver ? [:] : reactions }
      .filter { $0.value.subscriber == subscriber.name && $0.value.value == value }
    guard let index = possible.keys.min(), let reaction = lock.withLock({ reactions.removeValue(forKey: index) })
    else { return }
    take(reaction.steps)
  }

  private func add(_ event: Event<Output>, name: String, isReplay: Bool) {
    let time = scheduler.clock
    lock.withLock {
      let context = names.currentContext(thread: thread)
      if isOver { return }
      entries.append(
        .init(name, Recorded(time: time, value: event), order: entries.count, context: context, isReplay: isReplay))
    }
  }
}
