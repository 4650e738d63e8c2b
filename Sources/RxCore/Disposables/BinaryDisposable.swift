import Synchronization

/// Disposes two others, once, and lets go of them. Made by `Disposables.create(_:_:)`.
final class BinaryDisposable: Cancelable, @unchecked Sendable {
  private let disposal = Atomic<Bool>(false)
  // Used by the one who finds the disposal not yet done.
  private var pair: (any Disposable, any Disposable)?

  init(_ one: any Disposable, _ two: any Disposable) {
    pair = (one, two)
  }

  var isDisposed: Bool { disposal.load(ordering: .acquiring) }

  func dispose() {
    guard !disposal.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let pair = pair
    self.pair = nil
    pair?.0.dispose()
    pair?.1.dispose()
  }
}
