import DeliveryCore
import Schedule

/// The delivery core alone: the first thread delivers the items, and other threads append theirs.
private final class Box: @unchecked Sendable {
  let delivery = SerialDelivery()
  let log = Log<Int>()

  func send(_ item: Int) {
    if delivery.enter() {
      log.receive(item)
      if !delivery.leave() { drain() }
    } else if delivery.lock.withLock({ delivery.append(item) }) {
      drain()
    }
  }

  private func drain() {
    delivery.drain { turn in turn.run { log.receive($0.take(as: Int.self)) } }
  }
}

let deliveryScenarios = [
  Scenario("B2", "items from two threads are delivered once each, one at a time") { run in
    let box = Box()
    run.thread("A") {
      box.send(1)
      box.send(2)
    }
    run.thread("B") { box.send(3) }
    run.finally {
      expect(box.log.all.sorted() == [1, 2, 3], "delivered: \(box.log.all)")
      expect(box.log.all.filter { $0 < 3 } == [1, 2], "out of order: \(box.log.all)")
      expect(box.delivery.isIdle, "the delivery is not idle at the end")
    }
  },

  Scenario("B2", "items from three threads are delivered once each") { run in
    let box = Box()
    for number in 1...3 { run.thread(["A", "B", "C"][number - 1]) { box.send(number) } }
    run.finally {
      expect(box.log.all.sorted() == [1, 2, 3], "delivered: \(box.log.all)")
      expect(box.delivery.isIdle, "the delivery is not idle at the end")
    }
  },
]
