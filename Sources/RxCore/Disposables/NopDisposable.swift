/// A disposable that does nothing. Made by `Disposables.create()`.
struct NopDisposable: Disposable {
  static let noOp: any Disposable = NopDisposable()

  func dispose() {}
}
