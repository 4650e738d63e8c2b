extension ObservableType {
  /// Emits a result that `resultSelector` makes of the first elements of all `sources`, then of their second elements,
  /// and so on, each when the last of them has arrived. Elements that arrive early wait.
  ///
  /// An error of any source, or one that `resultSelector` throws, ends the sequence. It completes when all sources have
  /// completed, or when the only source that still runs emits an element that cannot be matched any more. Without
  /// sources it completes.
  ///
  /// `resultSelector` runs on the thread of the source that emits; sources may emit on different threads.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<Collection: Swift.Collection>(
    _ sources: Collection,
    resultSelector: @escaping @Sendable ([Collection.Element.Element]) throws -> Element
  ) -> Observable<Element> where Collection.Element: ObservableType {
    let sources = sources.map { $0.asObservable() }
    return combining(count: sources.count, policy: .matched) { sink in
      let slots = sources.map { sink.queueSlot(for: $0) }
      return { try resultSelector(slots.map { $0.next() }) }
    }
  }

  /// Emits the first elements of all `sources`, then their second elements, and so on. See ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
    Observable<[Element]>.zip(sources, resultSelector: { $0 })
  }
}

/// Keeps the elements of one source that wait for those of the others.
final class ZipSlot<Element, Output>: SourceSlot<Element, Output>, @unchecked Sendable {
  private let elements = Queue<Element>()

  /// Removes and returns the oldest element. Called only while every slot has one.
  func next() -> Element {
    let element = elements.removeFirst()
    if elements.isEmpty { sink.slotEmptied() }
    return element
  }

  override func onNext(_ element: Element) {
    serialize(element) { $0.append($1) }
  }

  private func append(_ element: Element) {
    if sink.isDisposed { return }
    if elements.isEmpty { sink.slotFilled() }
    elements.append(element)
    sink.updated(isDone: isDone)
  }
}

extension CombiningSink {
  /// Adds a slot for the elements of `source`.
  func queueSlot<Element>(for source: some ObservableType<Element>) -> ZipSlot<Element, Output> {
    let slot = ZipSlot<Element, Output>(sink: self, source: source.asObservable())
    add(slot)
    return slot
  }
}
