// `zip` for collections and for two to eight sources. Each forwards to the method of the same name on `Observable` and
// shares the result.

extension SharedSequence {
  /// Combines the nth elements of all sources with `resultSelector`. The methods for a fixed number of sources complete
  /// only when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<Collection: Swift.Collection, Result>(
    _ collection: Collection, resultSelector: @escaping @Sendable ([Element]) throws -> Result
  ) -> SharedSequence<SharingStrategy, Result>
  where Collection.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence<SharingStrategy, Result>(
      Observable.zip(collection.map { $0.asObservable() }, resultSelector: resultSelector))
  }

  /// Combines the nth elements of all sources into arrays.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> SharedSequence<SharingStrategy, [Element]>
  where Collection.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence<SharingStrategy, [Element]>(Observable.zip(collection.map { $0.asObservable() }))
  }
}

extension SharedSequenceConvertibleType {
  /// Combines the nth elements of two sources with `resultSelector`. See `zip(_:resultSelector:)`.
  @preconcurrency
  public static func zip<E1, E2>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    resultSelector: @escaping @Sendable (E1, E2) throws -> Element
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(zipped(source1, source2, by: resultSelector))
  }

  /// Combines the nth elements of three sources with `resultSelector`. See `zip(_:resultSelector:)`.
  @preconcurrency
  public static func zip<E1, E2, E3>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>,
    resultSelector: @escaping @Sendable (E1, E2, E3) throws -> Element
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(zipped(source1, source2, source3, by: resultSelector))
  }

  /// Combines the nth elements of four sources with `resultSelector`. See `zip(_:resultSelector:)`.
  @preconcurrency
  public static func zip<E1, E2, E3, E4>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>,
    _ source4: some SharedSequenceConvertibleType<SharingStrategy, E4>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4) throws -> Element
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(zipped(source1, source2, source3, source4, by: resultSelector))
  }

  /// Combines the nth elements of five sources with `resultSelector`. See `zip(_:resultSelector:)`.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>,
    _ source4: some SharedSequenceConvertibleType<SharingStrategy, E4>,
    _ source5: some SharedSequenceConvertibleType<SharingStrategy, E5>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5) throws -> Element
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(zipped(source1, source2, source3, source4, source5, by: resultSelector))
  }

  /// Combines the nth elements of six sources with `resultSelector`. See `zip(_:resultSelector:)`.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5, E6>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>,
    _ source4: some SharedSequenceConvertibleType<SharingStrategy, E4>,
    _ source5: some SharedSequenceConvertibleType<SharingStrategy, E5>,
    _ source6: some SharedSequenceConvertibleType<SharingStrategy, E6>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6) throws -> Element
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(zipped(source1, source2, source3, source4, source5, source6, by: resultSelector))
  }

  /// Combines the nth elements of seven sources with `resultSelector`. See `zip(_:resultSelector:)`.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>,
    _ source4: some SharedSequenceConvertibleType<SharingStrategy, E4>,
    _ source5: some SharedSequenceConvertibleType<SharingStrategy, E5>,
    _ source6: some SharedSequenceConvertibleType<SharingStrategy, E6>,
    _ source7: some SharedSequenceConvertibleType<SharingStrategy, E7>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7) throws -> Element
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(zipped(source1, source2, source3, source4, source5, source6, source7, by: resultSelector))
  }

  /// Combines the nth elements of eight sources with `resultSelector`. See `zip(_:resultSelector:)`.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>,
    _ source4: some SharedSequenceConvertibleType<SharingStrategy, E4>,
    _ source5: some SharedSequenceConvertibleType<SharingStrategy, E5>,
    _ source6: some SharedSequenceConvertibleType<SharingStrategy, E6>,
    _ source7: some SharedSequenceConvertibleType<SharingStrategy, E7>,
    _ source8: some SharedSequenceConvertibleType<SharingStrategy, E8>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Element
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(zipped(source1, source2, source3, source4, source5, source6, source7, source8, by: resultSelector))
  }
}

