import OpenCombine
import RxCore

extension Workload {
  /// A subject with a current value emits to one observer. An operation is one event.
  static var behaviorPump: Workload {
    Workload(
      "behavior-pump-1", operations: 1_000_000, bars: [.flowing],
      [
        Contender("ours") {
          let sum = Sum()
          let subject = BehaviorSubject(value: 0)
          let subscription = subject.subscribe(onNext: { sum.value &+= $0 })
          return { operations in
            for number in 0..<operations { subject.onNext(number) }
            keep(subscription)
          }
        },
        Contender("floor") {
          let sum = Sum()
          let observable = FloorObservable(0)
          observable.observe(on: sum) { sum.value &+= $0 }
          return { operations in
            for number in 0..<operations { observable.value = number }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          let subject = CurrentValueSubject<Int, Never>(0)
          let subscription = subject.sink { sum.value &+= $0 }
          return { operations in
            for number in 0..<operations { subject.send(number) }
            keep(subscription)
          }
        },
      ])
  }
}
