internal import DeliveryCore
import Synchronization

/// Counts the observables, sinks and subscriptions that exist, in debug builds, to find leaks.
///
/// It counts those of the whole program. For a count of its own, a test uses the leak tracker of RxTesting.
public enum Resources {
  #if DEBUG
    private static let living = Atomic<Int>(0)
  #endif

  /// How many resources exist; 0 in release builds, which do not count.
  public static var total: Int32 {
    #if DEBUG
      Int32(truncatingIfNeeded: living.load(ordering: .relaxed))
    #else
      0
    #endif
  }

  /// Counts `object`, and reports it to the leak tracker.
  @inline(__always)
  static func count(_ object: AnyObject) {
    #if DEBUG
      count()
      CreationWatch.didCreate(object)
    #endif
  }

  @inline(__always)
  static func count() {
    #if DEBUG
      living.wrappingAdd(1, ordering: .relaxed)
    #endif
  }

  @inline(__always)
  static func uncount() {
    #if DEBUG
      living.wrappingSubtract(1, ordering: .relaxed)
    #endif
  }
}
