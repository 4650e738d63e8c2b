import OpenCombine
import RxCore

extension Workload {
  /// Six `map` and six `filter` with trivial closures. An operation is one event through the whole chain.
  static var mapFilterPump: Workload {
    Workload(
      "mapfilter6-pump", operations: 1_000_000, bars: [.flowing],
      [
        Contender("ours") {
          let sum = Sum()
          let subject = PublishSubject<Int>()
          let subscription = mapFilter(subject.asObservable()).subscribe(onNext: { sum.value &+= $0 })
          return { operations in
            for number in 0..<operations { subject.onNext(number) }
            keep(subscription)
          }
        },
        Contender("floor") {
          let sum = Sum()
          let subject = FloorSubject<Int>()
          mapFilter(subject.stream).subscribe { sum.value &+= $0 }
          return { operations in
            for number in 0..<operations { subject.emit(number) }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          let subject = PassthroughSubject<Int, Never>()
          let subscription = mapFilter(subject) { sum.value &+= $0 }
          return { operations in
            for number in 0..<operations { subject.send(number) }
            keep(subscription)
          }
        },
      ])
  }

  /// An operation creates a subject and the same chain, subscribes, emits one event and disposes.
  static var mapFilterCreate: Workload {
    Workload(
      "mapfilter6-create", operations: 20_000, bars: [.making],
      [
        Contender("ours") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let subject = PublishSubject<Int>()
              let subscription = mapFilter(subject.asObservable()).subscribe(onNext: { sum.value &+= $0 })
              subject.onNext(number)
              subscription.dispose()
            }
          }
        },
        Contender("floor") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let subject = FloorSubject<Int>()
              mapFilter(subject.stream).subscribe { sum.value &+= $0 }
              subject.emit(number)
            }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let subject = PassthroughSubject<Int, Never>()
              let subscription = mapFilter(subject) { sum.value &+= $0 }
              subject.send(number)
              subscription.cancel()
            }
          }
        },
      ])
  }

  static func mapFilter(_ source: Observable<Int>) -> Observable<Int> {
    (0..<6).reduce(source) { source, _ in source.map(increased).filter(isNatural) }
  }

  private static func mapFilter(_ source: FloorStream<Int>) -> FloorStream<Int> {
    (0..<6).reduce(source) { source, _ in source.map(increased).filter(isNatural) }
  }

  static func mapFilter(
    _ source: PassthroughSubject<Int, Never>, receive: @escaping (Int) -> Void
  ) -> AnyCancellable {
    source
      .map(increased).filter(isNatural).map(increased).filter(isNatural).map(increased).filter(isNatural)
      .map(increased).filter(isNatural).map(increased).filter(isNatural).map(increased).filter(isNatural)
      .sink(receiveValue: receive)
  }

  @Sendable
  private static func increased(_ number: Int) -> Int { number &+ 1 }

  @Sendable
  private static func isNatural(_ number: Int) -> Bool { number >= 0 }
}
