internal import CRuntime
import DeliveryCore

/// An observer entry that ends with its owner, if it has one. It does not keep the owner alive.
///
/// An unowned reference keeps the owner's memory allocated without keeping the owner alive, and the runtime reports
/// whether the owner's deinit has begun. Reading a weak reference would retain the owner, which takes about 70 ns. On
/// Apple platforms, owners may be Objective-C objects, so a weak reference is used there.
class OwnedEntry: ObserverEntry {
  /// The owner's address, or `nil` if there is no owner. The address is unique as long as the entry keeps the owner's
  /// memory allocated. With a weak reference, on Apple platforms, a later owner may have the same address.
  final let ownerAddress: UnsafeRawPointer?

  #if canImport(ObjectiveC)
    private final weak var owner: AnyObject?
  #else
    private unowned final let ownerMemory: AnyObject?
  #endif

  /// The owner's previously registered entry. Guarded by the store's lock.
  @exclusivity(unchecked) final var previousOfOwner: OwnedEntry?

  init(owner: AnyObject?) {
    ownerAddress = owner.map(Self.address(of:))
    #if canImport(ObjectiveC)
      self.owner = owner
    #else
      ownerMemory = owner
    #endif
    super.init()
  }

  /// The derived value on which the observation was registered, or `nil` if it was registered on a Bindable.
  var derivation: AnyObject? { nil }

  #if DEBUG
    /// Whether the entry's closure is called on the main queue.
    var leadsToMain: Bool { false }
  #endif

  /// Whether a value may still be delivered.
  final var isLive: Bool { !isRemoved && isOwnerAlive }

  /// Whether the owner is alive, or `true` if there is none. Must not be called under a lock, because it may release
  /// the owner.
  final var isOwnerAlive: Bool {
    var owner: AnyObject?
    return isOwnerAlive(keeping: &owner)
  }

  /// Whether the owner is alive. The caller must release `kept` after unlocking, because on Apple platforms `kept` may
  /// be the last reference to the owner.
  final func isOwnerAlive(keeping kept: inout AnyObject?) -> Bool {
    #if canImport(ObjectiveC)
      if ownerAddress == nil { return true }
      kept = owner
      return kept != nil
    #else
      guard let ownerAddress else { return true }
      return !swift_isDeallocating(ownerAddress)
    #endif
  }

  static func address(of owner: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
  }
}
