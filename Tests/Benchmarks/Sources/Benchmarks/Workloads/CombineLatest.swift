import RxCore

extension Workload {
  /// The latest elements of four sources, only one of which emits. An operation is one event. OpenCombine has no such
  /// operator, so the bar compares with OpenCombine's subject.
  static var combineLatestPump: Workload {
    Workload(
      "combinelatest4-pump", operations: 1_000_000, bars: [.atMost(2.5, of: "OpenCombine-subject-pump-1")],
      [
        Contender("ours") {
          let sum = Sum()
          let sources = (0..<4).map { _ in PublishSubject<Int>() }
          let subscription =
            Observable
            .combineLatest(sources[0], sources[1], sources[2], sources[3]) { $0 &+ $1 &+ $2 &+ $3 }
            .subscribe(onNext: { sum.value &+= $0 })
          for source in sources { source.onNext(1) }
          return { operations in
            for number in 0..<operations { sources[0].onNext(number) }
            keep(subscription)
          }
        },
        Contender("floor") {
          let sum = Sum()
          let sources = (0..<4).map { _ in FloorSubject<Int>() }
          var latest = [1, 1, 1, 1]
          for (index, source) in sources.enumerated() {
            source.subscribe { element in
              latest[index] = element
              sum.value &+= latest[0] &+ latest[1] &+ latest[2] &+ latest[3]
            }
          }
          return { operations in
            for number in 0..<operations { sources[0].emit(number) }
          }
        },
        passthroughSubject(named: "OpenCombine-subject-pump-1", observers: 1).borrowed,
      ])
  }
}
