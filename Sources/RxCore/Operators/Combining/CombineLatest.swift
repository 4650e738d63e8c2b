extension ObservableType {
  /// Emits a result that `resultSelector` makes of the latest elements of all `sources`, whenever one of them emits and
  /// each has emitted.
  ///
  /// It completes when all sources have completed. If one of them completed without an element, no result is possible any more; the
  /// sequence then completes at the next element of the last source that is left. An error of any source, or one that `resultSelector` throws, ends the sequence. Without sources it
  /// emits what `resultSelector` makes of an empty array, and completes.
  ///
  /// `resultSelector` runs on the thread of the source that emits; sources may emit on different threads.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<Collection: Swift.Collection>(
    _ sources: Collection,
    resultSelector: @escaping @Sendable ([Collection.Element.Element]) throws -> Element
  ) -> Observable<Element> where Collection.Element: ObservableType {
    let sources = sources.map { $0.asObservable() }
    return combining(count: sources.count, policy: .latest) { sink in
      let slots = sources.map { sink.latestSlot(for: $0) }
      return { try resultSelector(slots.map { try $0.latest }) }
    }
  }

  /// Emits the latest elements of all `sources`, whenever one of them emits and each has emitted.
  /// See ``combineLatest(_:resultSelector:)``. Without sources it emits an empty array and completes.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
    Observable<[Element]>.combineLatest(sources, resultSelector: { $0 })
  }
}

/// Keeps the latest element of one source.
final class CombineLatestSlot<Element, Output>: SourceSlot<Element, Output>, @unchecked Sendable {
  @exclusivity(unchecked) private var value: Element?
  @exclusivity(unchecked) private var isFilled = false

  /// The latest element. Read only while every slot has one.
  var latest: Element {
    get throws {
      guard let value else { throw RxError.noElements }
      return value
    }
  }

  override func onNext(_ element: Element) {
    serialize(element) { $0.update($1) }
  }

  @inline(__always)
  private func update(_ element: Element) {
    value = element
    if !isFilled {
      isFilled = true
      sink.slotFilled()
    }
    sink.updated(isDone: isDone)
  }
}

extension CombiningSink {
  /// Adds a slot for the latest element of `source`.
  func latestSlot<Element>(for source: some ObservableType<Element>) -> CombineLatestSlot<Element, Output> {
    let slot = CombineLatestSlot<Element, Output>(sink: self, source: source.asObservable())
    add(slot)
    return slot
  }
}
