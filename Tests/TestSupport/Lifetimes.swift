import Dispatch
import Synchronization

/// Makes objects and counts those that are still alive. Each test has its own.
public final class Lifetimes: Sendable {
  private let count = Atomic<Int>(0)

  public init() {}

  /// The number of live objects.
  public var alive: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Makes an object for a test to capture in closures that must not leak. The object's deinit calls `atEnd`.
  public func make(atEnd: @escaping @Sendable () -> Void = {}) -> Tracked {
    count.wrappingAdd(1, ordering: .sequentiallyConsistent)
    return Tracked(lifetimes: self, atEnd: atEnd)
  }

  /// Waits until no object is alive, because a queue releases a closure only after the closure has returned. Returns
  /// `false` if that takes too long.
  public func waitUntilFreed() -> Bool {
    let end = DispatchTime.now() + limit
    while alive > 0, DispatchTime.now() < end { DispatchQueue.global().sync {} }
    return alive == 0
  }

  fileprivate func ended() {
    count.wrappingSubtract(1, ordering: .sequentiallyConsistent)
  }
}

/// An object whose deinit is counted.
public final class Tracked: Sendable {
  private let lifetimes: Lifetimes
  private let atEnd: @Sendable () -> Void

  fileprivate init(lifetimes: Lifetimes, atEnd: @escaping @Sendable () -> Void) {
    self.lifetimes = lifetimes
    self.atEnd = atEnd
  }

  deinit {
    atEnd()
    lifetimes.ended()
  }

  /// Does nothing. A closure that calls it captures the object.
  public func touch() {}
}
