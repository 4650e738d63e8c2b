import Synchronization

/// Follows the values that wait, and calls a closure when all who hold it have released it.
///
/// Each job that must have run before the closure is called holds the mark, and ends with `pass()`. A job that is dropped
/// without running releases the mark, too.
public final class DeliveryMark: Sendable {
  private let passes = Atomic<Int>(0)
  private let allPassed: @Sendable () -> Void

  package init(allPassed: @escaping @Sendable () -> Void) {
    self.allPassed = allPassed
  }

  /// Makes all that this thread has seen visible to the closure.
  package func pass() { passes.wrappingAdd(1, ordering: .releasing) }

  deinit {
    _ = passes.load(ordering: .acquiring)
    allPassed()
  }
}
