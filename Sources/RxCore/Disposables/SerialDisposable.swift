internal import DeliveryCore

/// Holds one disposable at a time: a new one replaces and disposes the one before. Once disposed, it disposes whatever
/// it is given.
public final class SerialDisposable: Cancelable, @unchecked Sendable {
  private let slot = DisposableSlot()

  /// Makes one that holds nothing.
  public init() {}

  public var isDisposed: Bool { slot.isDisposed }

  /// The disposable that is held. Setting it disposes the one before.
  public var disposable: any Disposable {
    get { slot.current ?? Disposables.create() }
    set { slot.replace(with: newValue)?.dispose() }
  }

  public func dispose() { slot.close()?.dispose() }
}

/// Room for one disposable, open or closed: the one mechanism behind those that hold one.
///
/// It only hands over; whoever calls disposes what comes back, without any lock.
final class DisposableSlot: @unchecked Sendable {
  private let lock = Lock()
  @exclusivity(unchecked) private var held: (any Disposable)?
  @exclusivity(unchecked) private var isClosed = false

  var isDisposed: Bool { lock.withLock { isClosed } }

  var current: (any Disposable)? { lock.withLock { held } }

  /// Puts `disposable` in and returns what must be disposed instead: the one before, or `disposable` itself.
  func replace(with disposable: any Disposable) -> (any Disposable)? {
    lock.withLock {
      if isClosed { return disposable }
      let before = held
      held = disposable
      return before
    }
  }

  /// Empties the slot for good and returns what was in it.
  func close() -> (any Disposable)? {
    lock.withLock {
      isClosed = true
      let last = held
      held = nil
      return last
    }
  }
}
