internal import Schedule

public protocol DispatchSourceProtocol: AnyObject, Sendable {
  func setEventHandler(handler: @escaping @Sendable () -> Void)
  func setCancelHandler(handler: @escaping @Sendable () -> Void)
  func resume()
  func cancel()
}

public protocol DispatchSourceTimer: DispatchSourceProtocol {
  func schedule(deadline: DispatchTime, repeating: DispatchTimeInterval, leeway: DispatchTimeInterval)
}

extension DispatchSourceTimer {
  public func schedule(deadline: DispatchTime, leeway: DispatchTimeInterval) {
    schedule(deadline: deadline, repeating: .never, leeway: leeway)
  }
}

public protocol DispatchSourceSignal: DispatchSourceProtocol {}

/// Creates models of timers. Signals are not modelled.
public enum DispatchSource {
  public static func makeTimerSource(queue: DispatchQueue) -> any DispatchSourceTimer { TimerModel(queue: queue) }

  public static func makeSignalSource(signal: Int32, queue: DispatchQueue) -> any DispatchSourceSignal {
    fatalError("Signals have no model.")
  }
}

/// A timer that fires once after each call of `schedule`, unless another call comes first.
private final class TimerModel: Cell, DispatchSourceTimer, @unchecked Sendable {
  private let queue: DispatchQueue
  private var handler: (@Sendable () -> Void)?
  private var isResumed = false
  private var isCancelled = false
  private var deadline: UInt64 = 0
  /// The number of calls of `schedule`.
  private var version = 0

  init(queue: DispatchQueue) { self.queue = queue }

  func setEventHandler(handler: @escaping @Sendable () -> Void) { self.handler = handler }

  func setCancelHandler(handler: @escaping @Sendable () -> Void) {}

  func schedule(deadline: DispatchTime, repeating: DispatchTimeInterval, leeway: DispatchTimeInterval) {
    guard repeating == .never else { fatalError("Repeating timers have no model.") }
    self.deadline = deadline.uptimeNanoseconds
    version += 1
    if isResumed { start() }
  }

  func resume() {
    isResumed = true
    start()
  }

  private func start() {
    queue.fire(deadline: deadline, #filePath, #line) { [self, version] in
      if isCancelled || version != self.version { return }
      LogicalThread.current?.time = deadline
      handler?()
    }
  }

  func cancel() {
    arrive("cancel of a timer", #filePath, #line)
    isCancelled = true
    didWrite()
  }
}

public final class DispatchGroup: Sendable {
  public init() {}
  public func enter() {}
  public func leave() {}
  public func wait() {}
}
