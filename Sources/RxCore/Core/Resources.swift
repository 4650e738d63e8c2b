import Synchronization

/// Counts the observables, sinks and subscriptions that exist, in debug builds, to find what leaks.
///
/// The count is of the whole program; a test that wants its own uses the leak tracker of RxTesting.
public enum Resources {
  #if DEBUG
    private static let count = Atomic<Int>(0)
  #endif

  /// How many resources exist; 0 in release builds, which do not count.
  public static var total: Int32 {
    #if DEBUG
      Int32(truncatingIfNeeded: count.load(ordering: .relaxed))
    #else
      0
    #endif
  }

  @inline(__always)
  static func increment() {
    #if DEBUG
      count.wrappingAdd(1, ordering: .relaxed)
    #endif
  }

  @inline(__always)
  static func decrement() {
    #if DEBUG
      count.wrappingSubtract(1, ordering: .relaxed)
    #endif
  }
}
