import BindableKit
import Dispatch
import Synchronization
import TestSupport
import Testing

/// B8: observing replays the current value by default, and registration and replay are one step.
@Suite(.dedicatedThreads) struct ReplayTests {
  @Test("every form replays the current value, except with replay: false")
  func everyForm() {
    let count = Bindable(7)
    let log = Recording<String>()
    let owner = Owner()
    var tokens: [BindableToken] = []
    for replay in [true, false] {
      count.observe(on: owner, replay: replay) { log.add("on \($0)") }
      count.observe(with: owner, replay: replay) { log.add("with \($1)") }
      count.observe(replay: replay) { log.add("token \($0)") }.store(in: &tokens)
      count.changes().observe(on: owner, replay: replay) { log.add("changes on \($0) \($1)") }
      count.changes().observe(with: owner, replay: replay) { log.add("changes with \($1.old) \($1.new)") }
      count.changes().observe(replay: replay) { log.add("changes \($0) \($1)") }.store(in: &tokens)
    }
    #expect(log.elements == ["on 7", "with 7", "token 7", "changes on 7 7", "changes with 7 7", "changes 7 7"])
  }

  @Test("a distinct observer also receives the current value", arguments: [false, true])
  func distinct(onQueue: Bool) {
    let queue = DispatchQueue(label: "distinct")
    let count = Bindable(7)
    let log = Recording<Int>()
    let token = count.distinct().observe(queue: onQueue ? queue : nil) { log.add($0) }
    queue.settle()
    for value in [7, 8, 8, 7] { count.value = value }
    queue.settle()
    #expect(log.elements == [7, 8, 7])
    withExtendedLifetime(token) {}
  }

  @Test("a replay pending for a slow queue is not lost when the value returns to an earlier one")
  func distinctLatest() {
    let queue = DispatchQueue(label: "distinct")
    let count = Bindable(7)
    let log = Recording<Int>()
    queue.suspend()
    let token = count.distinct().observe(queue: queue, policy: .latest) { log.add($0) }
    for value in [8, 7] { count.value = value }
    queue.resume()
    queue.settle()
    #expect(log.elements == [7])
    withExtendedLifetime(token) {}
  }

  @Test("a replay is delivered in order with the values pending for a queue")
  func placed() {
    let queue = DispatchQueue(label: "placed")
    let count = Bindable(0, queue: queue)
    let log = Recording<String>()
    let owner = Owner()
    queue.suspend()
    count.observe(on: owner) { log.add("first \($0)") }
    count.value = 1
    count.observe(on: owner) { log.add("second \($0)") }
    count.observe(on: owner, replay: false) { log.add("third \($0)") }
    count.value = 2
    queue.resume()
    queue.settle()
    #expect(log.elements == ["first 0", "first 1", "second 1", "first 2", "second 2", "third 2"])
  }

  @Test("what waits on a Bindable's queue is not delivered by another thread that binds or takes its values")
  func bindingElsewhere() {
    let queue = DispatchQueue(label: "own")
    let count = Bindable(0, queue: queue)
    let isElsewhere = Recording<Bool>()
    let (other, neighbour) = (Bindable(0), Bindable(0, queue: queue))
    let tokens = [count, neighbour].map { value in
      value.observe(replay: false) { _ in isElsewhere.add(DispatchQueue.getSpecific(key: Self.key) == nil) }
    }
    queue.setSpecific(key: Self.key, value: ())
    queue.suspend()
    count.value = 1
    neighbour.value = 1
    let token = count.bind(to: other)
    #expect(other.value == 1)
    let values = count.values
    let distinct = count.distinct().observe(replay: false) { _ in }
    #expect(isElsewhere.elements == [])
    queue.resume()
    queue.settle()
    #expect(isElsewhere.elements == [false, false])
    withExtendedLifetime((tokens, token, values, distinct)) {}
  }

  private static let key = DispatchSpecificKey<Void>()

  @Test("values that another thread sets during the replay follow it, in order, and delivered() waits for them")
  func keptForTheObserver() async {
    let count = Bindable(1)
    let (isReplaying, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (log, early) = (Recording<Int>(), Recording<Int>())
    let owner = Owner()
    count.observe(on: owner, replay: false) { early.add($0) }
    startThread {
      count.observe(on: owner) { value in
        if log.add(value) == 1 {
          isReplaying.signal()
          mayGoOn.expectSignal()
        }
      }
    }
    await withCheckedContinuation { continuation in
      startThread {
        isReplaying.expectSignal()
        for value in 2...4 { count.value = value }
        continuation.resume()
      }
    }
    // The other observers do not wait for this one.
    #expect(early.elements == [2, 3, 4])
    #expect(log.elements == [1])
    let waiting = Task {
      await count.delivered()
    }
    mayGoOn.signal()
    await waiting.value
    #expect(log.elements == [1, 2, 3, 4])
    withExtendedLifetime(owner) {}
  }

  @Test("an observer that sets the value in its replay receives its own value afterwards, and others receive it too")
  func setsInReplay() {
    let count = Bindable(1)
    let log = Recording<String>()
    let owner = Owner()
    count.observe(on: owner, replay: false) { log.add("early \($0)") }
    count.observe(on: owner) { value in
      log.add("begin \(value)")
      if value < 3 { count.value = value + 1 }
      log.add("end \(value)")
    }
    #expect(
      log.elements == ["begin 1", "early 2", "end 1", "begin 2", "early 3", "end 2", "begin 3", "end 3"])
  }

  @Test("an observer that is removed in its replay receives nothing more")
  func removedInReplay() {
    let count = Bindable(1)
    let log = Recording<Int>()
    let owner = Owner()
    count.observe(on: owner) { value in
      log.add(value)
      count.value = 2
      count.remove(observer: owner)
      count.value = 3
    }
    count.value = 4
    #expect(log.elements == [1])
  }

  @Test(
    "a new observer receives the current value and each value that other threads set, without gaps or duplicates",
    arguments: 0..<4)
  func noGap(kind: Int) {
    let queue = DispatchQueue(label: "gap", attributes: .concurrent)
    let counter = kind % 2 == 0 ? Bindable(0) : Bindable(0, queue: queue)
    let own = kind / 2 == 0 ? nil : DispatchQueue(label: "own")
    let faults = Atomic(0)
    let logs = Recording<Recording<Int>>()
    let tokens = Recording<BindableToken>()
    onThreads(4) { thread in
      for _ in 0..<200 {
        if thread < 2 {
          counter.modify { $0 += 1 }
        } else {
          let log = Recording<Int>()
          logs.add(log)
          tokens.add(counter.observe(queue: own) { log.add($0) })
        }
      }
    }
    let done = DispatchSemaphore(value: 0)
    let last = counter.observe { if $0 == 401 { done.signal() } }
    counter.value = 401
    done.expectSignal()
    queue.settle()
    own?.settle()
    for log in logs.elements {
      let seen = log.elements
      if seen.last != 401 || seen != Array(seen[0]...401) { faults.add(1, ordering: .relaxed) }
    }
    #expect(logs.count == 400)
    #expect(faults.load(ordering: .relaxed) == 0)
    withExtendedLifetime(last) {}
  }
}
