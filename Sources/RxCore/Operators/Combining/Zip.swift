internal import DeliveryCore

extension ObservableType {
  /// Combines the nth elements of all `sources` with `resultSelector`, when the last of them arrives.
  ///
  /// ```swift
  /// Observable.zip([a, b, c]) { $0.reduce(0, +) }
  /// ```
  /// ```
  /// a      -1-----2--3-----|
  /// b      ---0-5------6--|
  /// c      --1-------2--|
  /// zip    ---2------9-----|
  /// ```
  ///
  /// Elements that arrive early are buffered without a limit. The sequence fails if a source fails or `resultSelector`
  /// throws. It completes when all sources have completed, or when the only source still running emits an element that
  /// can no longer be matched. Without sources it completes.
  ///
  /// `resultSelector` is called serially on the sources' threads; if several sources emit at the same time, one thread
  /// makes all the calls.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<Collection: Swift.Collection>(
    _ sources: Collection,
    resultSelector: @escaping @Sendable ([Collection.Element.Element]) throws -> Element
  ) -> Observable<Element> where Collection.Element: ObservableType {
    combining(sources.map { $0.asObservable() }, policy: .matched, by: resultSelector)
  }

  /// Combines the nth elements of all `sources` into an array. See ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
    Observable<[Element]>.zip(sources, resultSelector: { $0 })
  }
}

/// Buffers the elements of one source until the other sources have matching ones.
final class ZipSlot<Element, Output>: SourceSlot<Element, Output>, @unchecked Sendable {
  private let elements = Queue<Element>()

  /// Removes and returns the oldest element.
  override func next() -> Element {
    let element = elements.removeFirst()
    if elements.isEmpty { sink.slotEmptied() }
    return element
  }

  override func onNext(_ element: Element) {
    if !isDisposed { serialize(element) { $0.append($1) } }
  }

  private func append(_ element: Element) {
    if sink.isDisposed { return }
    if elements.isEmpty { sink.slotFilled() }
    elements.append(element)
    sink.updated()
  }
}
