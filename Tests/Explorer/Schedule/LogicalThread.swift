internal import Baton

/// A thread of a scenario, or one that runs a work item of a queue.
public final class LogicalThread {
  /// The condition under which a thread can perform its next operation.
  public enum Condition {
    case always
    case free(LockModel)
    case that(() -> Bool)
  }

  struct Operation {
    let name: StaticString
    let cell: Cell?
    let file: StaticString
    let line: UInt

    var hash: UInt64 {
      mix(UInt64(UInt(bitPattern: file.utf8Start)) ^ UInt64(line), cell?.identity ?? 0)
    }
  }

  /// The thread that the schedule is running; `nil` outside a schedule, where operations are not scheduled.
  public static var current: LogicalThread? {
    baton_current().map { Unmanaged<LogicalThread>.fromOpaque($0).takeUnretainedValue() }
  }

  public let name: String
  /// The time that the thread reads: the deadline of the timer whose handler it runs, otherwise zero.
  public var time: UInt64 = 0
  /// The queue whose work the thread runs.
  public var queue: AnyObject?

  let index: Int
  let worker: Worker
  private let execution: Execution
  private var body: (() -> Void)?
  private var condition: Condition

  var isFinished = false
  /// The next operation of the thread.
  var pending: Operation
  /// A hash of the thread's past operations, and of the operations of other threads that could influence them.
  var hash: UInt64
  private let seed: UInt64
  private var objects: UInt64 = 0

  init(
    name: String, index: Int, seed: UInt64, in execution: Execution, start: Operation, when condition: Condition,
    body: @escaping () -> Void
  ) {
    self.name = name
    self.index = index
    self.seed = seed
    self.execution = execution
    self.body = body
    self.condition = condition
    hash = seed
    pending = start
    worker = Worker.idle()
    worker.thread = self
  }

  var isEnabled: Bool {
    if isFinished { return false }
    switch condition {
    case .always: return true
    case .free(let lock): return !lock.isHeld
    case .that(let isTrue): return isTrue()
    }
  }

  func nextIdentity() -> UInt64 {
    objects += 1
    return mix(seed, objects)
  }

  func arrive(_ operation: Operation, when condition: Condition) {
    pending = operation
    self.condition = condition
    execution.passBaton(from: self)
  }

  /// Runs the body, on the worker.
  func run() {
    baton_set_current(Unmanaged.passUnretained(self).toOpaque())
    execution.didBegin(self)
    body?()
    body = nil  // Its captures are released on this thread.
    baton_set_current(nil)
    isFinished = true
    execution.didFinish(self)
  }
}

/// A thread of the operating system, which runs logical threads one after another.
final class Worker: @unchecked Sendable {
  private static nonisolated(unsafe) var pool: [Worker] = []

  private let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
  var thread: LogicalThread?

  private init() {
    word.initialize(to: 0)
    baton_start(
      { Unmanaged<Worker>.fromOpaque($0.unsafelyUnwrapped).takeUnretainedValue().loop() },
      Unmanaged.passRetained(self).toOpaque())
  }

  static func idle() -> Worker { pool.popLast() ?? Worker() }

  func takeBack() {
    thread = nil
    Self.pool.append(self)
  }

  private func loop() {
    while true {
      wait()
      thread?.run()
    }
  }

  func post() { baton_post(word) }
  func wait() { baton_wait(word) }
}
