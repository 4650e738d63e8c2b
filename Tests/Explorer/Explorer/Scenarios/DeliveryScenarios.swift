import DeliveryCore
import Schedule
import Synchronization

/// The delivery core alone: the first thread delivers the items, and other threads append theirs.
private final class Box: @unchecked Sendable {
  let delivery = SerialDelivery()
  let log = Log<Int>()
  let hasTakenOverInVain = Atomic<Bool>(false)
  private let patience: Int

  /// - Parameter patience: the number of items that are left to another thread before one takes over.
  init(patience: Int = .max) {
    self.patience = patience
  }

  func send(_ item: Int) {
    if delivery.enter() {
      log.receive(item)
      if !delivery.leave() { delivery.drain() }
    } else if delivery.lock.withLock({ delivery.append { [self] in log.receive(item) } }) {
      delivery.drain()
    } else if delivery.takesOver(patience: patience) {
      let before = log.all.count
      delivery.drain()
      if log.all.count == before { hasTakenOverInVain.store(true, ordering: .relaxed) }
    }
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

  Scenario("B15", "a thread takes over the delivery of another, and a third one takes it over from both") { run in
    let box = Box(patience: 1)
    run.thread("A") {
      box.send(1)
      box.send(2)
    }
    run.thread("B") {
      box.send(3)
      box.send(4)
    }
    run.thread("C") { box.send(5) }
    run.finally {
      expect(box.log.all.sorted() == [1, 2, 3, 4, 5], "delivered: \(box.log.all)")
      expect(box.log.all.filter { $0 < 3 } == [1, 2], "out of order: \(box.log.all)")
      expect(box.log.all.filter { $0 == 3 || $0 == 4 } == [3, 4], "out of order: \(box.log.all)")
      expect(!box.hasTakenOverInVain.load(ordering: .relaxed), "a thread has taken over and delivered nothing")
      expect(box.delivery.isIdle, "the delivery is not idle at the end")
    }
  },
]
