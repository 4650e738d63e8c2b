/// A disposable that does nothing. Returned by `Disposables.create()`.
final class NopDisposable: Upstream {
  static let noOp = NopDisposable()

  func dispose() {}
}
