/// A resource that can be released, such as a running subscription.
///
/// `dispose` may be called at any time, from any thread, any number of times.
@preconcurrency
public protocol Disposable: Sendable {
  /// Releases the resource.
  func dispose()
}

/// A disposable that knows whether it has been disposed.
@preconcurrency
public protocol Cancelable: AnyObject, Disposable {
  /// Whether the disposable has been disposed.
  var isDisposed: Bool { get }
}

/// Factory methods for disposables.
public enum Disposables {
  /// A disposable that does nothing.
  public static func create() -> any Disposable { NopDisposable.noOp }

  /// A disposable that calls `dispose` once, when it is first disposed.
  @preconcurrency
  public static func create(with dispose: @escaping @Sendable () -> Void) -> any Cancelable {
    AnonymousDisposable(dispose)
  }

  /// A disposable that disposes `one` and `two`.
  public static func create(_ one: any Disposable, _ two: any Disposable) -> any Cancelable {
    CompositeDisposable(one, two)
  }

  /// A disposable that disposes `one`, `two` and `three`.
  public static func create(
    _ one: any Disposable, _ two: any Disposable, _ three: any Disposable
  ) -> any Cancelable {
    CompositeDisposable(one, two, three)
  }

  /// A disposable that disposes all arguments.
  public static func create(
    _ one: any Disposable, _ two: any Disposable, _ three: any Disposable, _ others: any Disposable...
  ) -> any Cancelable {
    CompositeDisposable(disposables: [one, two, three] + others)
  }

  /// A disposable that disposes all of `disposables`.
  public static func create(_ disposables: [any Disposable]) -> any Cancelable {
    CompositeDisposable(disposables: disposables)
  }
}
