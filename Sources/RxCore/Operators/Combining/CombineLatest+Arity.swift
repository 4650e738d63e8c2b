// Overloads of `combineLatest` for two to eight sources. The engine is in `CombiningSink.swift`.

extension ObservableType {
  /// Combines the latest elements of two sources with `resultSelector`. See ``combineLatest(_:resultSelector:)``.
  ///
  /// ```swift
  /// Observable.combineLatest(a, b) { $0 + $1 }
  /// ```
  /// ```
  /// a              -1-----2--3-----|
  /// b              ---0-5------6--|
  /// combineLatest  ---1-6-7--8-9---|
  /// ```
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<E1, E2>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>,
    resultSelector: @escaping @Sendable (E1, E2) throws -> Element
  ) -> Observable<Element> {
    combined(source1, source2, by: resultSelector)
  }

  /// Combines the latest elements of three sources with `resultSelector`. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<E1, E2, E3>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    resultSelector: @escaping @Sendable (E1, E2, E3) throws -> Element
  ) -> Observable<Element> {
    combined(source1, source2, source3, by: resultSelector)
  }

  /// Combines the latest elements of four sources with `resultSelector`. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<E1, E2, E3, E4>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4) throws -> Element
  ) -> Observable<Element> {
    combined(source1, source2, source3, source4, by: resultSelector)
  }

  /// Combines the latest elements of five sources with `resultSelector`. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<E1, E2, E3, E4, E5>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5) throws -> Element
  ) -> Observable<Element> {
    combined(source1, source2, source3, source4, source5, by: resultSelector)
  }

  /// Combines the latest elements of six sources with `resultSelector`. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<E1, E2, E3, E4, E5, E6>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6) throws -> Element
  ) -> Observable<Element> {
    combined(source1, source2, source3, source4, source5, source6, by: resultSelector)
  }

  /// Combines the latest elements of seven sources with `resultSelector`. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7) throws -> Element
  ) -> Observable<Element> {
    combined(source1, source2, source3, source4, source5, source6, source7, by: resultSelector)
  }

  /// Combines the latest elements of eight sources with `resultSelector`. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>, _ source8: some ObservableType<E8>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Element
  ) -> Observable<Element> {
    combined(source1, source2, source3, source4, source5, source6, source7, source8, by: resultSelector)
  }
}

extension ObservableType where Element == Any {
  /// Combines the latest elements of two sources into a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>
  ) -> Observable<(E1, E2)> {
    combined(source1, source2, by: tuple)
  }

  /// Combines the latest elements of three sources into a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>
  ) -> Observable<(E1, E2, E3)> {
    combined(source1, source2, source3, by: tuple)
  }

  /// Combines the latest elements of four sources into a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3, E4>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>
  ) -> Observable<(E1, E2, E3, E4)> {
    combined(source1, source2, source3, source4, by: tuple)
  }

  /// Combines the latest elements of five sources into a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3, E4, E5>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>
  ) -> Observable<(E1, E2, E3, E4, E5)> {
    combined(source1, source2, source3, source4, source5, by: tuple)
  }

  /// Combines the latest elements of six sources into a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3, E4, E5, E6>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>
  ) -> Observable<(E1, E2, E3, E4, E5, E6)> {
    combined(source1, source2, source3, source4, source5, source6, by: tuple)
  }

  /// Combines the latest elements of seven sources into a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>
  ) -> Observable<(E1, E2, E3, E4, E5, E6, E7)> {
    combined(source1, source2, source3, source4, source5, source6, source7, by: tuple)
  }

  /// Combines the latest elements of eight sources into a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>, _ source8: some ObservableType<E8>
  ) -> Observable<(E1, E2, E3, E4, E5, E6, E7, E8)> {
    combined(source1, source2, source3, source4, source5, source6, source7, source8, by: tuple)
  }
}
