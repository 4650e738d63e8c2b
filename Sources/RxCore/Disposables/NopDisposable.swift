/// A disposable that does nothing. Made by `Disposables.create()`.
final class NopDisposable: Disposable {
  static let noOp = NopDisposable()

  func dispose() {}
}
