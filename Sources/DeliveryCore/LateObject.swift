public import Synchronization

/// An object that is made when it is first needed, and kept from then on.
///
/// It is never retained again: otherwise all threads would write to its reference count.
@frozen public struct LateObject: ~Copyable, @unchecked Sendable {
  @usableFromInline let object = Atomic<Unmanaged<AnyObject>?>(nil)

  @inlinable
  public init() {}

  deinit { object.load(ordering: .acquiring)?.release() }

  /// Passes the object to `body`, after making it if this is the first call, which must be under a lock.
  @inlinable @inline(__always)
  public borrowing func with<Object: AnyObject, Result>(
    _ make: @autoclosure () -> Object, _ body: (Object) -> Result
  ) -> Result {
    let known = object.load(ordering: .acquiring)
    let object = known ?? .passRetained(make())
    if known == nil { self.object.store(object, ordering: .releasing) }
    return object._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Object.self)) }
  }
}
