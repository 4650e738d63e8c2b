import Synchronization

/// Counts the objects it made that are still alive. Each test has its own.
final class Lifetimes: Sendable {
  private let count = Atomic<Int>(0)

  /// How many are alive.
  var alive: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Makes an object to be captured by what must not leak.
  func make() -> Tracked {
    count.wrappingAdd(1, ordering: .sequentiallyConsistent)
    return Tracked(lifetimes: self)
  }

  fileprivate func ended() {
    count.wrappingSubtract(1, ordering: .sequentiallyConsistent)
  }
}

/// An object whose end is noticed.
final class Tracked: Sendable {
  private let lifetimes: Lifetimes

  fileprivate init(lifetimes: Lifetimes) {
    self.lifetimes = lifetimes
  }

  deinit { lifetimes.ended() }

  /// Does nothing, but uses the object.
  func touch() {}
}
