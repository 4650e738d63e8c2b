import BindableKit
import Dispatch
import RxBindable
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("Waiting until all tasks wait")
struct SettlingTests {
  private let scheduler = TestScheduler(initialClock: 0, resolution: 0.001)
  private let log = Guarded<[String]>([])

  private var logged: [String] { log.withLock { $0 } }

  private func note(_ text: String) { log.withLock { $0.append(text) } }

  private actor Counter {
    private(set) var count = 0
    func step() { count += 1 }
  }

  @MainActor private static func onMain() { MainActor.assertIsolated() }

  /// Hops between the pool, the main actor and `counter`.
  private static func wander(_ hops: Int, _ counter: Counter) async {
    for hop in 0..<hops {
      switch hop % 4 {
      case 0: await Task.yield()
      case 1: await counter.step()
      case 2: await Task.detached { await onMain() }.value
      default: await onMain()
      }
    }
  }

  @Test("a task that wanders between the pool, the main actor, an actor and other tasks")
  func wandering() async {
    for hops in 1...60 {
      let end = Guarded(0)
      let counter = Counter()
      Task {
        await Self.wander(hops, counter)
        end.withLock { $0 += 1 }
      }
      Task.detached {
        await Self.wander(hops, counter)
        end.withLock { $0 += 1 }
      }
      await scheduler.settle()
      #expect(end.withLock { $0 } == 2)
    }
  }

  @MainActor @Test("on the main actor, too")
  func onMainActor() async {
    for hops in 1...60 {
      var ended = false
      let counter = Counter()
      Task {
        await Self.wander(hops, counter)
        MainActor.assertIsolated()
        ended = true
      }
      await scheduler.settle()
      MainActor.assertIsolated()
      #expect(ended)
    }
  }

  @Test("groups, child tasks and streams")
  func structured() async {
    let sum = Guarded(0)
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    Task {
      for await number in numbers { sum.withLock { $0 += number } }
      sum.withLock { $0 += 1000 }
    }
    Task {
      async let first: Void = Task.yield()
      await withTaskGroup(of: Int.self) { group in
        for number in 1...20 { group.addTask { await Task { number }.value } }
        for await number in group { continuation.yield(number) }
      }
      await first
    }
    await scheduler.settle()
    #expect(sum.withLock { $0 } == 210)
    continuation.finish()
    await scheduler.settle()
    #expect(sum.withLock { $0 } == 1210)
  }

  @Test("each sleep is settled before the next ends")
  func steps() async {
    let clock = scheduler.virtualClock
    let counter = Counter()
    for number in 1...5 {
      Task { @MainActor in
        for _ in 0..<10 {
          try await clock.sleep(for: .milliseconds(1))
          await Self.wander(12, counter)
          note("\(number)")
        }
      }
      await scheduler.settle()
    }
    await scheduler.advance(by: .milliseconds(10))
    #expect(logged == (0..<10).flatMap { _ in (1...5).map { "\($0)" } })
  }

  // MARK: Queues

  @Test("values that wait on queues and on the main actor, and what their observers start")
  func deliveries() async {
    for _ in 0..<100 {
      let (first, second, third) = (Bindable(0), Bindable(0), Bindable(0))
      let queue = DispatchQueue(label: "first")
      let ended = Guarded<[Int]>([])
      let tokens = [
        first.observe(queue: queue) { second.value = $0 },
        second.observe(queue: .main) { third.value = $0 },
        third.observe { @MainActor number in
          Task.detached {
            await Task.yield()
            ended.withLock { $0.append(number) }
          }
        },
      ]
      for number in 0...3 {
        if number > 0 { first.value = number }
        await scheduler.settle()
        #expect(ended.withLock { $0.last } == number)
      }
      for token in tokens { token.cancel() }
      withExtendedLifetime((first, second, third)) {}
    }
  }

  @Test("elements of observe(on:) and work of schedulers, on a serial and on a concurrent queue")
  func schedulers() async {
    let serial = SerialDispatchQueueScheduler(qos: .default)
    let concurrent = ConcurrentDispatchQueueScheduler(qos: .default)
    for _ in 0..<100 {
      let subject = PublishSubject<Int>()
      let ended = Guarded<[Int]>([])
      let subscription =
        subject.observe(on: serial).observe(on: concurrent).observe(on: MainScheduler.instance)
        .flatMap { number in Observable.just(number).subscribe(on: concurrent).observe(on: serial) }
        .subscribe(onNext: { number in ended.withLock { $0.append(number) } })
      subject.onNext(1)
      subject.onNext(2)
      await scheduler.settle()
      #expect(ended.withLock { $0.sorted() } == [1, 2])
      subscription.dispose()
    }
  }

  @Test("elements that wait for the scheduler's time do not count")
  func observeOnScheduler() async {
    let subject = PublishSubject<Int>()
    let shown = scheduler.record(subject.observe(on: scheduler))
    subject.onNext(1)
    await scheduler.settle()
    #expect(shown.events == [])
    await scheduler.run()
    #expect(shown.events == [.next(1, 1)])
  }

  @Test("a Bindable's values as an async sequence")
  func values() async {
    let query = Bindable("")
    let seen = Guarded<[String]>([])
    let loop = Task { [values = query.values] in
      for await text in values { seen.withLock { $0.append(text) } }
    }
    await scheduler.settle()
    for text in ["a", "b", "c"] {
      query.value = text
      await scheduler.settle()
      #expect(seen.withLock { $0.last } == text)
    }
    #expect(seen.withLock { $0 } == ["", "a", "b", "c"])
    loop.cancel()
  }

  // MARK: What belongs to a test

