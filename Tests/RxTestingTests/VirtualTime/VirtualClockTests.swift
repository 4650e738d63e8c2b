import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("The clock of a TestScheduler")
struct VirtualClockTests {
  private let scheduler = TestScheduler(initialClock: 0, resolution: 0.001)
  private let log = Guarded<[String]>([])

  private var logged: [String] { log.withLock { $0 } }

  private func note(_ text: String) { log.withLock { $0.append("\(text) @ \(scheduler.clock)") } }

  @Test("a sleep ends at its deadline")
  func sleeps() async {
    let clock = scheduler.virtualClock
    let task = Task {
      try await clock.sleep(for: .milliseconds(300))
      note("a")
      try await clock.sleep(until: VirtualClock.Instant(offset: .milliseconds(450)))
      note("b")
    }
    await scheduler.advance(by: .milliseconds(299))
    #expect(logged == [])
    await scheduler.advance(by: .milliseconds(1))
    #expect(logged == ["a @ 300"])
    await scheduler.advance(by: .seconds(1))
    #expect(logged == ["a @ 300", "b @ 450"])
    #expect(clock.now.offset == .milliseconds(1300))
    #expect(clock.minimumResolution == .milliseconds(1))
    await #expect(throws: Never.self) { try await task.value }
  }

  @Test("Task.sleep and code that takes any clock sleep on it")
  func anyClock() async throws {
    func pause(_ clock: any Clock<Duration>) async throws { try await clock.sleep(for: .milliseconds(20)) }
    let clock = scheduler.virtualClock
    let task = Task {
      try await Task.sleep(until: clock.now.advanced(by: .milliseconds(10)), clock: clock)
      note("a")
      try await Task.sleep(for: .milliseconds(10), clock: clock)
      note("b")
      try await pause(clock)
      note("c")
      return try await clock.measure { try await clock.sleep(for: .milliseconds(5)) }
    }
    await scheduler.run()
    #expect(logged == ["a @ 10", "b @ 20", "c @ 40"])
    #expect(try await task.value == .milliseconds(5))
  }

  @Test("a timeout")
  func timeout() async throws {
    func value<Value: Sendable>(
      within limit: Duration, clock: any Clock<Duration>, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
      try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await body() }
        group.addTask {
          try await clock.sleep(for: limit)
          return nil
        }
        defer { group.cancelAll() }
        return try await group.next().flatMap { $0 }
      }
    }
    let clock = scheduler.virtualClock
    let quick = Task {
      try await value(within: .seconds(1), clock: clock) {
        try await clock.sleep(for: .milliseconds(999))
        return "answer"
      }
    }
    let slow = Task {
      try await value(within: .seconds(1), clock: clock) {
        try await clock.sleep(for: .milliseconds(1001))
        return "late"
      }
    }
    await scheduler.run()
    #expect(try await quick.value == "answer")
    #expect(try await slow.value == nil)
    #expect(scheduler.clock == 1000)
  }

  @Test("a sleep whose deadline has passed ends immediately, and one shorter than a tick takes a tick")
  func shortSleeps() async throws {
    let clock = scheduler.virtualClock
    try await clock.sleep(for: .zero)
    try await clock.sleep(for: .seconds(-1))
    let task = Task {
      try await clock.sleep(for: .nanoseconds(1))
      note("a")
      try await clock.sleep(for: .microseconds(1499))
      note("b")
    }
    await scheduler.run()
    #expect(logged == ["a @ 1", "b @ 2"])
    try await task.value
  }

  @Test("sleeps with equal deadlines end in the order in which they began, each settled before the next")
  func equalDeadlines() async {
    let clock = scheduler.virtualClock
    for number in 0..<100 {
      Task {
        try await clock.sleep(until: VirtualClock.Instant(offset: .seconds(1)))
        for _ in 0..<3 { await Task.yield() }
        note("\(number)")
      }
      await scheduler.settle()
    }
    await scheduler.advance(by: .seconds(1))
    #expect(logged == (0..<100).map { "\($0) @ 1000" })
  }

  @Test("cancellation ends a sleep immediately, with an error, and frees it")
  func cancellation() async throws {
    let clock = scheduler.virtualClock
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await scheduler.settle()
    #expect(scheduler.pending == 1)
    task.cancel()
    #expect(scheduler.pending == 0)
    await #expect(throws: CancellationError.self) { try await task.value }
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .zero)
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(scheduler.clock == 0)
  }

  @Test("cancellation at any moment leaves neither a sleeper nor scheduled work")
  func cancellationRaces() async throws {
    let clock = scheduler.virtualClock
    for _ in 0..<200 {
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      await scheduler.settle()
      #expect(scheduler.pending == 0)
    }
  }

  @Test("tasks that go to sleep on several threads all wake")
  func manySleepers() async throws {
    let clock = scheduler.virtualClock
    let sum = Guarded(0)
    await withTaskGroup(of: Void.self) { group in
      for number in 1...500 {
        group.addTask {
          for _ in 0..<3 { try? await clock.sleep(for: .milliseconds(number % 7 + 1)) }
          sum.withLock { $0 += number }
        }
      }
      await scheduler.run()
    }
    #expect(sum.withLock { $0 } == 500 * 501 / 2)
    #expect(scheduler.clock == 21)
  }

  @Test("operators and tasks share the time")
  func operatorsAndTasks() async {
    let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
    let clock = scheduler.virtualClock
    let subject = PublishSubject<Int>()
    let shown = scheduler.record(subject.debounce(.milliseconds(10), scheduler: scheduler))
    let task = Task {
      for number in 1...3 {
        try await clock.sleep(for: .milliseconds(number == 3 ? 10 : 4))
        subject.onNext(number)
      }
    }
    await scheduler.advance(by: .seconds(1))
    // The debounce is due when the third sleep ends, and was scheduled after it.
    #expect(shown.events == [.next(28, 3)] || shown.events == [.next(18, 2), .next(28, 3)])
    await #expect(throws: Never.self) { try await task.value }
  }

  @Test("times beyond the clock's range")
  func limits() async {
    let late = TestScheduler(initialClock: .max, resolution: 1e6)
    #expect(late.virtualClock.now.offset == .seconds(Int64.max))
    let scheduler = TestScheduler(initialClock: 1)
    let task = Task { [clock = scheduler.virtualClock] in
      try await clock.sleep(until: VirtualClock.Instant(offset: .seconds(Int64.max)))
    }
    await scheduler.advance(by: .seconds(Int64.max))
    await #expect(throws: Never.self) { try await task.value }
    #expect(scheduler.clock == .max)
  }
}
