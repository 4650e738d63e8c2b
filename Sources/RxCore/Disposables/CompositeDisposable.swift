internal import DeliveryCore

/// Holds any number of disposables and disposes them together. After disposal, it disposes each one that is added.
public final class CompositeDisposable: Cancelable, SilencingDisposable, @unchecked Sendable {
  /// Names one disposable of a composite.
  public struct DisposeKey: Sendable {
    let number: UInt64
  }

  private let lock = Lock()
  // Guarded by the lock.
  /// In the order in which they were added; removed ones leave a gap for a while.
  @exclusivity(unchecked) private var entries: ContiguousArray<(number: UInt64, disposable: (any Disposable)?)> = []
  @exclusivity(unchecked) private var held = 0
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
    entries.reserveCapacity(disposables.count)
    for disposable in disposables { _ = append(disposable) }
  }

  public var isDisposed: Bool { lock.withLock { isClosed } }

  /// How many disposables are held.
  public var count: Int { lock.withLock { isClosed ? 0 : held } }

  /// Adds a disposable and returns the key to remove it by; disposes it and returns `nil` if already disposed.
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    let key = lock.withLock { isClosed ? nil : append(disposable) }
    if key == nil { disposable.dispose() }
    return key
  }

  /// Called under the lock, or before anything else can use this.
  private func append(_ disposable: any Disposable) -> DisposeKey {
    number += 1
    entries.append((number, disposable))
    held += 1
    return DisposeKey(number: number)
  }

  /// Removes and disposes the disposable of that key.
  public func remove(for key: DisposeKey) {
    lock.withLock { isClosed ? nil : take(key.number) }?.dispose()
  }

  /// Called under the lock.
  private func take(_ number: UInt64) -> (any Disposable)? {
    var (place, end) = (0, entries.count)
    while place < end {
      let middle = (place + end) / 2
      if entries[middle].number < number { place = middle + 1 } else { end = middle }
    }
    guard place < entries.count, entries[place].number == number, let taken = entries[place].disposable.take() else {
      return nil
    }
    held -= 1
    if place == entries.count - 1 {
      entries.removeLast()
    } else if entries.count > 16, held < entries.count / 4 {
      entries.removeAll { $0.disposable == nil }
    }
    return taken
  }

  public func dispose() {
    var isFirst = false
    let all = lock.withLock { () -> ContiguousArray<(number: UInt64, disposable: (any Disposable)?)> in
      if !isClosed {
        isClosed = true
        isFirst = true
        threads.begin()
        return entries
      }
      return !entries.isEmpty && threads.help() ? entries : []
    }
    if all.isEmpty { return }
    // They are held until all are disposed, so that other threads that dispose meanwhile can help to silence them.
    for (_, disposable) in all {
      if isFirst { disposable?.dispose() } else { disposable?.silence() }
    }
    if !isFirst { return lock.withLock { threads.helperLeaves() } }
    let released = lock.withLock { exchange(&entries, with: []) }
    withExtendedLifetime(released) {}
  }
}
