import DeliveryCore
import Dispatch
import RxCore

/// One run of a scenario on one contender.
final class ScenarioRun<Value: Equatable & Sendable>: @unchecked Sendable {
  private let scenario: Scenario<Value>
  private let contender: String
  private let driver: any ContenderDriver<Value>
  /// What is due now runs now: how long work takes is not what is compared.
  private let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
  private let queues: [DispatchQueue]

  private let lock = Lock()
  // Guarded by the lock, all of them: a step may be taken on any queue, and many may be told at once.
  private var owners: [String: ScenarioOwner] = [:]
  /// What has not been reacted to yet, by its place in the list of actions.
  private var reactions: [Int: Reaction] = [:]
  private var entries: [Recording<Value>.Entry] = []
  private var refusals: [Recording<Value>.Refusal] = []
  private var sends = 0
  /// The thread of the scenario while it does something, else zero.
  private var thread: UInt = 0
  private var isOver = false

  private struct Reaction {
    let subscriber: String
    let value: Value
    let steps: [Scenario<Value>.Step]
  }

  init(_ scenario: Scenario<Value>, _ contender: Contender<Value>) {
    self.scenario = scenario
    self.contender = contender.name
    driver = contender.makeDriver(scenario.initial, scheduler)
    var labels: [QueueLabel] = []
    var queues: [DispatchQueue] = []
    for queue in scenario.queues + contender.queues {
      let label = QueueLabel.of(queue)
      if label.isGlobal || labels.contains(label) { continue }
      labels.append(label)
      queues.append(queue)
    }
    self.queues = queues
    for (index, action) in scenario.actions.enumerated() {
      guard case .reaction(let steps, let subscriber, let value) = action.kind else { continue }
      reactions[index] = Reaction(subscriber: subscriber, value: value, steps: steps)
    }
  }

  func record() async -> Recording<Value> {
    var busy: [QueueLabel] = []
    for moment in scenario.timeline {
      await advance(to: moment.time, except: busy)
      switch moment.kind {
      case .steps(let steps, nil): onThisThread { take(steps) }
      case .steps(let steps, let queue?): await run(on: queue) { [self] in take(steps) }
      case .suspend(let queue):
        queue.suspend()
        busy.append(.of(queue))
      case .resume(let queue):
        queue.resume()
        if let index = busy.firstIndex(of: .of(queue)) { busy.remove(at: index) }
      }
      await settle(except: busy)
    }
    await advance(to: scenario.end, except: busy)
    return finish()
  }

  /// Ends the recording, then lets everything go.
  private func finish() -> Recording<Value> {
    let (recording, last) = lock.withLock {
      isOver = true
      let last = owners
      owners = [:]
      return (Recording(contender, entries: entries, refusals: refusals), last)
    }
    withExtendedLifetime(last) {}
    return recording
  }
}

// MARK: - Time

extension ScenarioRun {
  /// Lets time pass, one tick after the other if anything waits for it: what is delivered on a queue at one tick arrives
  /// there before the next.
  private func advance(to time: TestTime, except busy: [QueueLabel]) async {
    while scheduler.clock < time, scheduler.pending > 0 {
      onThisThread { scheduler.advanceTo(scheduler.clock + 1) }
      await settle(except: busy)
    }
    onThisThread { scheduler.advanceTo(time) }
  }

  /// Waits until nobody is told anything any more.
  private func settle(except busy: [QueueLabel]) async {
    // What arrives on one queue may send something on to another that has been waited for, or to the scheduler, and
    // only the last of them tells anyone: in the worst case each round brings it on by one.
    var quietRounds = 0
    while quietRounds <= queues.count {
      let before = lock.withLock { entries.count }
      onThisThread { scheduler.advanceTo(scheduler.clock) }
      for queue in queues where !busy.contains(.of(queue)) { await run(on: queue, after: true) {} }
      await driver.settle()
      quietRounds = lock.withLock { entries.count } == before ? quietRounds + 1 : 0
    }
  }

  /// - Parameter after: whether `work` waits for all that was sent to the queue before, concurrent or not.
  private func run(
    on queue: DispatchQueue, after: Bool = false, _ work: @escaping @Sendable () -> Void
  ) async {
    await withCheckedContinuation { continuation in
      queue.async(flags: after ? .barrier : []) {
        work()
        continuation.resume()
      }
    }
  }

  /// After each wait the scenario may go on on another thread, and its former one may do anything.
  private func onThisThread(_ work: () -> Void) {
    lock.withLock { thread = CurrentThread.identity }
    work()
    lock.withLock { thread = 0 }
  }
}

// MARK: - Steps

extension ScenarioRun {
  private func take(_ steps: [Scenario<Value>.Step]) {
    for step in steps {
      if step.isSending { lock.withLock { sends += 1 } }
      do {
        try take(step)
      } catch {
        let refusal = Recording<Value>.Refusal(time: scheduler.clock, step: "\(step)", reason: "\(error)")
        lock.withLock { if !isOver { refusals.append(refusal) } }
      }
    }
  }

  private func take(_ step: Scenario<Value>.Step) throws {
    switch step {
    case .set(let value): try driver.set(value)
    case .complete: try driver.complete()
    case .fail(let error): try driver.fail(error)
    case .releaseSource: try driver.releaseSource()
    case .read(let name): add(.next(try driver.read()), name: name, isReplay: false)
    case .subscribe(let name, let queue):
      let owner = ScenarioOwner()
      // Who subscribes once more has a new owner; the one before goes.
      let (former, sends) = lock.withLock { (owners.updateValue(owner, forKey: name), self.sends) }
      withExtendedLifetime(former) {}
      try driver.subscribe(ScenarioSubscriber(name, queue: queue, registeredAt: sends, run: self), owner: owner)
    case .dispose(let name):
      if let owner = lock.withLock({ owners[name] }) { try driver.dispose(owner) }
    case .killOwner(let name):
      let last = lock.withLock { owners.removeValue(forKey: name) }
      withExtendedLifetime(last) {}
    }
  }

  // MARK: - Recording

  func record(_ event: Event<Value>, of subscriber: ScenarioSubscriber<Value>, isFirst: Bool) {
    let isReplay = isFirst && lock.withLock { sends } == subscriber.registeredAt
    add(event, name: subscriber.name, isReplay: isReplay)
    guard case .next(let value) = event else { return }
    // Values are compared without the lock: they may do what they like.
    let possible = lock.withLock { isOver ? [:] : reactions }
      .filter { $0.value.subscriber == subscriber.name && $0.value.value == value }
    guard let index = possible.keys.min(), let reaction = lock.withLock({ reactions.removeValue(forKey: index) })
    else { return }
    take(reaction.steps)
  }

  private func add(_ event: Event<Value>, name: String, isReplay: Bool) {
    let time = scheduler.clock
    lock.withLock {
      let place = DeliveryPlace.current(thread: thread)
      if isOver { return }
      entries.append(
        .init(name, Recorded(time: time, value: event), order: entries.count, place: place, isReplay: isReplay))
    }
  }
}