extension SharedSequenceConvertibleType where Element == Any {
  /// Combines the nth elements of two sources into tuples. See `zip(_:)`.
  public static func zip<E1, E2>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>
  ) -> SharedSequence<SharingStrategy, (E1, E2)> {
    SharedSequence(zipped(source1, source2, by: tuple))
  }

  /// Combines the nth elements of three sources into tuples. See `zip(_:)`.
  public static func zip<E1, E2, E3>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>
  ) -> SharedSequence<SharingStrategy, (E1, E2, E3)> {
    SharedSequence(zipped(source1, source2, source3, by: tuple))
  }

  /// Combines the nth elements of four sources into tuples. See `zip(_:)`.
  public static func zip<E1, E2, E3, E4>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>,
    _ source4: some SharedSequenceConvertibleType<SharingStrategy, E4>
  ) -> SharedSequence<SharingStrategy, (E1, E2, E3, E4)> {
    SharedSequence(zipped(source1, source2, source3, source4, by: tuple))
  }

  /// Combines the nth elements of five sources into tuples. See `zip(_:)`.
  public static func zip<E1, E2, E3, E4, E5>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>,
    _ source4: some SharedSequenceConvertibleType<SharingStrategy, E4>,
    _ source5: some SharedSequenceConvertibleType<SharingStrategy, E5>
  ) -> SharedSequence<SharingStrategy, (E1, E2, E3, E4, E5)> {
    SharedSequence(zipped(source1, source2, source3, source4, source5, by: tuple))
  }

  /// Combines the nth elements of six sources into tuples. See `zip(_:)`.
  public static func zip<E1, E2, E3, E4, E5, E6>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>,
    _ source4: some SharedSequenceConvertibleType<SharingStrategy, E4>,
    _ source5: some SharedSequenceConvertibleType<SharingStrategy, E5>,
    _ source6: some SharedSequenceConvertibleType<SharingStrategy, E6>
  ) -> SharedSequence<SharingStrategy, (E1, E2, E3, E4, E5, E6)> {
    SharedSequence(zipped(source1, source2, source3, source4, source5, source6, by: tuple))
  }

  /// Combines the nth elements of seven sources into tuples. See `zip(_:)`.
  public static func zip<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>,
    _ source4: some SharedSequenceConvertibleType<SharingStrategy, E4>,
    _ source5: some SharedSequenceConvertibleType<SharingStrategy, E5>,
    _ source6: some SharedSequenceConvertibleType<SharingStrategy, E6>,
    _ source7: some SharedSequenceConvertibleType<SharingStrategy, E7>
  ) -> SharedSequence<SharingStrategy, (E1, E2, E3, E4, E5, E6, E7)> {
    SharedSequence(zipped(source1, source2, source3, source4, source5, source6, source7, by: tuple))
  }

  /// Combines the nth elements of eight sources into tuples. See `zip(_:)`.
  public static func zip<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: some SharedSequenceConvertibleType<SharingStrategy, E1>,
    _ source2: some SharedSequenceConvertibleType<SharingStrategy, E2>,
    _ source3: some SharedSequenceConvertibleType<SharingStrategy, E3>,
    _ source4: some SharedSequenceConvertibleType<SharingStrategy, E4>,
    _ source5: some SharedSequenceConvertibleType<SharingStrategy, E5>,
    _ source6: some SharedSequenceConvertibleType<SharingStrategy, E6>,
    _ source7: some SharedSequenceConvertibleType<SharingStrategy, E7>,
    _ source8: some SharedSequenceConvertibleType<SharingStrategy, E8>
  ) -> SharedSequence<SharingStrategy, (E1, E2, E3, E4, E5, E6, E7, E8)> {
    SharedSequence(zipped(source1, source2, source3, source4, source5, source6, source7, source8, by: tuple))
  }
}
