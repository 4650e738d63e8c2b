internal import CRuntime

/// An observer entry that lives no longer than an owner, if it has one. The owner is not kept alive, and can be asked,
/// cheaply, whether it lives.
///
/// A weak reference answers in about 70 ns, because it must retain what it finds. Here an unowned reference keeps the
/// owner's memory (not the owner) and the runtime is asked whether its deinit has begun. On Apple platforms, whose
/// owners may be Objective-C objects, a weak reference does the same.
open class OwnedEntry: ObserverEntry {
  /// Where the owner is or was; `nil` when there is none.
  package final let ownerAddress: UnsafeRawPointer?

  #if canImport(ObjectiveC)
    private final weak var owner: AnyObject?
  #else
    private unowned final let ownerMemory: AnyObject?
  #endif

  package init(owner: AnyObject?) {
    ownerAddress = owner.map(Self.address(of:))
    #if canImport(ObjectiveC)
      self.owner = owner
    #else
      ownerMemory = owner
    #endif
    super.init()
  }

  /// Whether the owner lives; `true` where there is none.
  package final var isOwnerAlive: Bool {
    guard let ownerAddress else { return true }
    #if canImport(ObjectiveC)
      return owner != nil
    #else
      return !swift_isDeallocating(ownerAddress)
    #endif
  }

  /// What identifies an owner for as long as an entry keeps its memory.
  package static func address(of owner: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
  }
}
