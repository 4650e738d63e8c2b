extension ObservableType {
  /// Groups elements by key. For each new key, emits a ``GroupedObservable`` of the elements with that key.
  ///
  /// ```swift
  /// a.groupBy { $0 % 2 == 0 ? "even" : "odd" }
  /// ```
  /// ```
  /// a          -1-2-3----4--5-|
  /// groupBy    -1-2-----------|
  /// groupBy 1  -1---3-------5-|
  /// groupBy 2  ---2------4----|
  /// ```
  ///
  /// The line `groupBy` shows when each group begins.
  ///
  ///     words.groupBy { $0.count }.flatMap { group in group.map { "\(group.key): \($0)" } }
  ///
  /// A group is emitted before its first element. A group does not replay, so late subscribers miss elements. When the
  /// source terminates or `keySelector` throws, all groups terminate in the order in which they were emitted, followed
  /// by the outer sequence. The exception is a group whose observer makes the source terminate: that group terminates
  /// last, after the observer has returned. `keySelector` is called on the source's thread. A key's
  /// `hash` and `==` must not make the source emit.
  ///
  /// The source is disposed when the outer subscription and all subscriptions to groups have ended, so groups continue
  /// after the outer subscription is disposed. The number of keys is not limited; each is retained until the source
  /// terminates.
  ///
  /// Semantics: ReactiveX, GroupBy.
  @preconcurrency
  public func groupBy<Key: Hashable & SendableMetatype>(
    keySelector: @escaping @Sendable (Element) throws -> Key
  ) -> Observable<GroupedObservable<Key, Element>> {
    let source = asObservable()
    return CustomOperator {
      GroupBySink(keySelector: keySelector, observer: $0)
    } connect: { sink in
      sink.shared.subscribe(sink, to: source)
    }
  }
}

/// A sequence of elements that share a key.
///
/// Semantics: ReactiveX, GroupBy.
public struct GroupedObservable<Key, Element>: ObservableType {
  /// The key shared by all elements.
  public let key: Key
  private let source: Observable<Element>

  /// Creates a group from a key and its elements.
  ///
  /// - Parameters:
  ///   - key: the key shared by all elements.
  ///   - source: the elements.
  public init(key: Key, source: Observable<Element>) {
    self.key = key
    self.source = source
  }

  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    source.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { source }
}

extension GroupedObservable: Sendable where Key: Sendable, Element: Sendable {}

private final class GroupBySink<Key: Hashable, Element>: Sink<Element, GroupedObservable<Key, Element>>,
  @unchecked Sendable
{
  private let keySelector: @Sendable (Element) throws -> Key
  let shared = SharedUpstream()
  /// The groups in the order in which they were emitted, stored as `AnyObject` because subscripting an array of a
  /// generic class costs a metadata look-up per element.
  @exclusivity(unchecked) private var groups: [AnyObject] = []
  /// The position of each key's group.
  private var positions: [Key: Int] = [:]
  @exclusivity(unchecked) private var isEnded = false

  init(
    keySelector: @escaping @Sendable (Element) throws -> Key,
    observer: ObserverBase<GroupedObservable<Key, Element>>
  ) {
    self.keySelector = keySelector
    super.init(observer: observer)
  }

  override func addResources(to rest: inout [any Upstream]) { rest.append(shared.count) }

  override func onNext(_ element: Element) {
    // Groups may still have subscribers after the outer subscription is disposed, so check `shared` too.
    if isEnded || (isDisposed && shared.isDisposed) { return }
    do {
      let key = try keySelector(element)
      if !isEnded { group(of: key)?.onNext(element) }
    } catch {
      onError(error)
    }
  }

  override func onError(_ error: any Error) {
    endGroups { $0.onError(error) }
    forwardError(error)
  }

  override func onCompleted() {
    endGroups { $0.onCompleted() }
    forwardCompleted()
  }

  /// Returns the group for `key`, creating and emitting it first if necessary. Returns `nil` if there is no such group
  /// and no outer subscriber to emit one to.
  @inline(__always)
  private func group(of key: Key) -> PublishSubject<Element>? {
    if let position = positions[key] { return subject(groups[position]) }
    return isDisposed ? nil : newGroup(of: key)
  }

  /// Separate from `group(of:)`, which would otherwise look up the group's type for each element.
  @inline(never)
  private func newGroup(of key: Key) -> PublishSubject<Element> {
    let group = PublishSubject<Element>()
    positions[key] = groups.count
    groups.append(group)
    forwardNext(GroupedObservable(key: key, source: shared.retained(by: group)))
    return group
  }

  private func endGroups(_ end: (PublishSubject<Element>) -> Void) {
    isEnded = true
    // Kept until the end, because a key's deinit may re-enter.
    let keys = exchange(&positions, with: [:])
    for group in exchange(&groups, with: []) { end(subject(group)) }
    extendLifetime(keys)
  }

  private func subject(_ group: AnyObject) -> PublishSubject<Element> {
    unsafeDowncast(group, to: PublishSubject<Element>.self)
  }
}
