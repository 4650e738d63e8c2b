import RxCore
import RxTesting

extension Workload {
  /// Schedules a thousand work items at random times, then runs them. An operation is one work item.
  static var virtualTimeOfThousand: Workload {
    Workload("virtual-time-1000", operations: 1_000, bars: [], contenders)
  }

  /// The same with a million work items. At O(n log n), each item costs twice as much as among a thousand, and more if
  /// the items do not fit in the caches.
  static var virtualTimeOfMillion: Workload {
    Workload("virtual-time-1000000", operations: 1_000_000, bars: [.atMost(3_000, of: nil)], contenders)
  }

  private static var contenders: [Contender] {
    [
      Contender("ours") {
        let sum = Sum()
        return { operations in
          let scheduler = TestScheduler(initialClock: 0)
          for number in 0..<operations {
            _ = scheduler.scheduleAbsoluteVirtual(number, time: time(of: number, among: operations)) { number in
              sum.value &+= number
              return Disposables.create()
            }
          }
          scheduler.start()
        }
      },
      // All work is known in advance and sorted once.
      Contender("floor") {
        let sum = Sum()
        return { operations in
          var work: [(time: Int, action: () -> Void)] = []
          for number in 0..<operations {
            work.append((time(of: number, among: operations), { sum.value &+= number }))
          }
          work.sort { $0.time < $1.time }
          for (_, action) in work { action() }
        }
      },
    ]
  }

  private static func time(of number: Int, among count: Int) -> Int {
    1 + Int((UInt(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> 32) % count
  }
}
