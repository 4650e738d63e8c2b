internal import DeliveryCore

/// A group of disposables that are disposed together. Once disposed, it disposes each disposable added later.
public final class CompositeDisposable: Cancelable, DisposableContainer, @unchecked Sendable {
  /// Identifies a disposable in a composite.
  public struct DisposeKey: Sendable {
    let number: UInt64
  }

  /// A disposable and its number. A struct, because copying a tuple in an array takes a runtime call.
  private struct Entry {
    let number: UInt64
    var disposable: (any Disposable)?
  }

  private let lock = Lock()
  // Guarded by the lock.
  /// In order of insertion. Removed disposables leave gaps until the array is compacted.
  @exclusivity(unchecked) private var entries: ContiguousArray<Entry> = []
  @exclusivity(unchecked) private var held = 0
  @exclusivity(unchecked) private var number: UInt64 = 0
  @exclusivity(unchecked) private var hasBegun = false
  /// Whether the contents, which then no longer change, are silent.
  @exclusivity(unchecked) private var isSilent = false

  /// Creates an empty composite.
  public init() {}

  /// Creates a composite of all arguments.
  public convenience init(_ one: any Disposable, _ two: any Disposable, _ others: any Disposable...) {
    self.init(disposables: [one, two] + others)
  }

  /// Creates a composite of `disposables`.
  public init(disposables: [any Disposable]) {
    entries.reserveCapacity(disposables.count)
    for disposable in disposables { _ = append(disposable) }
  }

  public var isDisposed: Bool { lock.withLock { hasBegun } }

  /// The number of disposables held; 0 after disposal.
  public var count: Int { lock.withLock { hasBegun ? 0 : held } }

  /// Adds a disposable and returns its key. If the composite has already been disposed, disposes it and returns `nil`.
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    let key = lock.withLock { hasBegun ? nil : append(disposable) }
    if key == nil { disposable.dispose() }
    return key
  }

  /// Adds a disposable and returns its key. Called under the lock, or by the initialiser.
  private func append(_ disposable: any Disposable) -> DisposeKey {
    number += 1
    entries.append(Entry(number: number, disposable: disposable))
    held += 1
    return DisposeKey(number: number)
  }

  /// Removes and disposes the disposable with `key`, if it is still held.
  public func remove(for key: DisposeKey) {
    lock.withLock { take(key.number) }?.dispose()
  }

  /// Removes and returns the disposable with `number`, if it is still held. Called under the lock.
  private func take(_ number: UInt64) -> (any Disposable)? {
    var (place, end) = (0, entries.count)
    while place < end {
      let middle = (place + end) / 2
      if entries[middle].number < number { place = middle + 1 } else { end = middle }
    }
    guard place < entries.count, entries[place].number == number,
      let taken = entries[place].disposable.take()
    else { return nil }
    held -= 1
    if place == entries.count - 1 {
      entries.removeLast()
    } else if entries.count > 16, held < entries.count / 4 {
      entries.removeAll { $0.disposable == nil }
    }
    return taken
  }

  public func dispose() { endChain() }

  var contents: [any Disposable] { lock.withLock { entries.compactMap(\.disposable) } }

  package func silence() -> [any Disposable] {
    lock.withLock {
      hasBegun = true
      return isSilent ? [] : entries.compactMap(\.disposable)
    }
  }

  package func didSilenceContents() { lock.withLock { isSilent = true } }

  package func removeContents(to rest: inout [any Upstream]) -> (any Upstream)? {
    let removed = lock.withLock { exchange(&entries, with: []) }
    rest += removed.reversed().compactMap { $0.disposable.map(asUpstream) }
    return nil
  }
}

extension CompositeDisposable: CustomStringConvertible {
  /// In debug builds, the operators of the subscriptions that the composite holds. May be read from any thread.
  public var description: String {
    #if DEBUG
      describeContents()
    #else
      "CompositeDisposable"
    #endif
  }
}
