internal import DeliveryCore
import Synchronization

/// Counts live observables, sinks and subscriptions in debug builds, to find leaks.
///
/// The count covers the whole program. A test that watches only its own objects should use RxTesting's leak tracker.
public enum Resources {
  #if DEBUG
    private static let living = Atomic<Int>(0)
  #endif

  /// The number of live resources. Always 0 in release builds.
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
