// `zip` for collections and for two to eight sources.

extension InfallibleType {
  /// Combines the nth elements of all sources with `resultSelector`. See ``ObservableType/zip(_:resultSelector:)``.
  ///
  /// `resultSelector` should not throw, here and in the methods below, because an `Infallible` must never fail. The
  /// methods for a fixed number of sources complete only when all sources have completed.
  @preconcurrency
  public static func zip<Collection: Swift.Collection>(
    _ collection: Collection, resultSelector: @escaping @Sendable ([Collection.Element.Element]) throws -> Element
  ) -> Infallible<Element> where Collection.Element: InfallibleType {
    Infallible(.zip(collection.map { $0.asObservable() }, resultSelector: resultSelector))
  }

  /// Combines the nth elements of all sources into arrays. See ``ObservableType/zip(_:)``.
  public static func zip<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Infallible<[Element]> where Collection.Element: InfallibleType, Collection.Element.Element == Element {
    .zip(collection, resultSelector: { $0 })
  }

  /// Combines the nth elements of two sources with `resultSelector`. See ``ObservableType/zip(_:_:resultSelector:)``.
  @preconcurrency
  public static func zip<E1, E2>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>,
    resultSelector: @escaping @Sendable (E1, E2) throws -> Element
  ) -> Infallible<Element> {
    Infallible(zipped(source1, source2, by: resultSelector))
  }

  /// Combines the nth elements of three sources with `resultSelector`. See ``ObservableType/zip(_:_:resultSelector:)``.
  @preconcurrency
  public static func zip<E1, E2, E3>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>,
    resultSelector: @escaping @Sendable (E1, E2, E3) throws -> Element
  ) -> Infallible<Element> {
    Infallible(zipped(source1, source2, source3, by: resultSelector))
  }

  /// Combines the nth elements of four sources with `resultSelector`. See ``ObservableType/zip(_:_:resultSelector:)``.
  @preconcurrency
  public static func zip<E1, E2, E3, E4>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4) throws -> Element
  ) -> Infallible<Element> {
    Infallible(zipped(source1, source2, source3, source4, by: resultSelector))
  }

  /// Combines the nth elements of five sources with `resultSelector`. See ``ObservableType/zip(_:_:resultSelector:)``.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
    _ source5: Infallible<E5>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5) throws -> Element
  ) -> Infallible<Element> {
    Infallible(zipped(source1, source2, source3, source4, source5, by: resultSelector))
  }

  /// Combines the nth elements of six sources with `resultSelector`. See ``ObservableType/zip(_:_:resultSelector:)``.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5, E6>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
    _ source5: Infallible<E5>, _ source6: Infallible<E6>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6) throws -> Element
  ) -> Infallible<Element> {
    Infallible(zipped(source1, source2, source3, source4, source5, source6, by: resultSelector))
  }

  /// Combines the nth elements of seven sources with `resultSelector`. See ``ObservableType/zip(_:_:resultSelector:)``.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
    _ source5: Infallible<E5>, _ source6: Infallible<E6>, _ source7: Infallible<E7>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7) throws -> Element
  ) -> Infallible<Element> {
    Infallible(zipped(source1, source2, source3, source4, source5, source6, source7, by: resultSelector))
  }

  /// Combines the nth elements of eight sources with `resultSelector`. See ``ObservableType/zip(_:_:resultSelector:)``.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
    _ source5: Infallible<E5>, _ source6: Infallible<E6>, _ source7: Infallible<E7>, _ source8: Infallible<E8>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Element
  ) -> Infallible<Element> {
    Infallible(zipped(source1, source2, source3, source4, source5, source6, source7, source8, by: resultSelector))
  }
}

extension InfallibleType where Element == Any {
  /// Combines the nth elements of two sources into tuples.
  public static func zip<E1, E2>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>
  ) -> Infallible<(E1, E2)> {
    Infallible(zipped(source1, source2, by: tuple))
  }

  /// Combines the nth elements of three sources into tuples.
  public static func zip<E1, E2, E3>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>
  ) -> Infallible<(E1, E2, E3)> {
    Infallible(zipped(source1, source2, source3, by: tuple))
  }

  /// Combines the nth elements of four sources into tuples.
  public static func zip<E1, E2, E3, E4>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>
  ) -> Infallible<(E1, E2, E3, E4)> {
    Infallible(zipped(source1, source2, source3, source4, by: tuple))
  }

  /// Combines the nth elements of five sources into tuples.
  public static func zip<E1, E2, E3, E4, E5>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
    _ source5: Infallible<E5>
  ) -> Infallible<(E1, E2, E3, E4, E5)> {
    Infallible(zipped(source1, source2, source3, source4, source5, by: tuple))
  }

  /// Combines the nth elements of six sources into tuples.
  public static func zip<E1, E2, E3, E4, E5, E6>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
    _ source5: Infallible<E5>, _ source6: Infallible<E6>
  ) -> Infallible<(E1, E2, E3, E4, E5, E6)> {
    Infallible(zipped(source1, source2, source3, source4, source5, source6, by: tuple))
  }

  /// Combines the nth elements of seven sources into tuples.
  public static func zip<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
    _ source5: Infallible<E5>, _ source6: Infallible<E6>, _ source7: Infallible<E7>
  ) -> Infallible<(E1, E2, E3, E4, E5, E6, E7)> {
    Infallible(zipped(source1, source2, source3, source4, source5, source6, source7, by: tuple))
  }

  /// Combines the nth elements of eight sources into tuples.
  public static func zip<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
    _ source5: Infallible<E5>, _ source6: Infallible<E6>, _ source7: Infallible<E7>, _ source8: Infallible<E8>
  ) -> Infallible<(E1, E2, E3, E4, E5, E6, E7, E8)> {
    Infallible(zipped(source1, source2, source3, source4, source5, source6, source7, source8, by: tuple))
  }
}
