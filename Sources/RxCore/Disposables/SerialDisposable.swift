/// A disposable that holds another disposable, and disposes it when a new one is set.
///
/// Once disposed, it disposes each disposable that is set later. May be used from any thread.
public final class SerialDisposable: DisposableSlot, @unchecked Sendable {
  /// Creates a disposable that holds nothing yet.
  public init() {}

  /// The held disposable. Setting it disposes the previous one.
  public var disposable: any Disposable {
    get { current }
    set { replace(with: newValue).dispose() }
  }
}
