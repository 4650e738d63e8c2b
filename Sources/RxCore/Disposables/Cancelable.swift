/// A disposable that knows whether it has been disposed.
@preconcurrency
public protocol Cancelable: AnyObject, Disposable {
  /// Whether the disposable has been disposed.
  var isDisposed: Bool { get }
}
