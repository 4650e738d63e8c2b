// The arities of `combineLatest`: each connects typed sources to the engine in `CombiningSink.swift`.

extension ObservableType {
  /// Emits a result that `resultSelector` makes of the latest elements of 2 sources.
  /// See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<E1, E2>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>,
    resultSelector: @escaping @Sendable (E1, E2) throws -> Element
  ) -> Observable<Element> {
    combining(count: 2, policy: .latest) { sink in
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
  public static func combineLatest<E1, E2, E3>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    resultSelector: @escaping @Sendable (E1, E2, E3) throws -> Element
  ) -> Observable<Element> {
    combining(count: 3, policy: .latest) { sink in
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
  public static func combineLatest<E1, E2, E3, E4>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4) throws -> Element
  ) -> Observable<Element> {
    combining(count: 4, policy: .latest) { sink in
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
  public static func combineLatest<E1, E2, E3, E4, E5>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5) throws -> Element
  ) -> Observable<Element> {
    combining(count: 5, policy: .latest) { sink in
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
  public static func combineLatest<E1, E2, E3, E4, E5, E6>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6) throws -> Element
  ) -> Observable<Element> {
    combining(count: 6, policy: .latest) { sink in
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
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7) throws -> Element
  ) -> Observable<Element> {
    combining(count: 7, policy: .latest) { sink in
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
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>, _ source8: some ObservableType<E8>,
    resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Element
  ) -> Observable<Element> {
    combining(count: 8, policy: .latest) { sink in
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
  public static func combineLatest<E1, E2>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>
  ) -> Observable<(E1, E2)> {
    .combineLatest(source1, source2, resultSelector: { ($0, $1) })
  }

  /// Emits the latest elements of 3 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>
  ) -> Observable<(E1, E2, E3)> {
    .combineLatest(source1, source2, source3, resultSelector: { ($0, $1, $2) })
  }

  /// Emits the latest elements of 4 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3, E4>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>
  ) -> Observable<(E1, E2, E3, E4)> {
    .combineLatest(source1, source2, source3, source4, resultSelector: { ($0, $1, $2, $3) })
  }

  /// Emits the latest elements of 5 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3, E4, E5>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>
  ) -> Observable<(E1, E2, E3, E4, E5)> {
    .combineLatest(source1, source2, source3, source4, source5, resultSelector: { ($0, $1, $2, $3, $4) })
  }

  /// Emits the latest elements of 6 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3, E4, E5, E6>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>
  ) -> Observable<(E1, E2, E3, E4, E5, E6)> {
    .combineLatest(source1, source2, source3, source4, source5, source6, resultSelector: { ($0, $1, $2, $3, $4, $5) })
  }

  /// Emits the latest elements of 7 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>
  ) -> Observable<(E1, E2, E3, E4, E5, E6, E7)> {
    .combineLatest(
      source1, source2, source3, source4, source5, source6, source7, resultSelector: { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// Emits the latest elements of 8 sources as a tuple. See ``combineLatest(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<E1, E2, E3, E4, E5, E6, E7, E8>(
    _ source1: some ObservableType<E1>, _ source2: some ObservableType<E2>, _ source3: some ObservableType<E3>,
    _ source4: some ObservableType<E4>, _ source5: some ObservableType<E5>, _ source6: some ObservableType<E6>,
    _ source7: some ObservableType<E7>, _ source8: some ObservableType<E8>
  ) -> Observable<(E1, E2, E3, E4, E5, E6, E7, E8)> {
    .combineLatest(
      source1, source2, source3, source4, source5, source6, source7, source8,
      resultSelector: { ($0, $1, $2, $3, $4, $5, $6, $7) })
  }
}
