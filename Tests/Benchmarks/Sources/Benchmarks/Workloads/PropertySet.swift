import BindableKit
import OpenCombine

extension Workload {
  /// Sets a property with some observers, each with its own live owner. An operation is one assignment, regardless of
  /// the number of observers. Each contender delivers every value to every observer; `AsyncStream` does so in tasks,
  /// and a round ends when the last value has arrived.
  static func propertySet(observers: Int) -> Workload {
    Workload(
      "property-set-\(observers)", operations: 1_000_000 / observers,
      bars: observers == 1
        ? [.atMost(1.2, of: "floor"), .flowing] : [.atMost(1.0, of: "floor")],
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
        .observable(observers: observers),
        .asyncStream(observers: observers),
      ])
  }

  /// Modifies a property with one observer, based on its current value. An operation is one change.
  static var propertyModify: Workload {
    Workload(
      "property-modify", operations: 1_000_000, bars: [.flowing],
      [
        Contender("ours") {
          let sum = Sum()
          let owner = Owner()
          let bindable = Bindable(0)
          bindable.observe(on: owner) { sum.value &+= $0 }
          return { operations in
            for _ in 0..<operations { bindable.modify { $0 &+= 1 } }
            keep(owner)
          }
        },
        Contender("floor") {
          let sum = Sum()
          let owner = Owner()
          let observable = FloorObservable(0)
          observable.observe(on: owner) { sum.value &+= $0 }
          return { operations in
            for _ in 0..<operations { observable.value &+= 1 }
            keep(owner)
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          let subject = CurrentValueSubject<Int, Never>(0)
          let subscription = subject.sink { sum.value &+= $0 }
          return { operations in
            for _ in 0..<operations { subject.value &+= 1 }
            keep(subscription)
          }
        },
      ])
  }

  /// Sets one of two combined properties, with one observer of the combination. An operation is one assignment.
  /// OpenCombine has no `combineLatest`.
  static var propertyCombine: Workload {
    Workload(
      "property-combine", operations: 500_000, bars: [],
      [
        Contender("ours") {
          let sum = Sum()
          let owner = Owner()
          let (first, second) = (Bindable(0), Bindable(0))
          ReadOnlyBindable.combine(first, second) { $0 &+ $1 }.observe(on: owner) { sum.value &+= $0 }
          return { operations in
            for number in 0..<operations { first.value = number }
            keep((owner, second))
          }
        },
        Contender("floor") {
          let sum = Sum()
          let owner = Owner()
          let (first, second) = (FloorObservable(0), FloorObservable(0))
          for observable in [first, second] {
            observable.observe(on: owner) { _ in sum.value &+= first.value &+ second.value }
          }
          return { operations in
            for number in 0..<operations { first.value = number }
            keep(owner)
          }
        },
      ])
  }
}
