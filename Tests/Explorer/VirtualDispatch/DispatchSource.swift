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

public protocol DispatchSourceSignal: DispatchSourceProtocol {}

/// Creates models of timers. Signals are not modelled.
public enum DispatchSource {
  public static func makeTimerSource(queue: DispatchQueue) -> any DispatchSourceTimer { TimerModel(queue: queue) }

  public static func makeSignalSource(signal: Int32, queue: DispatchQueue) -> any DispatchSourceSignal {
    fatalError("Signals have no model.")
  }
}

private final class TimerModel: Cell, DispatchSourceTimer, @unchecked Sendable {
  private let queue: DispatchQueue
  private var handler: (@Sendable () -> Void)?
  private var isCancelled = false
  private var deadline = 0
  /// The number of firings left, limited because an endless timer would make schedules endless.
  private var firings = 1

  init(queue: DispatchQueue) { self.queue = queue }

  func setEventHandler(handler: @escaping @Sendable () -> Void) { self.handler = handler }

  func setCancelHandler(handler: @escaping @Sendable () -> Void) {}

  func schedule(deadline: DispatchTime, repeating: DispatchTimeInterval, leeway: DispatchTimeInterval) {
    self.deadline = deadline.nanoseconds
    firings = repeating == .never ? 1 : 3
  }

  func resume() { start() }

  private func start() {
    queue.fire(deadline: UInt64(deadline), #filePath, #line) { [self] in
      guard !isCancelled else {
        handler = nil
        return
      }
      handler?()
      firings -= 1
      if isCancelled { handler = nil } else if firings > 0 { start() }
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
