import BindableKit
import OpenCombine

extension Workload {
  /// Each operation adds an observer, which receives the current value, and removes it again.
  static var observeChurnAmongNone: Workload {
    Workload("observe-churn-0", operations: 50_000, bars: [], contenders(others: 0))
  }

  /// The same among ten thousand other observers, which must add hardly any cost.
  static var observeChurnAmongMany: Workload {
    Workload(
      "observe-churn-10000", operations: 50_000, bars: [.atMost(3, of: "ours-observe-churn-0")],
      contenders(others: 10_000) + [ours(named: "ours-observe-churn-0", others: 0).borrowed])
  }

  private static func contenders(others: Int) -> [Contender] {
    [
      ours(named: "ours", others: others),
      // In the floor, each operation visits all other observers, so a thousandth of the operations is enough.
      Contender("floor", handicap: others > 0 ? 1000 : 1) {
        let sum = Sum()
        let owners = (0..<others).map { _ in Owner() }
        let observable = FloorObservable(0)
        for owner in owners { observable.observe(on: owner) { sum.value &+= $0 } }
        return { operations in
          let owner = Owner()
          for _ in 0..<operations {
            observable.observe(on: owner) { sum.value &+= $0 }
            observable.remove(observer: owner)
          }
          keep(owners)
        }
      },
      Contender("OpenCombine") {
        let sum = Sum()
        let subject = CurrentValueSubject<Int, Never>(0)
        let subscriptions = (0..<others).map { _ in subject.sink { sum.value &+= $0 } }
        return { operations in
          for _ in 0..<operations { subject.sink { sum.value &+= $0 }.cancel() }
          keep(subscriptions)
        }
      },
    ]
  }

  private static func ours(named name: String, others: Int) -> Contender {
    Contender(name) {
      let sum = Sum()
      let owners = (0..<others).map { _ in Owner() }
      let bindable = Bindable(0)
      for owner in owners { bindable.observe(on: owner) { sum.value &+= $0 } }
      return { operations in
        for _ in 0..<operations { bindable.observe { sum.value &+= $0 }.cancel() }
        keep(owners)
      }
    }
  }
}
