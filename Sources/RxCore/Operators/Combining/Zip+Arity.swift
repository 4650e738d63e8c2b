// The arities of `zip`: each connects typed sources to the engine in `CombiningSink.swift`. Unlike the form for
// collections they complete only when all sources have completed.

extension ObservableType {
  /// Emits a result that `resultSelector` makes of the elements of 2 sources at the same position. It completes when
  /// all sources have completed. See ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<O1: ObservableType, O2: ObservableType>(
    _ source1: O1, _ source2: O2,
    resultSelector: @escaping @Sendable (O1.Element, O2.Element) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    return combining(count: 2, policy: .inOrder) { sink in
      let slot1 = sink.queueSlot(for: source1)
      let slot2 = sink.queueSlot(for: source2)
      return { try resultSelector(slot1.next(), slot2.next()) }
    }
  }

  /// Emits a result that `resultSelector` makes of the elements of 3 sources at the same position. It completes when
  /// all sources have completed. See ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
    _ source1: O1, _ source2: O2, _ source3: O3,
    resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    return combining(count: 3, policy: .inOrder) { sink in
      let slot1 = sink.queueSlot(for: source1)
      let slot2 = sink.queueSlot(for: source2)
      let slot3 = sink.queueSlot(for: source3)
      return { try resultSelector(slot1.next(), slot2.next(), slot3.next()) }
    }
  }

  /// Emits a result that `resultSelector` makes of the elements of 4 sources at the same position. It completes when
  /// all sources have completed. See ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4,
    resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    let source4 = source4.asObservable()
    return combining(count: 4, policy: .inOrder) { sink in
      let slot1 = sink.queueSlot(for: source1)
      let slot2 = sink.queueSlot(for: source2)
      let slot3 = sink.queueSlot(for: source3)
      let slot4 = sink.queueSlot(for: source4)
      return { try resultSelector(slot1.next(), slot2.next(), slot3.next(), slot4.next()) }
    }
  }

  /// Emits a result that `resultSelector` makes of the elements of 5 sources at the same position. It completes when
  /// all sources have completed. See ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5,
    resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    let source4 = source4.asObservable()
    let source5 = source5.asObservable()
    return combining(count: 5, policy: .inOrder) { sink in
      let slot1 = sink.queueSlot(for: source1)
      let slot2 = sink.queueSlot(for: source2)
      let slot3 = sink.queueSlot(for: source3)
      let slot4 = sink.queueSlot(for: source4)
      let slot5 = sink.queueSlot(for: source5)
      return { try resultSelector(slot1.next(), slot2.next(), slot3.next(), slot4.next(), slot5.next()) }
    }
  }

  /// Emits a result that `resultSelector` makes of the elements of 6 sources at the same position. It completes when
  /// all sources have completed. See ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
    O6: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6,
    resultSelector:
      @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    let source4 = source4.asObservable()
    let source5 = source5.asObservable()
    let source6 = source6.asObservable()
    return combining(count: 6, policy: .inOrder) { sink in
      let slot1 = sink.queueSlot(for: source1)
      let slot2 = sink.queueSlot(for: source2)
      let slot3 = sink.queueSlot(for: source3)
      let slot4 = sink.queueSlot(for: source4)
      let slot5 = sink.queueSlot(for: source5)
      let slot6 = sink.queueSlot(for: source6)
      return { try resultSelector(slot1.next(), slot2.next(), slot3.next(), slot4.next(), slot5.next(), slot6.next()) }
    }
  }

  /// Emits a result that `resultSelector` makes of the elements of 7 sources at the same position. It completes when
  /// all sources have completed. See ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
    O6: ObservableType, O7: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
    resultSelector:
      @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element) throws ->
      Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    let source4 = source4.asObservable()
    let source5 = source5.asObservable()
    let source6 = source6.asObservable()
    let source7 = source7.asObservable()
    return combining(count: 7, policy: .inOrder) { sink in
      let slot1 = sink.queueSlot(for: source1)
      let slot2 = sink.queueSlot(for: source2)
      let slot3 = sink.queueSlot(for: source3)
      let slot4 = sink.queueSlot(for: source4)
      let slot5 = sink.queueSlot(for: source5)
      let slot6 = sink.queueSlot(for: source6)
      let slot7 = sink.queueSlot(for: source7)
      return {
        try resultSelector(
          slot1.next(), slot2.next(), slot3.next(), slot4.next(), slot5.next(), slot6.next(), slot7.next())
      }
    }
  }

  /// Emits a result that `resultSelector` makes of the elements of 8 sources at the same position. It completes when
  /// all sources have completed. See ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
    O6: ObservableType, O7: ObservableType, O8: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
    _ source8: O8,
    resultSelector:
      @escaping @Sendable (
        O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element
      ) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    let source4 = source4.asObservable()
    let source5 = source5.asObservable()
    let source6 = source6.asObservable()
    let source7 = source7.asObservable()
    let source8 = source8.asObservable()
    return combining(count: 8, policy: .inOrder) { sink in
      let slot1 = sink.queueSlot(for: source1)
      let slot2 = sink.queueSlot(for: source2)
      let slot3 = sink.queueSlot(for: source3)
      let slot4 = sink.queueSlot(for: source4)
      let slot5 = sink.queueSlot(for: source5)
      let slot6 = sink.queueSlot(for: source6)
      let slot7 = sink.queueSlot(for: source7)
      let slot8 = sink.queueSlot(for: source8)
      return {
        try resultSelector(
          slot1.next(), slot2.next(), slot3.next(), slot4.next(), slot5.next(), slot6.next(), slot7.next(), slot8.next()
        )
      }
    }
  }
}

extension ObservableType where Element == Any {
  /// Emits the elements of 2 sources at the same position as a tuple. It completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<O1: ObservableType, O2: ObservableType>(
    _ source1: O1, _ source2: O2
  ) -> Observable<(O1.Element, O2.Element)> {
    Observable<(O1.Element, O2.Element)>.zip(source1, source2, resultSelector: { ($0, $1) })
  }

  /// Emits the elements of 3 sources at the same position as a tuple. It completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
    _ source1: O1, _ source2: O2, _ source3: O3
  ) -> Observable<(O1.Element, O2.Element, O3.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element)>.zip(
      source1, source2, source3, resultSelector: { ($0, $1, $2) })
  }

  /// Emits the elements of 4 sources at the same position as a tuple. It completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element, O4.Element)>.zip(
      source1, source2, source3, source4, resultSelector: { ($0, $1, $2, $3) })
  }

  /// Emits the elements of 5 sources at the same position as a tuple. It completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)>.zip(
      source1, source2, source3, source4, source5, resultSelector: { ($0, $1, $2, $3, $4) })
  }

  /// Emits the elements of 6 sources at the same position as a tuple. It completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
    O6: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)>.zip(
      source1, source2, source3, source4, source5, source6, resultSelector: { ($0, $1, $2, $3, $4, $5) })
  }

  /// Emits the elements of 7 sources at the same position as a tuple. It completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
    O6: ObservableType, O7: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)>.zip(
      source1, source2, source3, source4, source5, source6, source7, resultSelector: { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// Emits the elements of 8 sources at the same position as a tuple. It completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
    O6: ObservableType, O7: ObservableType, O8: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
    _ source8: O8
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)>
      .zip(
        source1, source2, source3, source4, source5, source6, source7, source8,
        resultSelector: { ($0, $1, $2, $3, $4, $5, $6, $7) })
  }
}
