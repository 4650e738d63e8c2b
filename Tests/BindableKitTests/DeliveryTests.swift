import BindableKit
import DeliveryCore
import Dispatch
import Synchronization
import TestSupport
import Testing

/// B1 (every value, in order), B2 (serial) and B4 (re-entrant changes are queued).
@Suite(.dedicatedThreads) struct DeliveryTests {
  @Test("each assignment notifies each observer once, with its own value, in order")
  func everySet() {
    let count = Bindable(0)
    let (first, second) = (Recording<Int>(), Recording<Int>())
    let tokens = [count.observe { first.add($0) }, count.observe(replay: false) { second.add($0) }]
    for value in [1, 2, 2, 3] { count.value = value }
    #expect(first.elements == [0, 1, 2, 2, 3])
    #expect(second.elements == [1, 2, 2, 3])
    withExtendedLifetime(tokens) {}
  }

  @Test("observers are called in registration order, even after some were removed")
  func registrationOrder() {
    let count = Bindable(0)
    let log = Recording<Int>()
    var tokens = (0..<100).map { index in count.observe(replay: false) { _ in log.add(index) } }
    for index in (0..<100).reversed() where index % 5 != 0 { tokens.remove(at: index).cancel() }
    tokens.append(count.observe(replay: false) { _ in log.add(100) })
    count.value = 1
    #expect(log.elements == Array(stride(from: 0, through: 100, by: 5)))
  }

  @Test("a notification carries the value that caused it, even if newer values were set")
  func captured() {
    let queue = DispatchQueue(label: "captured")
    let count = Bindable(0, queue: queue)
    let log = Recording<Int>()
    let token = count.observe { log.add($0) }
    queue.suspend()
    for value in 1...100 { count.value = value }
    queue.resume()
    queue.settle()
    #expect(log.elements == Array(0...100))
    withExtendedLifetime(token) {}
  }

