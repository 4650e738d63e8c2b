internal import Baton

/// One run of a scenario, under one schedule.
public final class Execution {
  public static nonisolated(unsafe) private(set) var current: Execution?

  /// The number of steps after which a schedule counts as endless.
  static let mostSteps = 20_000

  let number: Int
  let isTraced: Bool
  private let picker: any Picker
  private(set) var threads: [LogicalThread] = []
  private var unfinished = 0
  /// The number of times that a thread was stopped although it could continue.
  private(set) var preemptions = 0
  /// The number of operations performed.
  private(set) var steps = 0
  /// The number of times that the next thread was picked.
  private(set) var picks = 0
  private(set) var failure: String?
  private(set) var trace: [TraceLine] = []
  /// The points at which the schedule picks a thread other than the default one.
  private(set) var switches: [Switch] = []
  private var objects: UInt64 = 0
  private var created: [Created] = []
  private var enabled: [LogicalThread] = []
  private let isOver = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  struct TraceLine {
    let thread: String
    let operation: LogicalThread.Operation
    var result = ""
  }

  init(number: Int, picker: any Picker, isTraced: Bool) {
    self.number = number
    self.picker = picker
    self.isTraced = isTraced
    isOver.initialize(to: 0)
    Self.current = self
  }

  deinit { isOver.deallocate() }

  // MARK: Threads

  /// Adds a thread, which starts when the schedule picks it.
  public func addThread(
    _ name: String, file: StaticString, line: UInt, when condition: LogicalThread.Condition = .always,
    body: @escaping () -> Void
  ) -> LogicalThread {
    let seed = mix(LogicalThread.current?.hash ?? 1, UInt64(threads.count))
    let thread = LogicalThread(
      name: name, index: threads.count, seed: seed, in: self,
      start: .init(name: "begin", cell: nil, file: file, line: line), when: condition, body: body)
    threads.append(thread)
    unfinished += 1
    return thread
  }

  /// Runs all threads to their end.
  func run() {
    guard let first = next(after: nil) else { return }
    first.worker.post()
    baton_wait(isOver)
    for thread in threads where thread.isFinished { thread.worker.takeBack() }
    // Workers of unfinished threads are not reused: they wait forever, and leak everything they hold.
  }

  func end() { Self.current = nil }

  var isFinished: Bool { unfinished == 0 }

  func nextIdentity() -> UInt64 {
    if let thread = LogicalThread.current { return thread.nextIdentity() }
    objects += 1
    return mix(0, objects)
  }

  // MARK: The baton

  func passBaton(from thread: LogicalThread) {
    steps += 1
    if steps > Self.mostSteps { fail("The schedule does not end.") }
    guard let next = next(after: thread) else {
      stop()
      thread.worker.wait()
      return
    }
    if next !== thread {
      next.worker.post()
      thread.worker.wait()
    }
    if isTraced { trace.append(.init(thread: thread.name, operation: thread.pending)) }
  }

  func didBegin(_ thread: LogicalThread) {
    if isTraced { trace.append(.init(thread: thread.name, operation: thread.pending)) }
  }

  func didFinish(_ thread: LogicalThread) {
    unfinished -= 1
    if unfinished > 0, let next = next(after: nil) { next.worker.post() } else { stop() }
  }

  private func stop() {
    if unfinished > 0, steps <= Self.mostSteps {
      let waiting = threads.filter { !$0.isFinished }
      let places = waiting.map { "\($0.name) at \(Source.place($0.pending.file, $0.pending.line))" }
      fail("No thread can continue: " + places.joined(separator: ", ") + ".")
    }
    baton_post(isOver)
  }

  /// The thread that performs the next operation, or `nil` if none can.
  private func next(after thread: LogicalThread?) -> LogicalThread? {
    if steps > Self.mostSteps { return nil }
    picks += 1
    enabled.removeAll(keepingCapacity: true)
    let canGoOn = thread?.isEnabled ?? false
    if canGoOn, let thread { enabled.append(thread) }
    for other in threads where other !== thread && other.isEnabled { enabled.append(other) }
    guard let usual = enabled.first else { return nil }
    if enabled.count == 1 { return usual }
    let picked = enabled[picker.pick(enabled, preempts: canGoOn, in: self)]
    if picked !== usual {
      switches.append(Switch(pick: picks, thread: picked.index))
      if canGoOn { preemptions += 1 }
    }
    return picked
  }

  /// The state's hash. Two schedules with the same hash have led to the same state: each thread has performed the same
  /// operations, and each cell has received them in the same order, apart from the order of reads between two writes.
  var stateHash: UInt64 {
    var sum: UInt64 = 0
    for thread in threads { sum &+= mix(mix(thread.hash, thread.pending.hash), thread.isFinished ? 1 : 2) }
    return sum
  }

  // MARK: Leaks

  private struct Created {
    let name: String
    weak var object: AnyObject?
  }

  /// Remembers an object of the package that the schedule must deallocate.
  public func didCreate(_ object: AnyObject) { created.append(Created(name: "\(type(of: object))", object: object)) }

  /// Fails the schedule if any of its objects is alive. Called when the scenario has released everything.
  func checkLeaks() {
    let leaked = created.filter { $0.object != nil }.map(\.name)
    if !leaked.isEmpty { fail("Not deallocated: " + leaked.joined(separator: ", ") + ".") }
  }

  // MARK: Results

  public func fail(_ message: String) {
    if failure == nil { failure = message }
    if isTraced { show("FAILED: " + message) }
  }

  func show(_ result: String) {
    guard let last = trace.indices.last else { return }
    trace[last].result += (trace[last].result.isEmpty ? "" : ", ") + result
  }
}

/// A pick of a thread other than the default one.
struct Switch {
  let pick: Int
  let thread: Int
}

/// Picks the thread that performs the next operation.
protocol Picker: AnyObject {
  /// Returns an index of `enabled`. The first of these threads is the default.
  ///
  /// - Parameter preempts: whether any other index stops a thread that could continue.
  func pick(_ enabled: [LogicalThread], preempts: Bool, in execution: Execution) -> Int
}
