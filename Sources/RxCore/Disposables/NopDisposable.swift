/// A disposable that does nothing. Made by `Disposables.create()`.
final class NopDisposable: Upstream {
  static let noOp = NopDisposable()

  func dispose() {}
}