  @Test("does not wait for the tasks of another scheduler, nor for tasks without one")
  func otherTests() async {
    let goesOn = Guarded(true)
    let other = Task.detached {
      let scheduler = TestScheduler(initialClock: 0)
      await scheduler.settle()
      while goesOn.withLock({ $0 }) { await Task { @MainActor in await Task.yield() }.value }
      withExtendedLifetime(scheduler) {}
    }
    for _ in 0..<20 {
      let task = Task { await Task.yield() }
      // Not in the tasks of this test's scheduler, but in those of another one, which this task has not used.
      _ = await task.value
    }
    let started = Guarded(false)
    let mine = TestScheduler(initialClock: 0)
    Task {
      await Task.yield()
      started.withLock { $0 = true }
    }
    await mine.advance(by: .seconds(1))
    #expect(started.withLock { $0 })
    goesOn.withLock { $0 = false }
    await other.value
  }

  @Test("two schedulers of a test")
  func twoSchedulers() async throws {
    let other = TestScheduler(initialClock: 0)
    let ended = Guarded(0)
    for clock in [scheduler.virtualClock, other.virtualClock] {
      Task {
        await Task.yield()
        try await clock.sleep(for: .seconds(1))
        await Task.yield()
        ended.withLock { $0 += 1 }
      }
    }
    await scheduler.settle()
    #expect(scheduler.pending == 1 && other.pending == 1)
    await scheduler.advance(by: .seconds(1))
    #expect(ended.withLock { $0 } == 1)
    await other.advance(by: .seconds(1))
    #expect(ended.withLock { $0 } == 2)
  }

  @Test("a scheduler created outside a task counts all new tasks that have no other")
  func outsideTasks() async throws {
    let ended = Guarded(0)
    let scheduler = try await onDedicatedThread {
      let scheduler = TestScheduler(initialClock: 0)
      Task {
        await Task.yield()
        await Self.onMain()
        try await scheduler.virtualClock.sleep(for: .seconds(1))
        ended.withLock { $0 += 1 }
      }
      return scheduler
    }
    await scheduler.settle()
    #expect(scheduler.pending == 1)
    await scheduler.run()
    #expect(ended.withLock { $0 } == 1)
  }

  @Test("a task that a thread resumes counts again")
  func resumedElsewhere() async throws {
    let ended = Guarded(0)
    let waiting = Guarded<CheckedContinuation<Void, Never>?>(nil)
    Task {
      await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
      await Self.wander(20, Counter())
      ended.withLock { $0 += 1 }
    }
    await scheduler.settle()
    #expect(ended.withLock { $0 } == 0)
    try await onDedicatedThread { waiting.withLock { $0 }?.resume() }
    await scheduler.settle()
    #expect(ended.withLock { $0 } == 1)
  }

  @Test("what has been delivered on a queue no longer counts, although another test's work follows it there")
  func deliveredBeforeOthers() async throws {
    let queue = DispatchQueue(label: "shared")
    let (value, other) = (Bindable(0), Bindable(0))
    let hasSettled = DispatchSemaphore(value: 0)
    let tokens = [
      value.observe(replay: false, queue: queue) { [self] in note("\($0)") },
      other.observe(replay: false, queue: queue) { _ in hasSettled.wait() },
    ]
    queue.suspend()
    value.value = 1
    try await onDedicatedThread { other.value = 1 }
    queue.resume()
    await scheduler.settle()
    #expect(logged == ["1"])
    hasSettled.signal()
    await other.delivered()
    withExtendedLifetime((value, tokens)) {}
  }

  @Test("several tasks may wait, also while one moves the time")
  func severalWait() async {
    let clock = scheduler.virtualClock
    let ended = Guarded(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try? await clock.sleep(for: .milliseconds(5))
          await scheduler.settle()
          ended.withLock { $0 += 1 }
        }
      }
      await scheduler.advance(by: .milliseconds(10))
      #expect(ended.withLock { $0 } == 20)
    }
  }

  @Test("tests in parallel do not disturb each other")
  func parallel() async {
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<50 {
        group.addTask {
          await Task.detached {
            let scheduler = TestScheduler(initialClock: 0, resolution: 0.001)
            let log = Guarded<[String]>([])
            let counter = Counter()
            for number in 1...3 {
              Task { @MainActor [clock = scheduler.virtualClock] in
                try await clock.sleep(for: .milliseconds(10))
                await Self.wander(8, counter)
                log.withLock { $0.append("\(number) @ \(scheduler.clock)") }
              }
              await scheduler.settle()
            }
            await scheduler.advance(by: .milliseconds(10))
            return log.withLock { $0 }
          }.value
        }
      }
      for await log in group { #expect(log == ["1 @ 10", "2 @ 10", "3 @ 10"]) }
    }
  }

  @Test("the scheduler is freed when nothing uses it, and a task that sleeps does")
  func lifetime() async {
    weak var freed: TestScheduler?
    do {
      let scheduler = TestScheduler(initialClock: 0)
      freed = scheduler
      let clock = scheduler.virtualClock
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      await scheduler.run()
      _ = await task.result
      let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
      await scheduler.settle()
      sleeping.cancel()
      _ = await sleeping.result
    }
    for _ in 0..<1000 where freed != nil { await Task.yield() }
    #expect(freed == nil)
  }

  // MARK: Misuse

  @Test("moving the time back, or in two tasks at the same time, stops the program")
  func misuse() async {
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await TestScheduler(initialClock: 0).advance(by: .seconds(-1))
    }
    .says("virtual time does not go back")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scheduler = TestScheduler(initialClock: 0)
      let clock = scheduler.virtualClock
      Task {
        try await clock.sleep(for: .seconds(1))
        await scheduler.advance(by: .seconds(1))
      }
      await scheduler.advance(by: .seconds(2))
    }
    .says("was called while the scheduler is running")
  }
}
