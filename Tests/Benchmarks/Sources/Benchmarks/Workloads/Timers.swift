import Dispatch
import OpenCombine
import OpenCombineDispatch
import RxCore

extension Workload {
  /// A thousand one-shot timers on a queue are started, then cancelled. An operation is one timer.
  static var timers: Workload {
    let queue = DispatchQueue(label: "timers")
    return Workload(
      "timers-1000", operations: 20_000, bars: [.atMost(0.4, of: "DispatchSourceTimer")],
      [
        Contender("ours") {
          let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "ours")
          return { operations in
            thousands(of: operations) {
              scheduler.scheduleRelative((), dueTime: .seconds(10)) { _ in Disposables.create() }
            } cancel: {
              $0.dispose()
            }
          }
        },
        Contender("DispatchSourceTimer") {
          { operations in
            thousands(of: operations) {
              let timer = DispatchSource.makeTimerSource(queue: queue)
              timer.setEventHandler {}
              timer.schedule(deadline: .now() + .seconds(10))
              timer.resume()
              return timer
            } cancel: {
              $0.cancel()
            }
          }
        },
      ])
  }

  private static func thousands<Timer>(of operations: Int, start: () -> Timer, cancel: (Timer) -> Void) {
    for _ in 0..<max(1, operations / 1000) {
      let timers = (0..<1000).map { _ in start() }
      for timer in timers { cancel(timer) }
    }
  }

  /// A `debounce` on a queue, whose source never pauses. An operation is one event, which replaces the pending one.
  static var debouncePump: Workload {
    Workload(
      "debounce-pump", operations: 20_000, bars: [.flowing],
      [
        Contender("ours") {
          let sum = Sum()
          let subject = PublishSubject<Int>()
          let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "ours")
          let subscription =
            subject.debounce(.seconds(10), scheduler: scheduler).subscribe(onNext: { sum.value &+= $0 })
          return { operations in
            for number in 0..<operations { subject.onNext(number) }
            keep(subscription)
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          let subject = PassthroughSubject<Int, Never>()
          let queue = DispatchQueue(label: "OpenCombine")
          let subscription =
            subject.debounce(for: .seconds(10), scheduler: queue.ocombine).sink(receiveValue: { sum.value &+= $0 })
          return { operations in
            for number in 0..<operations { subject.send(number) }
            keep(subscription)
          }
        },
      ])
  }
}
