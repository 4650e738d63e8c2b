internal import DeliveryCore
import Synchronization

/// Counts live observables, sinks and subscriptions, to find leaks: in debug builds, and in all builds with the flag
/// `TRACE_RESOURCES`.
///
/// The count covers the whole program. All members may be used from any thread. A test that watches only its own
/// objects should use RxTesting's leak tracker.
public enum Resources {
  private static let living = Atomic<Int>(0)

  /// The number of live resources. Always 0 in release builds without the flag `TRACE_RESOURCES`.
  public static var total: Int32 { add(0) }

  /// Counts a resource of your own, and returns the total before it.
  ///
  /// Call it when the resource is created, and ``decrementTotal()`` when it is deallocated. Does nothing, and returns
  /// 0, in release builds without the flag `TRACE_RESOURCES`.
  ///
  /// Semantics: RxSwift, Resources, which has this method only with that flag.
  @discardableResult
  public static func incrementTotal() -> Int32 { add(1) }

  /// Removes a resource of your own from the count, and returns the total before that.
  ///
  /// Does nothing, and returns 0, in release builds without the flag `TRACE_RESOURCES`.
  ///
  /// Semantics: RxSwift, Resources, which has this method only with that flag.
  @discardableResult
  public static func decrementTotal() -> Int32 { add(-1) }

  /// Changes the count, and returns the total before the change.
  @inline(__always)
  private static func add(_ change: Int) -> Int32 {
    #if DEBUG || TRACE_RESOURCES
      Int32(truncatingIfNeeded: living.wrappingAdd(change, ordering: .relaxed).oldValue)
    #else
      0
    #endif
  }

  /// Counts `object`, and reports it to the leak tracker.
  @inline(__always)
  static func count(_ object: AnyObject) {
    incrementTotal()
    #if DEBUG
      CreationWatch.didCreate(object)
    #endif
  }
}
