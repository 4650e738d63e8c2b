import OpenCombine
import RxCore

extension Workload {
  /// A subject is made and subscribed to, sends one event, and the subscription is disposed: that is one operation.
  static var subjectCreate: Workload {
    Workload(
      "subject-create", operations: 100_000, bars: [.atMost(0.6, of: "OpenCombine")],
      [
        Contender("ours") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let subject = PublishSubject<Int>()
              let subscription = subject.subscribe(onNext: { sum.value &+= $0 })
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
              subject.subscribe { sum.value &+= $0 }
              subject.send(number)
              subject.removeAll()
              keep(subject)
            }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let subject = PassthroughSubject<Int, Never>()
              let subscription = subject.sink { sum.value &+= $0 }
              subject.send(number)
              subscription.cancel()
            }
          }
        },
      ])
  }
}