  @Test(
    "a value set inside an observer is visible immediately, and delivered after all have received the current one")
  func reentrantSet() {
    let count = Bindable(0)
    let log = Recording<String>()
    let first = count.observe(replay: false) { [unowned count] value in
      log.add("first \(value)")
      guard value == 1 else { return }
      count.value = 2
      log.add("now \(count.value)")
      count.modify { $0 += 1 }
      log.add("now \(count.value)")
    }
    let second = count.observe(replay: false) { log.add("second \($0)") }
    count.value = 1
    #expect(
      log.elements == [
        "first 1", "now 2", "now 3", "second 1", "first 2", "second 2", "first 3", "second 3",
      ])
    withExtendedLifetime((first, second)) {}
  }

  @Test("100,000 nested assignments do not overflow the stack")
  func longReentrantChain() {
    let count = Bindable(0)
    let calls = Atomic(0)
    let token = count.observe(replay: false) { [unowned count] value in
      calls.add(1, ordering: .relaxed)
      if value < 100_000 { count.value = value + 1 }
    }
    onAnotherThread { count.value = 1 }
    #expect(calls.load(ordering: .relaxed) == 100_000)
    #expect(count.value == 100_000)
    withExtendedLifetime(token) {}
  }

  @Test("an observer registered inside an observer receives its replay and later values only")
  func registrationInside() {
    let count = Bindable(0)
    let log = Recording<String>()
    let tokens = Recording<BindableToken>()
    let outer = count.observe(replay: false) { [unowned count] value in
      log.add("outer \(value)")
      guard value == 1 else { return }
      tokens.add(count.observe { log.add("replayed \($0)") })
      tokens.add(count.observe(replay: false) { log.add("later \($0)") })
    }
    count.value = 1
    count.value = 2
    #expect(log.elements == ["outer 1", "replayed 1", "outer 2", "replayed 2", "later 2"])
    withExtendedLifetime(outer) {}
  }

  @Test(
    "modify from many threads loses nothing and notifies once for each call, in one order", arguments: [false, true])
  func modifyFromManyThreads(onQueue: Bool) {
    let queue = DispatchQueue(label: "modify")
    let count = onQueue ? Bindable(0, queue: queue) : Bindable(0)
    let log = Recording<Int>()
    let token = count.observe { log.add($0) }
    onThreads(8) { _ in
      for _ in 0..<500 { count.modify { $0 += 1 } }
    }
    queue.settle()
    #expect(log.elements == Array(0...4000))
    withExtendedLifetime(token) {}
  }

  @Test("when many threads set values, all observers receive all values in the same order, one at a time")
  func oneOrder() {
    let cell = Bindable(-1)
    let logs = (0..<4).map { _ in Recording<Int>() }
    let inside = Atomic(0)
    let overlaps = Atomic(0)
    let tokens = logs.map { log in
      cell.observe(replay: false) { value in
        if inside.add(1, ordering: .sequentiallyConsistent).newValue != 1 {
          overlaps.add(1, ordering: .relaxed)
        }
        log.add(value)
        inside.subtract(1, ordering: .sequentiallyConsistent)
      }
    }
    onThreads(8) { thread in
      for index in 0..<500 { cell.value = thread * 1000 + index }
    }
    #expect(overlaps.load(ordering: .relaxed) == 0)
    #expect(logs.allSatisfy { $0.elements == logs[0].elements })
    for thread in 0..<8 {
      #expect(logs[0].elements.filter { $0 / 1000 == thread } == (0..<500).map { thread * 1000 + $0 })
    }
    #expect(logs[0].elements.last == cell.value)
    withExtendedLifetime(tokens) {}
  }

  @Test("setting a value during a delivery on another thread returns immediately, and that thread delivers the value")
  func deliversForOthers() {
    let cell = Bindable(0)
    let (isInside, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (log, threads) = (Recording<Int>(), Recording<UInt>())
    let token = cell.observe(replay: false) { value in
      log.add(value)
      threads.add(currentThread)
      if value == 1 {
        isInside.signal()
        mayLeave.expectSignal()
      }
    }
    let hasReturned = DispatchSemaphore(value: 0)
    startThread {
      cell.value = 1
      // The first thread has also delivered the other threads' values.
      log.add(-1)
      threads.add(currentThread)
      hasReturned.signal()
    }
    isInside.expectSignal()
    // The setter does not wait for the observer, which is still being called.
    for value in 2...3 { cell.value = value }
    #expect(log.elements == [1])
    mayLeave.signal()
    hasReturned.expectSignal()
    #expect(log.elements == [1, 2, 3, -1])
    #expect(Set(threads.elements).count == 1)
    #expect(threads.elements.first != currentThread)
    withExtendedLifetime(token) {}
  }

  @Test("observers with their own concurrent queues receive every value in order, one at a time")
  func ownQueues() {
    let cell = Bindable(0)
    let queues = (0..<3).map { DispatchQueue(label: "own \($0)", attributes: .concurrent) }
    let logs = queues.map { _ in Recording<Int>() }
    let overlaps = Atomic(0)
    let done = DispatchSemaphore(value: 0)
    let tokens = zip(queues, logs).map { queue, log in
      let isInside = Atomic(false)
      return cell.observe(queue: queue) { value in
        if isInside.exchange(true, ordering: .sequentiallyConsistent) { overlaps.add(1, ordering: .relaxed) }
        log.add(value)
        isInside.store(false, ordering: .sequentiallyConsistent)
        if log.count == 2001 { done.signal() }
      }
    }
    onThreads(4) { _ in
      for _ in 0..<500 { cell.modify { $0 += 1 } }
    }
    for _ in queues { done.expectSignal() }
    #expect(overlaps.load(ordering: .relaxed) == 0)
    #expect(logs.allSatisfy { $0.elements == Array(0...2000) })
    withExtendedLifetime(tokens) {}
  }

  @Test("observers that register, set values and cancel on many threads receive consecutive values in one order")
  func consecutiveValues() {
    let counter = Bindable(0)
    let gaps = Atomic(0)
    onThreads(6) { thread in
      for _ in 0..<200 {
        let log = Recording<Int>()
        let token = counter.observe { log.add($0) }
        counter.modify { $0 += 1 }
        counter.modify { $0 += 1 }
        token.cancel()
        let seen = log.elements
        if let first = seen.first, seen != Array(first..<(first + seen.count)) { gaps.add(1, ordering: .relaxed) }
      }
    }
    #expect(gaps.load(ordering: .relaxed) == 0)
    #expect(counter.value == 2400)
  }
}
