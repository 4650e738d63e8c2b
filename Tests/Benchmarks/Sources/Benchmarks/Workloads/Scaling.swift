import RxCore

extension Workload {
  /// Operations whose cost must not grow with size. Each workload performs the same operation at a small and a large
  /// size. The bar limits the cost at the large size to twice that at the small one, or to five times among a million
  /// observers, which do not fit in any cache.
  static var scaling: [Workload] {
    [
      scaling("scale-observers", unitsPerRound: 1_000_000, small: 1000, large: 1_000_000, limit: 5) { size in
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let bag = CompositeDisposable()
        for _ in 0..<size { _ = bag.insert(subject.subscribe(onNext: { sum.value &+= $0 })) }
        return { units in
          for number in 0..<max(1, units / size) { subject.onNext(number) }
          keep(bag)
        }
      },
      scaling("scale-groupby-keys", unitsPerRound: 1_000_000, small: 1000, large: 1_000_000) { size in
        { units in
          let sum = Sum()
          for _ in 0..<max(1, units / size) {
            let source = PublishSubject<Int>()
            let subscription = source.groupBy { $0 }.subscribe(onNext: { sum.value &+= $0.key })
            for key in 0..<size { source.onNext(key) }
            subscription.dispose()
          }
        }
      },
      scaling("scale-merge-inner", unitsPerRound: 100_000, small: 1000, large: 100_000) { size in
        { units in
          let sum = Sum()
          for _ in 0..<max(1, units / size) {
            let inner = PublishSubject<Int>()
            let source = PublishSubject<Int>()
            let subscription = source.flatMap { _ in inner }.subscribe(onNext: { sum.value &+= $0 })
            for number in 0..<size { source.onNext(number) }
            inner.onNext(1)
            subscription.dispose()
          }
        }
      },
      scaling("scale-combinelatest", unitsPerRound: 100_000, small: 10, large: 1000) { size in
        // An event combines one element from each source. An operation is one of these elements.
        let sum = Sum()
        let sources = (0..<size).map { _ in PublishSubject<Int>() }
        let subscription = Observable.combineLatest(sources) { $0.reduce(0, &+) }
          .subscribe(onNext: { sum.value &+= $0 })
        for source in sources { source.onNext(1) }
        return { units in
          for number in 0..<max(1, units / size) { sources[number % size].onNext(number) }
          keep(subscription)
        }
      },
      scaling("scale-replay", unitsPerRound: 1_000_000, small: 1000, large: 1_000_000) { size in
        { units in
          let sum = Sum()
          for _ in 0..<max(1, units / size) {
            let subject = ReplaySubject<Int>.createUnbounded()
            for number in 0..<size { subject.onNext(number) }
            subject.subscribe(onNext: { sum.value &+= $0 }).dispose()
          }
        }
      },
    ]
  }

  private static func scaling(
    _ name: String, unitsPerRound: Int, small: Int, large: Int, limit: Double = 2,
    prepare: @escaping (_ size: Int) -> (_ units: Int) -> Void
  ) -> Workload {
    Workload(
      name, operations: unitsPerRound, bars: [.atMost(limit, of: "\(small)", for: "\(large)")],
      [
        Contender("\(small)") { prepare(small) },
        Contender("\(large)") { prepare(large) },
      ])
  }
}
