internal import DeliveryCore

/// Two disposables that are disposed together. Disposal lets go of both.
///
/// `Disposables.create(_:_:)` returns one, and so does `subscribe` with an `onDisposed`: the subscription, then the closure.
final class BinaryDisposable: Cancelable, DisposableContainer, @unchecked Sendable {
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var hasBegun = false
  /// Whether both are silent.
  @exclusivity(unchecked) private var isSilent = false
  @exclusivity(unchecked) private var first: (any Upstream)?
  @exclusivity(unchecked) private var second: (any Upstream)?

  init(_ first: any Disposable, _ second: any Disposable) {
    self.first = asUpstream(first)
    self.second = asUpstream(second)
  }

  var isDisposed: Bool { lock.withLock { hasBegun } }

  func dispose() { endChain() }

  var contents: [any Disposable] { lock.withLock { [first, second].compactMap { $0 } } }

  func silence() -> [any Disposable] {
    let (first, second) = lock.withLock {
      hasBegun = true
      return isSilent ? (nil, nil) : (self.first, self.second)
    }
    guard let first, let second else { return [] }
    return [first, second]
  }

  func didSilenceContents() { lock.withLock { isSilent = true } }

  func removeContents(to rest: inout [any Upstream]) -> (any Upstream)? {
    let (first, second) = lock.withLock { (self.first.take(), self.second.take()) }
    if let second { rest.append(second) }
    return first
  }
}
