// Overloads of `zip` for two to eight sources. The engine is in `CombiningSink.swift`.
// Unlike the collection form, they complete only when all sources have completed.

extension ObservableType {
  /// Combines the nth elements of two sources with `resultSelector`. Completes when all sources have completed. See
  /// ``zip(_:resultSelector:)``.
  ///
  /// ```swift
  /// Observable.zip(a, b) { $0 + $1 }
  /// ```
  /// ```
  /// a      -1-----2--3-----|
  /// b      ---0-5------6--|
  /// zip    ---1---7----9---|
  /// ```
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<E1, E2>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>,
    resultSelector: @escaping @Sendable (E1, E2) throws -> Element
  ) -> Observable<Element> {
    zipped(source1, source2, by: resultSelector)
  }

  /// Combines the nth elements of three sources with `resultSelector`. Completes when all sources have completed. See
  /// ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<E1, E2, E3>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    resultSelector: @escaping @Sendable (E1, E2, E3) throws -> Element
  ) -> Observable<Element> {
    zipped(source1, source2, source3, by: resultSelector)
  }

  /// Combines the nth elements of four sources with `resultSelector`. Completes when all sources have completed. See
  /// ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<E1, E2, E3, E4>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4) throws -> Element
  ) -> Observable<Element> {
    zipped(source1, source2, source3, source4, by: resultSelector)
  }

  /// Combines the nth elements of five sources with `resultSelector`. Completes when all sources have completed. See
  /// ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5) throws -> Element
  ) -> Observable<Element> {
    zipped(source1, source2, source3, source4, source5, by: resultSelector)
  }

  /// Combines the nth elements of six sources with `resultSelector`. Completes when all sources have completed. See
  /// ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5, E6>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6) throws -> Element
  ) -> Observable<Element> {
    zipped(source1, source2, source3, source4, source5, source6, by: resultSelector)
  }

  /// Combines the nth elements of seven sources with `resultSelector`. Completes when all sources have completed. See
  /// ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7) throws -> Element
  ) -> Observable<Element> {
    zipped(source1, source2, source3, source4, source5, source6, source7, by: resultSelector)
  }

  /// Combines the nth elements of eight sources with `resultSelector`. Completes when all sources have completed. See
  /// ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>, _ source8: some ObservableType<E8>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Element
  ) -> Observable<Element> {
    zipped(source1, source2, source3, source4, source5, source6, source7, source8, by: resultSelector)
  }
}

extension ObservableType where Element == Any {
  /// Combines the nth elements of two sources into a tuple. Completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<E1, E2>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>
  ) -> Observable<(E1, E2)> {
    zipped(source1, source2, by: tuple)
  }

  /// Combines the nth elements of three sources into a tuple. Completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<E1, E2, E3>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>
  ) -> Observable<(E1, E2, E3)> {
    zipped(source1, source2, source3, by: tuple)
  }

  /// Combines the nth elements of four sources into a tuple. Completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<E1, E2, E3, E4>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>
  ) -> Observable<(E1, E2, E3, E4)> {
    zipped(source1, source2, source3, source4, by: tuple)
  }

  /// Combines the nth elements of five sources into a tuple. Completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<E1, E2, E3, E4, E5>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>
  ) -> Observable<(E1, E2, E3, E4, E5)> {
    zipped(source1, source2, source3, source4, source5, by: tuple)
  }

  /// Combines the nth elements of six sources into a tuple. Completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<E1, E2, E3, E4, E5, E6>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>
  ) -> Observable<(E1, E2, E3, E4, E5, E6)> {
    zipped(source1, source2, source3, source4, source5, source6, by: tuple)
  }

  /// Combines the nth elements of seven sources into a tuple. Completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>
  ) -> Observable<(E1, E2, E3, E4, E5, E6, E7)> {
    zipped(source1, source2, source3, source4, source5, source6, source7, by: tuple)
  }

  /// Combines the nth elements of eight sources into a tuple. Completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>, _ source8: some ObservableType<E8>
  ) -> Observable<(E1, E2, E3, E4, E5, E6, E7, E8)> {
    zipped(source1, source2, source3, source4, source5, source6, source7, source8, by: tuple)
  }
}
