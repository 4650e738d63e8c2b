/// Holds one disposable at a time: a new one replaces and disposes the previous one. After disposal, it disposes each one that
/// it gets. May be used from any thread.
public final class SerialDisposable: Cancelable, SilencingDisposable, @unchecked Sendable {
  private let slot = DisposableSlot()

  /// Makes one that holds nothing.
  public init() {}

  public var isDisposed: Bool { slot.isDisposed }

  /// The held disposable. Setting it disposes the previous one.
  public var disposable: any Disposable {
    get { slot.current ?? Disposables.create() }
    set { slot.replace(with: newValue)?.dispose() }
  }

  public func dispose() { slot.dispose() }
}
