import OpenCombine
import RxCore

extension Workload {
  /// A subject emits to some observers. An operation is one event, regardless of the number of observers.
  static func subjectPump(observers: Int) -> Workload {
    Workload(
      "subject-pump-\(observers)", operations: 1_000_000,
      bars: [.flowing],
      [
        Contender("ours") {
          let sum = Sum()
          let subject = PublishSubject<Int>()
          let subscriptions = (0..<observers).map { _ in subject.subscribe(onNext: { sum.value &+= $0 }) }
          return { operations in
            for number in 0..<operations { subject.onNext(number) }
            keep(subscriptions)
          }
        },
        Contender("floor") {
          let sum = Sum()
          let subject = FloorSubject<Int>()
          for _ in 0..<observers { subject.subscribe { sum.value &+= $0 } }
          return { operations in
            for number in 0..<operations { subject.emit(number) }
          }
        },
        passthroughSubject(named: "OpenCombine", observers: observers),
      ])
  }

  /// The OpenCombine contender, with which `combinelatest4-pump` is also compared.
  static func passthroughSubject(named name: String, observers: Int) -> Contender {
    Contender(name) {
      let sum = Sum()
      let subject = PassthroughSubject<Int, Never>()
      let subscriptions = (0..<observers).map { _ in subject.sink { sum.value &+= $0 } }
      return { operations in
        for number in 0..<operations { subject.send(number) }
        keep(subscriptions)
      }
    }
  }
}
