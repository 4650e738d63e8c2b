import BindableKit
import OpenCombine

extension Workload {
  /// A property with some observers is set. Each observer has its own owner, which is alive. An operation is one set,
  /// regardless of the number of observers.
  static func propertySet(observers: Int) -> Workload {
    Workload(
      "property-set-\(observers)", operations: 1_000_000 / observers,
      bars: observers == 1
        ? [.atMost(1.2, of: "floor"), .atMost(0.35, of: "OpenCombine")] : [.atMost(1.0, of: "floor")],
      [
        Contender("ours") {
          let sum = Sum()
          let owners = (0..<observers).map { _ in Owner() }
          let bindable = Bindable(0)
          for owner in owners { bindable.observe(on: owner) { sum.value &+= $0 } }
          return { operations in
            for number in 0..<operations { bindable.value = number }
            keep(owners)
          }
        },
        Contender("floor") {
          let sum = Sum()
          let owners = (0..<observers).map { _ in Owner() }
          let observable = FloorObservable(0)
          for owner in owners { observable.observe(on: owner) { sum.value &+= $0 } }
          return { operations in
            for number in 0..<operations { observable.value = number }
            keep(owners)
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          let subject = CurrentValueSubject<Int, Never>(0)
          let subscriptions = (0..<observers).map { _ in subject.sink { sum.value &+= $0 } }
          return { operations in
            for number in 0..<operations { subject.value = number }
            keep(subscriptions)
          }
        },
      ])
  }
}
