import OpenCombine
import RxCore

extension Workload {
  /// A chain of five `flatMap`, each to a sequence of one element. An operation is one event through the whole chain.
  static var flatMapPump: Workload {
    Workload(
      "flatmap5-pump", operations: 200_000, bars: [.flowing],
      [
        Contender("ours") {
          let sum = Sum()
          let subject = PublishSubject<Int>()
          let subscription = flatMap(subject.asObservable()).subscribe(onNext: { sum.value &+= $0 })
          return { operations in
            for number in 0..<operations { subject.onNext(number) }
            keep(subscription)
          }
        },
        Contender("floor") {
          let sum = Sum()
          let subject = FloorSubject<Int>()
          flatMap(subject.stream).subscribe { sum.value &+= $0 }
          return { operations in
            for number in 0..<operations { subject.emit(number) }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          let subject = PassthroughSubject<Int, Never>()
          let subscription = flatMap(subject) { sum.value &+= $0 }
          return { operations in
            for number in 0..<operations { subject.send(number) }
            keep(subscription)
          }
        },
      ])
  }

  /// An operation creates a subject and a chain of five `flatMap`s, as in ``flatMapPump``, subscribes, emits one event
  /// and disposes.
  static var flatMapCreate: Workload {
    Workload(
      "flatmap5-create", operations: 20_000, bars: [.making],
      [
        Contender("ours") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let subject = PublishSubject<Int>()
              let subscription = flatMap(subject.asObservable()).subscribe(onNext: { sum.value &+= $0 })
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
              flatMap(subject.stream).subscribe { sum.value &+= $0 }
              subject.emit(number)
            }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let subject = PassthroughSubject<Int, Never>()
              let subscription = flatMap(subject) { sum.value &+= $0 }
              subject.send(number)
              subscription.cancel()
            }
          }
        },
      ])
  }

  private static func flatMap(_ source: Observable<Int>) -> Observable<Int> {
    (0..<5).reduce(source) { source, _ in source.flatMap { Observable.just($0) } }
  }

  private static func flatMap(_ source: FloorStream<Int>) -> FloorStream<Int> {
    (0..<5).reduce(source) { source, _ in source.flatMap { .just($0) } }
  }

  private static func flatMap(
    _ source: PassthroughSubject<Int, Never>, receive: @escaping (Int) -> Void
  ) -> AnyCancellable {
    source
      .flatMap { Just($0) }.flatMap { Just($0) }.flatMap { Just($0) }.flatMap { Just($0) }.flatMap { Just($0) }
      .sink(receiveValue: receive)
  }
}
