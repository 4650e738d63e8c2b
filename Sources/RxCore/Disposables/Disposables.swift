/// Factory methods for disposables.
public enum Disposables {
  /// A disposable that does nothing.
  public static func create() -> any Disposable { NopDisposable.noOp }

  /// A disposable that disposes `one` and `two`.
  public static func create(_ one: any Disposable, _ two: any Disposable) -> any Cancelable {
    BinaryDisposable(one, two)
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
