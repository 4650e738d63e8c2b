import OpenCombine
import RxCore

extension Workload {
  /// An operation creates a subject, subscribes, emits one event and disposes the subscription.
  static var subjectCreate: Workload {
    Workload(
      "subject-create", operations: 100_000, bars: [.making],
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
              subject.emit(number)
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
