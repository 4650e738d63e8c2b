extension ObservableType where Element: Equatable {
  /// Emits only elements that differ from the previously emitted one.
  ///
  /// ```swift
  /// a.distinctUntilChanged()
  /// ```
  /// ```
  /// a                     -1-1-2-3-3-1-|
  /// distinctUntilChanged  -1---2-3---1-|
  /// ```
  ///
  /// Semantics: ReactiveX, Distinct.
  @preconcurrency
  public func distinctUntilChanged() -> Observable<Element> where Element: SendableMetatype {
    distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
  }
}

extension ObservableType {
  /// Emits only elements whose property at `keyPath` differs from the previously emitted element's.
  ///
  ///     people.distinctUntilChanged(at: \.name)
  ///
  /// Here the property is the number of set bits:
  ///
  /// ```swift
  /// a.distinctUntilChanged(at: \.nonzeroBitCount)
  /// ```
  /// ```
  /// a                     -1-2-3-5-4-1-|
  /// distinctUntilChanged  -1---3---4---|
  /// ```
  ///
  /// The previously emitted element is kept, and its property is read again for each comparison.
  ///
  /// Semantics: ReactiveX, Distinct.
  @preconcurrency
  public func distinctUntilChanged<Property: Equatable & SendableMetatype>(
    at keyPath: any KeyPath<Element, Property> & Sendable
  ) -> Observable<Element> {
    distinctUntilChanged { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
  }

  /// Emits only elements whose key differs from the previously emitted element's.
  ///
  /// ```swift
  /// a.distinctUntilChanged { $0 % 2 == 0 }
  /// ```
  /// ```
  /// a                     -1-1-2-3-3-1-|
  /// distinctUntilChanged  -1---2-3-----|
  /// ```
  ///
  /// If `keySelector` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Distinct.
  @preconcurrency
  public func distinctUntilChanged<Key: Equatable & SendableMetatype>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key
  ) -> Observable<Element> {
    distinctUntilChanged(keySelector, comparer: { $0 == $1 })
  }

  /// Emits only elements that differ from the previously emitted one according to `comparer`.
  ///
  /// ```swift
  /// a.distinctUntilChanged { previous, x in abs(previous - x) < 2 }
  /// ```
  /// ```
  /// a                     -1-2-4-5-1-2-|
  /// distinctUntilChanged  -1---4---1---|
  /// ```
  ///
  /// `comparer` receives the previously emitted element and the new one, and returns `true` if they are equal. If
  /// `comparer` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Distinct.
  @preconcurrency
  public func distinctUntilChanged(
    _ comparer: @escaping @Sendable (_ lhs: Element, _ rhs: Element) throws -> Bool
  ) -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: comparer)
  }

  /// Emits only elements whose key differs from the previously emitted element's according to `comparer`.
  ///
  /// `comparer` receives the keys of the previously emitted element and the new one, and returns `true` if they are
  /// equal. If either closure throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Distinct.
  @preconcurrency
  public func distinctUntilChanged<K>(
    _ keySelector: @escaping @Sendable (Element) throws -> K,
    comparer: @escaping @Sendable (_ lhs: K, _ rhs: K) throws -> Bool
  ) -> Observable<Element> {
    Operator(asObservable()) {
      DistinctUntilChangedSink(keySelector: keySelector, comparer: comparer, observer: $0)
    }
  }
}

private final class DistinctUntilChangedSink<Element, Key>: Sink<Element, Element>, @unchecked Sendable {
  private let keySelector: @Sendable (Element) throws -> Key
  private let comparer: @Sendable (Key, Key) throws -> Bool
  @exclusivity(unchecked) private var lastKey = Latest<Key>()

  init(
    keySelector: @escaping @Sendable (Element) throws -> Key, comparer: @escaping @Sendable (Key, Key) throws -> Bool,
    observer: ObserverBase<Element>
  ) {
    self.keySelector = keySelector
    self.comparer = comparer
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    do {
      let key = try keySelector(element)
      if try !lastKey.isEmpty && comparer(lastKey.element, key) { return }
      let former = lastKey.replace(with: key)
      forwardNext(element)
      extendLifetime(former)  // Its deinit may make the source emit.
    } catch {
      forwardError(error)
    }
  }
}
