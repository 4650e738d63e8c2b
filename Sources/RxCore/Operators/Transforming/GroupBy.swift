extension ObservableType {
  /// Emits the elements in groups: a ``GroupedObservable`` with each new key, which emits the elements that have that key.
  ///
  ///     words.groupBy { $0.count }.flatMap { group in group.map { "\(group.key): \($0)" } }
  ///
  /// A group is emitted before its first element, and forwards elements to the subscribers that it has then: one that
  /// subscribes later misses the earlier ones. The end of the source, or an error that `keySelector` throws, ends all groups
  /// in the order in which they were emitted, and then the outer sequence. `keySelector` runs on the thread of the source.
  ///
  /// The source is disposed when the outer subscription and all subscriptions to groups have ended: a group continues after
  /// the disposal of the outer subscription. There may be any number of keys; each is kept until the source ends.
  ///
  /// Semantics: ReactiveX, GroupBy.
  @preconcurrency
  public func groupBy<Key: Hashable>(
    keySelector: @escaping @Sendable (Element) throws -> Key
  ) -> Observable<GroupedObservable<Key, Element>> {
    Operator(asObservable()) { GroupBySink(keySelector: keySelector, observer: $0) }
  }
}

/// The elements that have a key in common.
///
/// Semantics: ReactiveX, GroupBy.
public struct GroupedObservable<Key, Element>: ObservableType {
  /// The key of all elements.
  public let key: Key
  private let source: Observable<Element>

  /// Makes a group of a key and its elements.
  ///
  /// - Parameters:
  ///   - key: the key of all elements.
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
  private let upstream = SharedUpstream()
  /// The groups in the order in which they were emitted, and where the group of each key is.
  private var groups: [PublishSubject<Element>] = []
  private var positions: [Key: Int] = [:]
  private var isEnded = false

  init(
    keySelector: @escaping @Sendable (Element) throws -> Key,
    observer: ObserverBase<GroupedObservable<Key, Element>>
  ) {
    self.keySelector = keySelector
    super.init(observer: observer)
  }

  override func onSubscribe(_ upstream: any Upstream) {
    if connect(NopDisposable.noOp) { self.upstream.keep(upstream) }
  }

  override func disposeSources() {
    super.disposeSources()
    upstream.dispose()
  }

  override func onNext(_ element: Element) {
    // Groups may have subscribers after the outer subscription was disposed.
    if isEnded || (isDisposed && upstream.isDisposed) { return }
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

  /// The group of that key. A new one is emitted first; without an outer subscriber it would not be used.
  private func group(of key: Key) -> PublishSubject<Element>? {
    if let position = positions[key] { return groups[position] }
    if isDisposed { return nil }
    let group = PublishSubject<Element>()
    positions[key] = groups.count
    groups.append(group)
    forwardNext(GroupedObservable(key: key, source: upstream.retained(by: group)))
    return group
  }

  private func endGroups(_ end: (PublishSubject<Element>) -> Void) {
    isEnded = true
    // Released after the exchange: the deinit of a key may lead here again.
    let keys = exchange(&positions, with: [:])
    for group in exchange(&groups, with: []) { end(group) }
    withExtendedLifetime(keys) {}
  }
}
