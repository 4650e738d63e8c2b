internal import Baton
public import Schedule

/// The model of a queue. Each work item runs on a thread of its own; on a serial queue, one at a time and in order.
///
/// A timer may fire at any moment after its start; timers of a serial queue fire in the order of their deadlines. A
/// queue's target queue has no effect.
public final class DispatchQueue: Cell, @unchecked Sendable {
  public static let main = DispatchQueue(label: "com.apple.main-thread")

  public let label: String
  private let isConcurrent: Bool
  private var specifics: [ObjectIdentifier: Any] = [:]

  private final class Work {
    let execute: () -> Void
    let deadline: UInt64
    init(deadline: UInt64 = 0, _ execute: @escaping () -> Void) {
      self.deadline = deadline
      self.execute = execute
    }
  }

  private var run: Execution?
  private var works: [Work] = []
  private var timers: [Work] = []
  private var isBusy = false
  /// The thread that runs the main queue, if the scenario has one.
  private var mainThread: LogicalThread?
  private var isRunByScenario = false
  /// Whether work was added while the queue was empty.
  private var isHandleReady = false

  public init(
    label: String, qos: DispatchQoS = .default, attributes: Attributes = [], target: DispatchQueue? = nil
  ) {
    self.label = label
    isConcurrent = attributes.contains(.concurrent)
  }

  public struct Attributes: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let concurrent = Attributes(rawValue: 1)
  }

  private static let shared = DispatchQueue(label: "com.apple.root.default-qos", attributes: .concurrent)

  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { shared }

  /// Discards the work of an earlier, abandoned run, and what that run stored in the queue.
  private func begin() {
    if run === Execution.current { return }
    run = Execution.current
    (works, timers, isBusy, isHandleReady) = ([], [], false, false)
    specifics = [:]
    (mainThread, isRunByScenario) = (nil, false)
  }

  public func async(
    file: StaticString = #filePath, line: UInt = #line, execute work: @escaping @Sendable () -> Void
  ) {
    arrive("async", file, line)
    didWrite()
    show(label)
    begin()
    let work = Work(work)
    if works.isEmpty { isHandleReady = true }
    works.append(work)
    if isRunByScenario { return }
    add(work, file, line) { [unowned self] in !isBusy && works.first === work }
  }

  /// Runs a timer's `execute` at a moment that the schedule chooses.
  func fire(deadline: UInt64, _ file: StaticString, _ line: UInt, execute: @escaping () -> Void) {
    arrive("start of a timer", file, line)
    didWrite()
    begin()
    let work = Work(deadline: deadline, execute)
    timers.insert(work, at: timers.firstIndex { $0.deadline > deadline } ?? timers.endIndex)
    add(work, file, line) { [unowned self] in !isBusy && timers.first === work }
  }

  private func add(_ work: Work, _ file: StaticString, _ line: UInt, when isNext: @escaping () -> Bool) {
    guard let run else { fatalError("A queue is used outside of a schedule.") }
    let thread = run.addThread(label, file: file, line: line, when: isConcurrent ? .always : .that(isNext)) { [self] in
      begin(work)
      work.execute()
      end()
    }
    thread.queue = self
  }

  private func begin(_ work: Work) {
    isBusy = !isConcurrent
    works.removeAll { $0 === work }
    timers.removeAll { $0 === work }
    didWrite()
  }

  private func end() {
    arrive("end of work", #filePath, #line)
    isBusy = false
    didWrite()
  }

  // MARK: The main queue of a scenario that runs it itself

  /// Leaves the main queue to a thread of the scenario. Called before the threads start.
  public static func leaveMainQueueToScenario() {
    main.begin()
    main.isRunByScenario = true
  }

  /// Makes the current thread the main thread.
  public static func becomeMainThread() {
    explorer_set_main_queue(
      { DispatchQueue.main.mainThread === LogicalThread.current }, { DispatchQueue.main.waitForWork() },
      { DispatchQueue.main.runWorks() })
    main.mainThread = LogicalThread.current
    LogicalThread.current?.queue = main
  }

  /// Runs what the main thread has not run, after the threads have ended.
  public static func runRestOfMainQueue() {
    while !main.works.isEmpty { main.works.removeFirst().execute() }
  }

  private func waitForWork() {
    arrive("wait for the main queue", #filePath, #line, when: .that { [unowned self] in isHandleReady })
    isHandleReady = false
    didWrite()
  }

  private func runWorks() {
    arrive("run the main queue", #filePath, #line)
    let taken = works
    works = []
    didWrite()
    for work in taken { work.execute() }
  }

  // MARK: Keys

  public func setSpecific<Value>(key: DispatchSpecificKey<Value>, value: Value?) {
    begin()
    specifics[ObjectIdentifier(key)] = value
  }

  public func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? {
    begin()
    return specifics[ObjectIdentifier(key)] as? Value
  }

  public static func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? {
    (LogicalThread.current?.queue as? DispatchQueue)?.getSpecific(key: key)
  }
}

public final class DispatchSpecificKey<Value>: Sendable {
  public init() {}
}

public struct DispatchQoS: Sendable {
  public enum QoSClass: Sendable { case `default`, utility, background, userInitiated, userInteractive, unspecified }
  public static let `default` = DispatchQoS()
  public var qosClass: QoSClass { .default }
}
