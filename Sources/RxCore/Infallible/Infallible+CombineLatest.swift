// `combineLatest` for collections and for two to eight sources.

extension InfallibleType {
  /// Combines the latest elements of all sources with `resultSelector`. See
  /// ``ObservableType/combineLatest(_:resultSelector:)``.
  ///
  /// `resultSelector` should not throw, here and in the methods below, because an `Infallible` must never fail.
  @preconcurrency
  public static func combineLatest<Collection: Swift.Collection>(
    _ collection: Collection, resultSelector: @escaping @Sendable ([Collection.Element.Element]) throws -> Element
  ) -> Infallible<Element> where Collection.Element: InfallibleType {
    Infallible(.combineLatest(collection.map { $0.asObservable() }, resultSelector: resultSelector))
  }

  /// Combines the latest elements of all sources into arrays. See ``ObservableType/combineLatest(_:)``.
  public static func combineLatest<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Infallible<[Element]> where Collection.Element: InfallibleType, Collection.Element.Element == Element {
    .combineLatest(collection, resultSelector: { $0 })
  }

  /// Combines the latest elements of two sources with `resultSelector`.
  /// See ``ObservableType/combineLatest(_:resultSelector:)``.
  @preconcurrency
  public static func combineLatest<E1, E2>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>,
    resultSelector: @escaping @Sendable (E1, E2) throws -> Element
  ) -> Infallible<Element> {
    Infallible(combined(source1, source2, by: resultSelector))
  }

  /// Combines the latest elements of three sources with `resultSelector`.
  /// See ``ObservableType/combineLatest(_:resultSelector:)``.
  @preconcurrency
  public static func combineLatest<E1, E2, E3>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>,
    resultSelector: @escaping @Sendable (E1, E2, E3) throws -> Element
  ) -> Infallible<Element> {
    Infallible(combined(source1, source2, source3, by: resultSelector))
  }

  /// Combines the latest elements of four sources with `resultSelector`.
  /// See ``ObservableType/combineLatest(_:resultSelector:)``.
  @preconcurrency
  public static func combineLatest<E1, E2, E3, E4>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>,
    _ source4: some InfallibleType<E4>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4) throws -> Element
  ) -> Infallible<Element> {
    Infallible(combined(source1, source2, source3, source4, by: resultSelector))
  }

  /// Combines the latest elements of five sources with `resultSelector`.
  /// See ``ObservableType/combineLatest(_:resultSelector:)``.
  @preconcurrency
  public static func combineLatest<E1, E2, E3, E4, E5>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>,
    _ source4: some InfallibleType<E4>, _ source5: some InfallibleType<E5>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5) throws -> Element
  ) -> Infallible<Element> {
    Infallible(combined(source1, source2, source3, source4, source5, by: resultSelector))
  }

  /// Combines the latest elements of six sources with `resultSelector`.
  /// See ``ObservableType/combineLatest(_:resultSelector:)``.
  @preconcurrency
  public static func combineLatest<E1, E2, E3, E4, E5, E6>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>,
    _ source4: some InfallibleType<E4>, _ source5: some InfallibleType<E5>, _ source6: some InfallibleType<E6>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6) throws -> Element
  ) -> Infallible<Element> {
    Infallible(combined(source1, source2, source3, source4, source5, source6, by: resultSelector))
  }

  /// Combines the latest elements of seven sources with `resultSelector`.
  /// See ``ObservableType/combineLatest(_:resultSelector:)``.
  @preconcurrency
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>,
    _ source4: some InfallibleType<E4>, _ source5: some InfallibleType<E5>, _ source6: some InfallibleType<E6>,
    _ source7: some InfallibleType<E7>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7) throws -> Element
  ) -> Infallible<Element> {
    Infallible(combined(source1, source2, source3, source4, source5, source6, source7, by: resultSelector))
  }

  /// Combines the latest elements of eight sources with `resultSelector`.
  /// See ``ObservableType/combineLatest(_:resultSelector:)``.
  @preconcurrency
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>,
    _ source4: some InfallibleType<E4>, _ source5: some InfallibleType<E5>, _ source6: some InfallibleType<E6>,
    _ source7: some InfallibleType<E7>, _ source8: some InfallibleType<E8>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Element
  ) -> Infallible<Element> {
    Infallible(combined(source1, source2, source3, source4, source5, source6, source7, source8, by: resultSelector))
  }
}

extension InfallibleType where Element == Any {
  /// Combines the latest elements of two sources into tuples.
  public static func combineLatest<E1, E2>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>
  ) -> Infallible<(E1, E2)> {
    Infallible(combined(source1, source2, by: tuple))
  }

  /// Combines the latest elements of three sources into tuples.
  public static func combineLatest<E1, E2, E3>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>
  ) -> Infallible<(E1, E2, E3)> {
    Infallible(combined(source1, source2, source3, by: tuple))
  }

  /// Combines the latest elements of four sources into tuples.
  public static func combineLatest<E1, E2, E3, E4>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>,
    _ source4: some InfallibleType<E4>
  ) -> Infallible<(E1, E2, E3, E4)> {
    Infallible(combined(source1, source2, source3, source4, by: tuple))
  }

  /// Combines the latest elements of five sources into tuples.
  public static func combineLatest<E1, E2, E3, E4, E5>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>,
    _ source4: some InfallibleType<E4>, _ source5: some InfallibleType<E5>
  ) -> Infallible<(E1, E2, E3, E4, E5)> {
    Infallible(combined(source1, source2, source3, source4, source5, by: tuple))
  }

  /// Combines the latest elements of six sources into tuples.
  public static func combineLatest<E1, E2, E3, E4, E5, E6>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>,
    _ source4: some InfallibleType<E4>, _ source5: some InfallibleType<E5>, _ source6: some InfallibleType<E6>
  ) -> Infallible<(E1, E2, E3, E4, E5, E6)> {
    Infallible(combined(source1, source2, source3, source4, source5, source6, by: tuple))
  }

  /// Combines the latest elements of seven sources into tuples.
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>,
    _ source4: some InfallibleType<E4>, _ source5: some InfallibleType<E5>, _ source6: some InfallibleType<E6>,
    _ source7: some InfallibleType<E7>
  ) -> Infallible<(E1, E2, E3, E4, E5, E6, E7)> {
    Infallible(combined(source1, source2, source3, source4, source5, source6, source7, by: tuple))
  }

  /// Combines the latest elements of eight sources into tuples.
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: some InfallibleType<E1>, _ source2: some InfallibleType<E2>, _ source3: some InfallibleType<E3>,
    _ source4: some InfallibleType<E4>, _ source5: some InfallibleType<E5>, _ source6: some InfallibleType<E6>,
    _ source7: some InfallibleType<E7>, _ source8: some InfallibleType<E8>
  ) -> Infallible<(E1, E2, E3, E4, E5, E6, E7, E8)> {
    Infallible(combined(source1, source2, source3, source4, source5, source6, source7, source8, by: tuple))
  }
}
