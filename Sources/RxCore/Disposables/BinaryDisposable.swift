/// Disposes two others, once, and releases them. Made by `Disposables.create(_:_:)`.
final class BinaryDisposable: Cancelable, SilencingDisposable, @unchecked Sendable {
  private let disposal = Disposal()
  // Released by the thread that the disposal names.
  @exclusivity(unchecked) private var pair: (one: any Disposable, two: any Disposable)?

  init(_ one: any Disposable, _ two: any Disposable) {
    pair = (one, two)
    _ = disposal.setContent()
  }

  var isDisposed: Bool { disposal.hasBegun }

  func dispose() {
    switch disposal.begin() {
    case .first:
      guard let (one, two) = pair else { return }
      one.dispose()
      two.dispose()
      if disposal.endSilencing() { pair = nil }
    case .helper:
      pair?.one.silence()
      pair?.two.silence()
      if disposal.helperLeaves() { pair = nil }
    case .nothing: break
    }
  }
}
