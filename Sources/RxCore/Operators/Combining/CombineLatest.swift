extension ObservableType {
  /// Combines the latest elements of all `sources` with `resultSelector`, each time a source emits.
  ///
  /// ```swift
  /// Observable.combineLatest([a, b, c]) { $0.reduce(0, +) }
  /// ```
  /// ```
  /// a              -1-----2--3-----|
  /// b              ---0-3------4--|
  /// c              --1------2---|
  /// combineLatest  ---2-5-6-78-9---|
  /// ```
  ///
  /// Nothing is emitted until every source has emitted. The sequence completes when all sources have completed. If a
  /// source completes without an element, no result is possible, and the sequence completes when the last source still
  /// running emits its next element. The sequence fails if a source fails or `resultSelector` throws.
  /// Without sources it emits the result for an empty array and completes.
  ///
  /// `resultSelector` is called serially on the sources' threads; if several sources emit at the same time, one thread
  /// makes all the calls.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<Collection: Swift.Collection>(
    _ sources: Collection,
    resultSelector: @escaping @Sendable ([Collection.Element.Element]) throws -> Element
  ) -> Observable<Element> where Collection.Element: ObservableType {
    combining(sources.map { $0.asObservable() }, policy: .latest, by: resultSelector)
  }

  /// Combines the latest elements of all `sources` into an array, each time a source emits. See
  /// ``combineLatest(_:resultSelector:)``. Without sources it emits an empty array and completes.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
    Observable<[Element]>.combineLatest(sources, resultSelector: { $0 })
  }
}

/// Stores one source's latest element.
final class CombineLatestSlot<Element, Output>: SourceSlot<Element, Output>, @unchecked Sendable {
  @exclusivity(unchecked) private var stored = Latest<Element>()

  override func next() -> Element { stored.element }

  override func onNext(_ element: Element) {
    if !isDisposed { serialize(element) { $0.update($1) } }
  }

  @inline(__always)
  private func update(_ element: Element) {
    if stored.isEmpty { sink.slotFilled() }
    _ = stored.replace(with: element)
    sink.updated()
  }
}
