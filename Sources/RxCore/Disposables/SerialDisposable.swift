/// Holds one disposable at a time: a new one replaces and disposes the one before. Once disposed, it disposes what it is
/// given. May be used from any thread.
public final class SerialDisposable: Cancelable, SilencingDisposable, @unchecked Sendable {
  private let slot = DisposableSlot()

  /// Makes one that holds nothing.
  public init() {}

  public var isDisposed: Bool { slot.isDisposed }

  /// The disposable that is held. Setting it disposes the one before.
  public var disposable: any Disposable {
    get { slot.current ?? Disposables.create() }
    set { slot.replace(with: newValue)?.dispose() }
  }

  public func dispose() { slot.dispose() }
}
