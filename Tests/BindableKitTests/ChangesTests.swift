import BindableKit
import Dispatch
import Synchronization
import TestSupport
import Testing

/// B11: an observer can ask for the old value and the new one.
@Suite(.dedicatedThreads) struct ChangesTests {
  @Test("changes() in each form of observe receives the old and the new value of assignments and modifications")
  func forms() {
    let count = Bindable(0)
    let log = Recording<[Int]>()
    let owner = Owner()
    count.changes().observe(on: owner) { log.add([1, $0, $1]) }
    count.changes().observe(with: owner, replay: false) { log.add([2, $1.old, $1.new]) }
    let token = count.changes().observe(replay: false) { log.add([3, $0, $1]) }
    count.value = 5
    count.modify { $0 += 1 }
    #expect(log.elements == [[1, 0, 0], [1, 0, 5], [2, 0, 5], [3, 0, 5], [1, 5, 6], [2, 5, 6], [3, 5, 6]])
    withExtendedLifetime(token) {}
  }

  @Test("the old value of an optional is correct, even when it is nil")
  func kinds() {
    let name = Bindable<String?>(nil)
    let log = Recording<[String?]>()
    let token = name.changes().observe(replay: false) { log.add([$0, $1]) }
    name.modify { $0 = "a" }
    name.value = nil
    name.modify { $0 = nil }
    #expect(log.elements == [[nil, "a"], ["a", nil], [nil, nil]])
    withExtendedLifetime(token) {}
  }

  @Test("the values that are set while another thread registers are delivered on the Bindable's queue")
  func registrationElsewhere() {
    let queue = DispatchQueue(label: "own")
    let key = DispatchSpecificKey<Void>()
    queue.setSpecific(key: key, value: ())
    let count = Bindable(0, queue: queue)
    let delivered = DispatchSemaphore(value: 0)
    let early = count.observe(replay: false) { _ in delivered.signal() }
    let log = Recording<[Int]>()
    let derived = count.map { number in
      if number == 0, DispatchQueue.getSpecific(key: key) == nil {
        // If called by the registering thread, waits until the queue has delivered a value.
        startThread { count.value = 1 }
        delivered.expectSignal()
      }
      return number
    }
    let token = derived.changes().observe(replay: false) { old, new in
      log.add([old, new, DispatchQueue.getSpecific(key: key) == nil ? 0 : 1])
    }
    count.value = 2
    queue.settle()
    #expect(log.elements == [[0, 2, 1]])
    withExtendedLifetime((early, token)) {}
  }

  @Test("an array is changed in place if no observer needs the old value")
  func inPlace() {
    let list = Bindable(Array(0..<1000))
    let token = list.observe(replay: false) { _ in }
    let before = list.modify { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    let after = list.modify { list in
      list[0] = 7
      return list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    #expect(before == after)
    withExtendedLifetime(token) {}
  }

  @Test("each old value is the previous new value when several threads set values", arguments: 0..<4)
  func chain(kind: Int) {
    let queue = DispatchQueue(label: "chain")
    let own = kind / 2 == 0 ? nil : DispatchQueue(label: "own")
    let cell = kind % 2 == 0 ? Bindable(0) : Bindable(0, queue: queue)
    let breaks = Atomic(0)
    let last = Recording<Int>()
    let owner = Owner()
    let previous = Guarded(0)
    let calls = Atomic(0)
    cell.changes().observe(on: owner, queue: own) { old, new in
      calls.add(1, ordering: .relaxed)
      let isContinuous = previous.withLock { previous in
        defer { previous = new }
        return previous == old
      }
      if !isContinuous { breaks.add(1, ordering: .relaxed) }
    }
    onThreads(4) { thread in
      for index in 1...500 {
        if index % 3 == 0 { cell.modify { $0 += 1_000_000 } } else { cell.value = thread * 1000 + index }
        if index % 10 == 0 { cell.changes().observe { _, _ in }.cancel() }
      }
    }
    queue.settle()
    own?.settle()
    #expect(breaks.load(ordering: .relaxed) == 0)
    #expect(calls.load(ordering: .relaxed) == 2001)
    #expect(previous.withLock { $0 } == cell.value)
    withExtendedLifetime((owner, last)) {}
  }
}
