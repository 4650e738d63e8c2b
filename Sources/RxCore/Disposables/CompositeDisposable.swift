internal import DeliveryCore

/// Holds any number of disposables and disposes them together. After disposal, it disposes each one that is added.
public final class CompositeDisposable: Cancelable, SilencingDisposable, @unchecked Sendable {
  /// Names one disposable of a composite.
  public struct DisposeKey: Sendable {
    let number: UInt64
  }

  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var disposables: [UInt64: any Disposable] = [:]
  @exclusivity(unchecked) private var number: UInt64 = 0
  @exclusivity(unchecked) private var isClosed = false
  @exclusivity(unchecked) private var threads = DisposingThreads()

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

  public var isDisposed: Bool { lock.withLock { isClosed } }

  /// How many disposables are held.
  public var count: Int { lock.withLock { isClosed ? 0 : disposables.count } }

  /// Adds a disposable and returns the key to remove it by; disposes it and returns `nil` if already disposed.
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    let key = lock.withLock { () -> DisposeKey? in
      guard !isClosed else { return nil }
      number += 1
      disposables[number] = disposable
      return DisposeKey(number: number)
    }
    if key == nil { disposable.dispose() }
    return key
  }

  /// Removes and disposes the disposable of that key.
  public func remove(for key: DisposeKey) {
    lock.withLock { isClosed ? nil : disposables.removeValue(forKey: key.number) }?.dispose()
  }

  public func dispose() {
    var isFirst = false
    let all = lock.withLock { () -> [UInt64: any Disposable] in
      if !isClosed {
        isClosed = true
        isFirst = true
        threads.begin()
        return disposables
      }
      return !disposables.isEmpty && threads.help() ? disposables : [:]
    }
    if all.isEmpty { return }
    // They are held until all are disposed, so that other threads that dispose meanwhile can help to silence them.
    for (_, disposable) in all.sorted(by: { $0.key < $1.key }) {
      if isFirst { disposable.dispose() } else { disposable.silence() }
    }
    if !isFirst { return lock.withLock { threads.helperLeaves() } }
    let released = lock.withLock {
      let released = disposables
      disposables = [:]
      return released
    }
    withExtendedLifetime(released) {}
  }
}
