import OpenCombine
import RxCore

extension Workload {
  /// One workload for each operator family that OpenCombine also has. An operation is one event.
  static var families: [Workload] {
    [
      family(
        "flatmaplatest5-pump", operations: 200_000,
        { source in (0..<5).reduce(source) { source, _ in source.flatMapLatest { Observable.just($0) } } },
        { source in
          source
            .map { Just($0) }.switchToLatest().map { Just($0) }.switchToLatest().map { Just($0) }.switchToLatest()
            .map { Just($0) }.switchToLatest().map { Just($0) }.switchToLatest()
        }),
      family(
        "scan-pump", { source in source.scan(0) { $0 &+ $1 } }, { source in source.scan(0) { $0 &+ $1 } }),
      family(
        "distinct-pump", { source in source.distinctUntilChanged() }, { source in source.removeDuplicates() }),
      family(
        "skip-take-pump", { source in source.skip(1).take(Int.max) }, { source in source.dropFirst(1).prefix(Int.max) }),
      family(
        "compactmap-pump", { source in source.compactMap { $0 &+ 1 } }, { source in source.compactMap { $0 &+ 1 } }),
      family("share-pump", { source in source.share() }, { source in source.share() }),
      family(
        "catch-pump", { source in source.catchAndReturn(0) },
        { source in source.setFailureType(to: RxError.self).replaceError(with: 0) }),
      family(
        "zip2-pump", { source in Observable.zip(source, source) { $0 &+ $1 } },
        { source in source.zip(source) { $0 &+ $1 } }),
      family(
        "do-pump", { source in source.do(onNext: { _ in }) },
        { source in source.handleEvents(receiveOutput: { _ in }) }),
      fromArray, mergeOfFour, groupedByEight,
    ]
  }

  /// Emits through a subject and operators to one subscriber.
  private static func family<Chain: Publisher>(
    _ name: String, operations: Int = 1_000_000,
    _ ours: @escaping (Observable<Int>) -> Observable<Int>,
    _ openCombine: @escaping (PassthroughSubject<Int, Never>) -> Chain
  ) -> Workload where Chain.Output == Int, Chain.Failure == Never {
    Workload(
      name, operations: operations, bars: [.flowing],
      [
        Contender("ours") {
          let sum = Sum()
          let subject = PublishSubject<Int>()
          let subscription = ours(subject).subscribe(onNext: { sum.value &+= $0 })
          return { operations in
            for number in 0..<operations { subject.onNext(number) }
            keep(subscription)
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          let subject = PassthroughSubject<Int, Never>()
          let subscription = openCombine(subject).sink(receiveValue: { sum.value &+= $0 })
          return { operations in
            for number in 0..<operations { subject.send(number) }
            keep(subscription)
          }
        },
      ])
  }

  /// Emits the elements of an array to one subscriber. An operation is one element.
  private static var fromArray: Workload {
    let elements = Array(0..<1000)
    return Workload(
      "from-pump", operations: 1_000_000, bars: [.flowing],
      [
        Contender("ours") {
          let sum = Sum()
          return { operations in
            for _ in 0..<operations / 1000 {
              Observable.from(elements).subscribe(onNext: { sum.value &+= $0 }).dispose()
            }
          }
        },
        Contender("floor") {
          let sum = Sum()
          return { operations in
            for _ in 0..<operations / 1000 { FloorStream.from(elements).subscribe { sum.value &+= $0 } }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          return { operations in
            for _ in 0..<operations / 1000 {
              elements.publisher.sink(receiveValue: { sum.value &+= $0 }).cancel()
            }
          }
        },
      ])
  }

  // OpenCombine has neither of the next two operators, so their bars compare with the floor.

  /// Four subjects, merged, emit in turn. An operation is one event.
  private static var mergeOfFour: Workload {
    Workload(
      "merge4-pump", operations: 1_000_000, bars: [.atMost(2, of: "floor")],
      [
        Contender("ours") {
          let sum = Sum()
          let sources = (0..<4).map { _ in PublishSubject<Int>() }
          let subscription = Observable.merge(sources.map { $0.asObservable() }).subscribe(onNext: { sum.value &+= $0 })
          return { operations in
            for number in 0..<operations { sources[number & 3].onNext(number) }
            keep(subscription)
          }
        },
        Contender("floor") {
          let sum = Sum()
          let sources = (0..<4).map { _ in FloorSubject<Int>() }
          FloorStream<Int> { next in for source in sources { source.subscribe(next) } }.subscribe { sum.value &+= $0 }
          return { operations in
            for number in 0..<operations { sources[number & 3].emit(number) }
          }
        },
      ])
  }

  /// Eight groups, merged again by `flatMap`. An operation is one event.
  private static var groupedByEight: Workload {
    Workload(
      "groupby8-pump", operations: 1_000_000, bars: [.atMost(2, of: "floor")],
      [
        Contender("ours") {
          let sum = Sum()
          let subject = PublishSubject<Int>()
          let subscription = subject.groupBy { $0 & 7 }.flatMap { $0 }.subscribe(onNext: { sum.value &+= $0 })
          return { operations in
            for number in 0..<operations { subject.onNext(number) }
            keep(subscription)
          }
        },
        Contender("floor") {
          let sum = Sum()
          let subject = FloorSubject<Int>()
          var groups: [Int: FloorSubject<Int>] = [:]
          subject.subscribe { element in
            let key = element & 7
            let group = groups[key] ?? FloorSubject()
            if groups[key] == nil {
              groups[key] = group
              group.subscribe { sum.value &+= $0 }
            }
            group.emit(element)
          }
          return { operations in
            for number in 0..<operations { subject.emit(number) }
          }
        },
      ])
  }
}
