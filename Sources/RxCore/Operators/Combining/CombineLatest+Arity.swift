// The arities of `combineLatest`: each connects typed sources to the engine in `CombiningSink.swift`.

extension ObservableType {
  /// Emits a result that `resultSelector` makes of the latest elements of 2 sources.
  /// See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<O1: ObservableType, O2: ObservableType>(
    _ source1: O1, _ source2: O2,
    resultSelector: @escaping @Sendable (O1.Element, O2.Element) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    return combining(count: 2, policy: .latest) { sink in
      let slot1 = sink.latestSlot(for: source1)
      let slot2 = sink.latestSlot(for: source2)
      return { try resultSelector(slot1.latest, slot2.latest) }
    }
  }

  /// Emits a result that `resultSelector` makes of the latest elements of 3 sources.
  /// See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
    _ source1: O1, _ source2: O2, _ source3: O3,
    resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    return combining(count: 3, policy: .latest) { sink in
      let slot1 = sink.latestSlot(for: source1)
      let slot2 = sink.latestSlot(for: source2)
      let slot3 = sink.latestSlot(for: source3)
      return { try resultSelector(slot1.latest, slot2.latest, slot3.latest) }
    }
  }

  /// Emits a result that `resultSelector` makes of the latest elements of 4 sources.
  /// See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4,
    resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element) throws -> Element
  ) -> Observable<Element> {
    let source1 = source1.asObservable()
    let source2 = source2.asObservable()
    let source3 = source3.asObservable()
    let source4 = source4.asObservable()
    return combining(count: 4, policy: .latest) { sink in
      let slot1 = sink.latestSlot(for: source1)
      let slot2 = sink.latestSlot(for: source2)
      let slot3 = sink.latestSlot(for: source3)
      let slot4 = sink.latestSlot(for: source4)
      return { try resultSelector(slot1.latest, slot2.latest, slot3.latest, slot4.latest) }
    }
  }

  /// Emits a result that `resultSelector` makes of the latest elements of 5 sources.
  /// See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<
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
    return combining(count: 5, policy: .latest) { sink in
      let slot1 = sink.latestSlot(for: source1)
      let slot2 = sink.latestSlot(for: source2)
      let slot3 = sink.latestSlot(for: source3)
      let slot4 = sink.latestSlot(for: source4)
      let slot5 = sink.latestSlot(for: source5)
      return { try resultSelector(slot1.latest, slot2.latest, slot3.latest, slot4.latest, slot5.latest) }
    }
  }

  /// Emits a result that `resultSelector` makes of the latest elements of 6 sources.
  /// See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<
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
    return combining(count: 6, policy: .latest) { sink in
      let slot1 = sink.latestSlot(for: source1)
      let slot2 = sink.latestSlot(for: source2)
      let slot3 = sink.latestSlot(for: source3)
      let slot4 = sink.latestSlot(for: source4)
      let slot5 = sink.latestSlot(for: source5)
      let slot6 = sink.latestSlot(for: source6)
      return { try resultSelector(slot1.latest, slot2.latest, slot3.latest, slot4.latest, slot5.latest, slot6.latest) }
    }
  }

  /// Emits a result that `resultSelector` makes of the latest elements of 7 sources.
  /// See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<
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
    return combining(count: 7, policy: .latest) { sink in
      let slot1 = sink.latestSlot(for: source1)
      let slot2 = sink.latestSlot(for: source2)
      let slot3 = sink.latestSlot(for: source3)
      let slot4 = sink.latestSlot(for: source4)
      let slot5 = sink.latestSlot(for: source5)
      let slot6 = sink.latestSlot(for: source6)
      let slot7 = sink.latestSlot(for: source7)
      return {
        try resultSelector(
          slot1.latest, slot2.latest, slot3.latest, slot4.latest, slot5.latest, slot6.latest, slot7.latest)
      }
    }
  }

  /// Emits a result that `resultSelector` makes of the latest elements of 8 sources.
  /// See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<
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
    return combining(count: 8, policy: .latest) { sink in
      let slot1 = sink.latestSlot(for: source1)
      let slot2 = sink.latestSlot(for: source2)
      let slot3 = sink.latestSlot(for: source3)
      let slot4 = sink.latestSlot(for: source4)
      let slot5 = sink.latestSlot(for: source5)
      let slot6 = sink.latestSlot(for: source6)
      let slot7 = sink.latestSlot(for: source7)
      let slot8 = sink.latestSlot(for: source8)
      return {
        try resultSelector(
          slot1.latest, slot2.latest, slot3.latest, slot4.latest, slot5.latest, slot6.latest, slot7.latest, slot8.latest
        )
      }
    }
  }
}

extension ObservableType where Element == Any {
  /// Emits the latest elements of 2 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<O1: ObservableType, O2: ObservableType>(
    _ source1: O1, _ source2: O2
  ) -> Observable<(O1.Element, O2.Element)> {
    Observable<(O1.Element, O2.Element)>.combineLatest(source1, source2, resultSelector: { ($0, $1) })
  }

  /// Emits the latest elements of 3 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
    _ source1: O1, _ source2: O2, _ source3: O3
  ) -> Observable<(O1.Element, O2.Element, O3.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element)>.combineLatest(
      source1, source2, source3, resultSelector: { ($0, $1, $2) })
  }

  /// Emits the latest elements of 4 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element, O4.Element)>.combineLatest(
      source1, source2, source3, source4, resultSelector: { ($0, $1, $2, $3) })
  }

  /// Emits the latest elements of 5 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)>.combineLatest(
      source1, source2, source3, source4, source5, resultSelector: { ($0, $1, $2, $3, $4) })
  }

  /// Emits the latest elements of 6 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
    O6: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)>.combineLatest(
      source1, source2, source3, source4, source5, source6, resultSelector: { ($0, $1, $2, $3, $4, $5) })
  }

  /// Emits the latest elements of 7 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
    O6: ObservableType, O7: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)>.combineLatest(
      source1, source2, source3, source4, source5, source6, source7, resultSelector: { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// Emits the latest elements of 8 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<
    O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
    O6: ObservableType, O7: ObservableType, O8: ObservableType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
    _ source8: O8
  ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)> {
    Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)>
      .combineLatest(
        source1, source2, source3, source4, source5, source6, source7, source8,
        resultSelector: { ($0, $1, $2, $3, $4, $5, $6, $7) })
  }
}
