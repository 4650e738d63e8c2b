internal import DeliveryCore

/// Holds any number of disposables and disposes them together. Once disposed, it disposes whatever it is given.
public final class CompositeDisposable: Cancelable, @unchecked Sendable {
  /// Names one disposable of a composite.
  public struct DisposeKey: Sendable {
    let number: UInt64
  }

  private let lock = Lock()
  /// `nil` once disposed. Guarded by the lock, like the number.
  @exclusivity(unchecked) private var disposables: [UInt64: any Disposable]? = [:]
  @exclusivity(unchecked) private var number: UInt64 = 0

  /// Makes an empty one.
  public init() {}

  /// Makes one that holds two disposables.
  public convenience init(_ one: any Disposable, _ two: any Disposable) {
    self.init(disposables: [one, two])
  }

  /// Makes one that holds three disposables.
  public convenience init(_ one: any Disposable, _ two: any Disposable, _ three: any Disposable) {
    self.init(disposables: [one, two, three])
  }

  /// Makes one that holds four or more disposables.
  public convenience init(
    _ one: any Disposable, _ two: any Disposable, _ three: any Disposable, _ four: any Disposable,
    _ others: any Disposable...
  ) {
    self.init(disposables: [one, two, three, four] + others)
  }

  /// Makes one that holds all of `disposables`.
  public init(disposables: [any Disposable]) {
    for disposable in disposables { _ = insert(disposable) }
  }

  public var isDisposed: Bool { lock.withLock { disposables == nil } }

  /// How many disposables are held.
  public var count: Int { lock.withLock { disposables?.count ?? 0 } }

  /// Adds a disposable and returns the key to remove it by; disposes it and returns `nil` if already disposed.
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    let key = lock.withLock { () -> DisposeKey? in
      guard disposables != nil else { return nil }
      number += 1
      disposables?[number] = disposable
      return DisposeKey(number: number)
    }
    if key == nil { disposable.dispose() }
    return key
  }

  /// Removes and disposes the disposable of that key.
  public func remove(for key: DisposeKey) {
    lock.withLock { disposables?.removeValue(forKey: key.number) }?.dispose()
  }

  public func dispose() {
    let all = lock.withLock {
      let all = disposables
      disposables = nil
      return all
    }
    guard let all else { return }
    for (_, disposable) in all.sorted(by: { $0.key < $1.key }) { disposable.dispose() }
  }
}
