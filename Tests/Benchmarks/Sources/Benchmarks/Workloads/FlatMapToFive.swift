import OpenCombine
import RxCore

extension Workload {
  /// A `flatMap` to sequences of five elements. An operation is one source event, which becomes five.
  static var flatMapToFive: Workload {
    toFive(
      "flatmap-five", { source in source.flatMap { _ in Observable.from(five) } },
      { source in source.flatMap { _ in five.publisher } })
  }

  /// The same with `flatMapLatest`. All elements of a sequence arrive before the next event.
  static var flatMapLatestToFive: Workload {
    toFive(
      "flatmaplatest-five", { source in source.flatMapLatest { _ in Observable.from(five) } },
      { source in source.map { _ in five.publisher }.switchToLatest() })
  }

  private static let five = [1, 2, 3, 4, 5]

  private static func toFive<Chain: Publisher>(
    _ name: String,
    _ ours: @escaping (Observable<Int>) -> Observable<Int>,
    _ openCombine: @escaping (PassthroughSubject<Int, Never>) -> Chain
  ) -> Workload where Chain.Output == Int, Chain.Failure == Never {
    Workload(
      name, operations: 200_000, bars: [.flowing],
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
        Contender("floor") {
          let sum = Sum()
          let subject = FloorSubject<Int>()
          subject.stream.flatMap { _ in .from(five) }.subscribe { sum.value &+= $0 }
          return { operations in
            for number in 0..<operations { subject.emit(number) }
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
}
