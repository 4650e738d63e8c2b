/// Holds one disposable at a time: a new one replaces and disposes the previous one. After disposal, it disposes each one that
/// it gets. May be used from any thread.
public final class SerialDisposable: DisposableSlot, @unchecked Sendable {
  /// Makes one that holds nothing.
  public override init() {}

  /// The held disposable. Setting it disposes the previous one.
  public var disposable: any Disposable {
    get { current ?? Disposables.create() }
    set { replace(with: newValue)?.dispose() }
  }
}
