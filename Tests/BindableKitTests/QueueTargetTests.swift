import BindableKit
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import DeliveryCore

/// B10 for queues that target other queues, and the length of a turn.
@Suite(.dedicatedThreads) struct QueueTargetTests {
  @Test(
    "a queue that targets a global queue does not count as that queue",
    arguments: [DispatchQoS.QoSClass.default, .utility, .userInitiated], [false, true])
  func globalQueue(quality: DispatchQoS.QoSClass, ownQueue: Bool) {
    let global = DispatchQueue.global(qos: quality)
    let other = DispatchQueue(label: "other", target: global)
    let key = DispatchSpecificKey<Bool>()
    other.setSpecific(key: key, value: true)
    let count = ownQueue ? Bindable(0) : Bindable(0, queue: global)
    let log = Recording<String>()
    let done = DispatchSemaphore(value: 0)
    let token = count.observe(replay: false, queue: ownQueue ? global : nil) { value in
      log.add("\(value) \(DispatchQueue.getSpecific(key: key) == true ? "inline" : "elsewhere")")
      if value == 2 { done.signal() }
    }
    other.sync {
      count.value = 1
      count.value = 2
    }
    done.expectSignal()
    #expect(log.elements == ["1 elsewhere", "2 elsewhere"])
    withExtendedLifetime(token) {}
  }

  @Test(
    "work on a queue that targets the delivery queue runs on both, so delivery is inline", arguments: [false, true])
  func targetingQueue(ownQueue: Bool) {
    let queue = DispatchQueue(label: "delivery")
    let outer = DispatchQueue(label: "outer", target: DispatchQueue(label: "middle", target: queue))
    let count = ownQueue ? Bindable(0) : Bindable(0, queue: queue)
    let log = Recording<Int>()
    let token = count.observe(replay: false, queue: ownQueue ? queue : nil) { log.add($0) }
    outer.sync {
      count.value = 1
      log.add(-1)
    }
    #expect(log.elements == [1, -1])
    withExtendedLifetime(token) {}
  }

  @Test("a delivery queue that targets another one counts as a different queue: delivery is in order, not inline")
  func targetingDeliveryQueue() {
    let queue = DispatchQueue(label: "delivery")
    let outer = DispatchQueue(label: "outer", target: queue)
    let other = Bindable(0, queue: outer)
    let count = Bindable(0, queue: queue)
    let log = Recording<Int>()
    let tokens = [count.observe(replay: false) { log.add($0) }, other.observe(replay: false) { log.add(10 + $0) }]
    outer.sync {
      count.value = 1
      log.add(-1)
      other.value = 1
      log.add(-2)
    }
    queue.settle()
    #expect(log.elements == [-1, 11, -2, 1])
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "a turn ends after 256 values at most, and other work on the queue runs before the rest", arguments: [false, true])
  func turnOfManyValues(ownQueue: Bool) {
    let queue = DispatchQueue(label: "turns")
    let count = ownQueue ? Bindable(0) : Bindable(0, queue: queue)
    let calls = Atomic(0)
    let others = Recording<Int>()
    let token = count.observe(replay: false, queue: ownQueue ? queue : nil) { _ in
      guard calls.add(1, ordering: .relaxed).oldValue == 0 else { return }
      queue.async { others.add(calls.load(ordering: .relaxed)) }
    }
    queue.suspend()
    for value in 1...1000 { count.value = value }
    queue.resume()
    // On a slow machine each value may need its own turn.
    for _ in 0..<1001 { queue.sync {} }
    #expect(calls.load(ordering: .relaxed) == 1000)
    #expect(others.elements.count == 1)
    #expect(others.elements.allSatisfy { $0 <= 256 })
    withExtendedLifetime(token) {}
  }

  // MARK: The limit of a turn

  @Test("a turn ends after its maximum number of items")
  func limitOfItems() {
    #expect(itemsOfTurn(limit: 3, nanoseconds: 3_600_000_000_000) == 3)
    #expect(itemsOfTurn(limit: .max, nanoseconds: 0) == 1000)
  }

  @Test("a turn whose time has passed ends after one item, unless time is ignored")
  func limitOfTime() async {
    // Runs in a separate process, because `withoutTime` affects the whole program.
    await #expect(processExitsWith: .success) {
      precondition(itemsOfTurn(limit: 3, nanoseconds: 0) == 1)
      Turn.withoutTime { precondition(itemsOfTurn(limit: 3, nanoseconds: 0) == 3) }
      precondition(itemsOfTurn(limit: 3, nanoseconds: 0) == 1)
    }
  }
}

/// The number of items that a turn delivers, of 1,000 that wait.
private func itemsOfTurn(limit: Int, nanoseconds: Int64) -> Int {
  let delivery = SerialDelivery()
  var count = 0
  delivery.lock.withLock { for _ in 0..<1000 { _ = delivery.append { count += 1 } } }
  precondition(delivery.resume())
  delivery.drain(Turn(limit: limit, nanoseconds: nanoseconds))
  return count
}
