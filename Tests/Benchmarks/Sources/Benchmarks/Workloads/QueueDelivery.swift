import BindableKit
import Dispatch
import OpenCombine
import OpenCombineDispatch
import RxCore

extension Workload {
  /// One thread emits values, which are delivered on a serial queue. An operation is one value. A round ends when the
  /// last value has arrived. `AsyncStream` delivers to a task. With `@Observable` only some values arrive; the row
  /// says how many.
  static var queueDelivery: Workload {
    Workload(
      "queue-delivery", operations: 200_000,
      bars: [.atMost(0.25, of: "queue.async"), .atMost(0.25, of: "queue.async", for: "ours-observe-on")],
      [
        Contender("ours") {
          let arrivals = Arrivals()
          let bindable = Bindable(0, queue: DispatchQueue(label: "ours"))
          let token = bindable.observe(replay: false) { arrivals.receive($0) }
          return { operations in
            arrivals.wait(for: operations) { bindable.value = $0 }
            keep(token)
          }
        },
        Contender("ours-observe-on") {
          let arrivals = Arrivals()
          let subject = PublishSubject<Int>()
          let subscription =
            subject
            .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "ours-observe-on"))
            .subscribe(onNext: { arrivals.receive($0) })
          return { operations in
            arrivals.wait(for: operations) { subject.onNext($0) }
            keep(subscription)
          }
        },
        Contender("queue.async") {
          let arrivals = Arrivals()
          let queue = DispatchQueue(label: "queue.async")
          return { operations in
            arrivals.wait(for: operations) { number in queue.async { arrivals.receive(number) } }
          }
        },
        Contender("OpenCombine") {
          let arrivals = Arrivals()
          let subject = PassthroughSubject<Int, Never>()
          let queue = DispatchQueue(label: "OpenCombine")
          let subscription = subject.receive(on: queue.ocombine).sink { arrivals.receive($0) }
          return { operations in
            arrivals.wait(for: operations) { subject.send($0) }
            keep(subscription)
          }
        },
        .observableOnQueue,
        .asyncStream(observers: 1),
      ])
  }

  /// Like `queueDelivery`, for several observers, each of which names the same queue. An operation is one value.
  static func queueDelivery(observers: Int) -> Workload {
    Workload(
      "queue-delivery-\(observers)", operations: 100_000, bars: [.atMost(0.3, of: "OpenCombine")],
      [
        Contender("ours") {
          let arrivals = Arrivals()
          let (bindable, queue) = (Bindable(0), DispatchQueue(label: "ours"))
          let tokens = (1...observers).map { number in
            bindable.observe(replay: false, queue: queue) { if number == observers { arrivals.receive($0) } }
          }
          return { operations in
            arrivals.wait(for: operations) { bindable.value = $0 }
            keep(tokens)
          }
        },
        Contender("OpenCombine") {
          let arrivals = Arrivals()
          let (subject, queue) = (PassthroughSubject<Int, Never>(), DispatchQueue(label: "OpenCombine"))
          let subscriptions = (1...observers).map { number in
            subject.receive(on: queue.ocombine).sink { if number == observers { arrivals.receive($0) } }
          }
          return { operations in
            arrivals.wait(for: operations) { subject.send($0) }
            keep(subscriptions)
          }
        },
      ])
  }
}

/// Adds up the values that arrive on a queue, and waits for the last one.
final class Arrivals: @unchecked Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private let sum = Sum()
  // Needs no lock: written before the first value is emitted, and read only when values arrive.
  private var last = -1

  func receive(_ number: Int) {
    sum.value &+= number
    if number == last { arrived.signal() }
  }

  func wait(for count: Int, emit: (Int) -> Void) {
    expect(count)
    for number in 1...count { emit(number) }
    wait()
  }

  /// Prepares for a round that ends with the value `last`.
  func expect(_ last: Int) { self.last = last }

  /// Waits for the last value.
  func wait() { arrived.wait() }
}
