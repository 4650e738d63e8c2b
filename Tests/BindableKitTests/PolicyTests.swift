import BindableKit
import Dispatch
import Synchronization
import TestSupport
import Testing

/// B9 (delivery policy) and B10 (queues).
@Suite(.dedicatedThreads) struct PolicyTests {
  // MARK: B9

  @Test("by default no value is merged or skipped, not even an equal one")
  func every() {
    let queue = DispatchQueue(label: "every")
    let log = Recording<Int>()
    let count = Bindable(0, queue: queue)
    let token = count.observe { log.add($0) }
    queue.settle()
    queue.suspend()
    for value in [1, 1, 2, 1] { count.value = value }
    queue.resume()
    queue.settle()
    #expect(log.elements == [0, 1, 1, 2, 1])
    withExtendedLifetime(token) {}
  }

  @Test("with .latest a slow queue receives the last change only")
  func latest() {
    let queue = DispatchQueue(label: "latest")
    let count = Bindable(0)
    let log = Recording<[Int]>()
    let token = count.changes().observe(replay: false, queue: queue, policy: .latest) { log.add([$0, $1]) }
    queue.suspend()
    for value in 1...1000 { count.value = value }
    count.modify { $0 += 1 }
    queue.resume()
    queue.settle()
    count.value = 5
    queue.settle()
    #expect(log.elements == [[1000, 1001], [1001, 5]])
    withExtendedLifetime(token) {}
  }

  @Test("with .latest only the newest value waits for the end of the observer's first call, during registration")
  func latestDuringTheFirstCall() async {
    let queue = DispatchQueue(label: "first")
    let count = Bindable(0)
    let log = Recording<Int>()
    let (isInside, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let token = Guarded<BindableToken?>(nil)
    onThreads(2) { thread in
      if thread == 0 {
        queue.sync {
          let registered = count.observe(queue: queue, policy: .latest) { value in
            log.add(value)
            if log.elements.count > 1 { return }
            isInside.signal()
            mayLeave.wait()
          }
          token.withLock { $0 = registered }
        }
      } else {
        isInside.wait()
        for value in 1...1_000 { count.value = value }
        mayLeave.signal()
      }
    }
    queue.settle()
    #expect(log.elements == [0, 1_000])
    withExtendedLifetime((count, token)) {}
  }

  @Test("with .latest a slow observer receives the newest value that the Bindable's own queue has passed on")
  func latestAfterOwnQueue() {
    let (own, slow) = (DispatchQueue(label: "own"), DispatchQueue(label: "slow"))
    let count = Bindable(0, queue: own)
    let log = Recording<Int>()
    let token = count.observe(replay: false, queue: slow, policy: .latest) { log.add($0) }
    slow.suspend()
    for value in 1...2 { count.value = value }
    own.settle()
    own.suspend()
    count.value = 3
    slow.resume()
    slow.settle()
    #expect(log.elements == [2])
    own.resume()
    own.settle()
    slow.settle()
    #expect(log.elements == [2, 3])
    withExtendedLifetime(token) {}
  }

  @Test("with .latest an observer on the queue of its Bindable receives the newest of the values that waited there")
  func latestOnOwnQueue() {
    let queue = DispatchQueue(label: "latest")
    let count = Bindable(0, queue: queue)
    let log = Recording<Int>()
    let tokens = [
      count.observe(replay: false, queue: queue, policy: .latest) { log.add($0) },
      count.map { -$0 }.observe(replay: false, queue: queue, policy: .latest) { log.add($0) },
    ]
    queue.suspend()
    for value in 1...1000 { count.value = value }
    queue.resume()
    queue.settle()
    #expect(log.elements == [1000, -1000])
    queue.sync { count.value = 5 }  // Nothing waits, so the observers are called before the set returns.
    #expect(log.elements == [1000, -1000, 5, -5])
    withExtendedLifetime(tokens) {}
  }

  @Test("with .latest an observer receives the newest of the values set inside a delivery on its queue, after it")
  func latestInsideADelivery() {
    let queue = DispatchQueue(label: "latest")
    let (source, count) = (Bindable(0, queue: queue), Bindable(0))
    let log = Recording<String>()
    let tokens = [
      source.observe(replay: false) { _ in
        for value in 1...3 { count.value = value }
        log.add("delivered")
      },
      count.observe(replay: false, queue: queue, policy: .latest) { log.add("\($0)") },
    ]
    source.value = 1
    queue.settle()
    #expect(log.elements == ["delivered", "3"])
    withExtendedLifetime(tokens) {}
  }

  @Test("if every observer has .latest, a value that waits on the Bindable's queue is replaced by the next")
  func latestOnQueueOfBindable() {
    let (queue, other) = (DispatchQueue(label: "queue"), DispatchQueue(label: "other"))
    let lifetimes = Lifetimes()
    let cell = Bindable(lifetimes.make(), queue: queue)
    let tokens = [
      cell.observe(queue: other, policy: .latest) { _ in },
      cell.map { $0 }.observe(queue: queue, policy: .latest) { _ in },
    ]
    queue.settle()
    queue.suspend()
    for _ in 0..<1000 { cell.value = lifetimes.make() }
    #expect(lifetimes.alive <= 3)  // The current one, and the former one where it was delivered last.
    queue.resume()
    withExtendedLifetime(tokens) {}
  }

  @Test("a value is not replaced if an observer needs every one, also through changes() and distinct()")
  func everyNextToLatest() {
    let queue = DispatchQueue(label: "queue")
    let count = Bindable(0, queue: queue)
    let (latest, every, changes) = (Recording<Int>(), Recording<Int>(), Recording<String>())
    var tokens = [count.observe(replay: false, queue: queue, policy: .latest) { latest.add($0) }]
    func set(_ values: ClosedRange<Int>) {
      queue.suspend()
      for value in values { count.value = value }
      queue.resume()
      queue.settle()
    }
    set(1...3)
    tokens.append(count.observe(replay: false) { every.add($0) })
    set(4...6)
    tokens.removeLast()
    tokens.append(count.changes().observe(replay: false, queue: queue, policy: .latest) { changes.add("\($0)-\($1)") })
    set(7...9)
    #expect(every.elements == [4, 5, 6])
    #expect(latest.elements == [3, 6, 9])
    #expect(changes.elements == ["8-9"])
  }

  @Test("a set on the queue first delivers all that waits there, also what a turn that ended early has left")
  func allBeforeASet() {
    let queue = DispatchQueue(label: "queue")
    let values = (0..<3).map { _ in Bindable(0, queue: queue) }
    let log = Recording<Int>()
    let tokens = values.map { $0.observe(replay: false) { log.add($0) } }
    let counts = Recording<Int>()
    queue.suspend()
    for number in 1...1000 { values[0].value = number }
    queue.async {
      // Between two turns.
      onAnotherThread { for number in 1...600 { values[1].value = number } }
      values[2].value = -1
      counts.add(log.count)
      counts.add(log.elements.last ?? 0)
    }
    queue.resume()
    queue.settle()
    #expect(counts.elements == [1601, -1])
    withExtendedLifetime(tokens) {}
  }

  @Test("a value does not replace one that waits before a replay")
  func replayBehindLatest() {
    let queue = DispatchQueue(label: "queue")
    let count = Bindable(0, queue: queue)
    let (first, second) = (Recording<Int>(), Recording<Int>())
    var tokens = [count.observe(replay: false, queue: queue, policy: .latest) { first.add($0) }]
    queue.suspend()
    count.value = 1
    tokens.append(count.observe(queue: queue, policy: .latest) { second.add($0) })
    count.value = 2
    count.value = 3
    queue.resume()
    queue.settle()
    #expect(first.elements.last == 3 && second.elements.last == 3)
    #expect(second.elements == second.elements.sorted())
    withExtendedLifetime(tokens) {}
  }

  @Test("with .latest at most one pending value is in memory")
  func latestIsBounded() {
    let queue = DispatchQueue(label: "latest")
    let lifetimes = Lifetimes()
    let cell = Bindable(lifetimes.make())
    let token = cell.observe(replay: false, queue: queue, policy: .latest) { _ in }
    queue.suspend()
    for _ in 0..<1000 { cell.value = lifetimes.make() }
    // Two values: the current one, which is also pending, and the old value of the pending change.
    #expect(lifetimes.alive <= 2)
    queue.resume()
    queue.settle()
    #expect(lifetimes.alive == 1)
    withExtendedLifetime(token) {}
  }

  @Test("with .latest and many threads, each observer receives the last set value last, and never an older one")
  func latestFromManyThreads() {
    let queue = DispatchQueue(label: "latest", attributes: .concurrent)
    let counter = Bindable(0, queue: queue)
    let own = DispatchQueue(label: "own")
    let logs = (0..<4).map { _ in Recording<Int>() }
    let tokens = logs.enumerated().map { index, log in
      counter.observe(queue: index % 2 == 0 ? nil : own, policy: .latest) { log.add($0) }
    }
    onThreads(4) { _ in
      for _ in 0..<1000 { counter.modify { $0 += 1 } }
    }
    let done = DispatchSemaphore(value: 0)
    let last = counter.observe { if $0 == 4000 { done.signal() } }
    done.expectSignal()
    queue.settle()
    own.settle()
    for log in logs {
      let seen = log.elements
      #expect(seen.last == 4000)
      #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
    }
    withExtendedLifetime((tokens, last)) {}
  }

  @Test("an observer can ask for distinct values, by equality or by a custom rule")
  func distinct() {
    let word = Bindable("")
    let (plain, equal, ruled) = (Recording<String>(), Recording<String>(), Recording<String>())
    let tokens = [
      word.observe(replay: false) { plain.add($0) },
      word.distinct().observe(replay: false) { equal.add($0) },
      word.distinct { $0.count == $1.count }.observe(replay: false) { ruled.add($0) },
    ]
    for value in ["", "a", "a", "b", "cc"] { word.value = value }
    word.modify { _ in }
    #expect(plain.elements == ["", "a", "a", "b", "cc", "cc"])
    #expect(equal.elements == ["a", "b", "cc"])
    #expect(ruled.elements == ["a", "cc"])
    withExtendedLifetime(tokens) {}
  }

  // MARK: B10

  @Test("without a queue, delivery is on the setting thread and complete when the setter returns")
  func settingThread() {
    let count = Bindable(0)
    let key = DispatchSpecificKey<Int>()
    let log = Recording<Int?>()
    let token = count.observe { _ in log.add(DispatchQueue.getSpecific(key: key)) }
    for number in 1...2 {
      let queue = DispatchQueue(label: "setting")
      queue.setSpecific(key: key, value: number)
      queue.sync { count.value = number }
    }
    #expect(log.elements == [nil, 1, 2])
    withExtendedLifetime(token) {}
  }

  @Test("a queue may be nil, which means the setting thread", arguments: [false, true])
  func optionalQueue(isQueued: Bool) {
    let queue = isQueued ? DispatchQueue(label: "optional") : nil
    let count = Bindable(0, queue: queue)
    let log = Recording<Int>()
    queue?.suspend()
    let token = count.observe { log.add($0) }
    #expect(log.elements == (isQueued ? [] : [0]))
    queue?.resume()
    queue?.settle()
    #expect(log.elements == [0])
    withExtendedLifetime(token) {}
  }

  @Test("delivery is on the Bindable's queue, or on the observer's own if it has one")
  func onQueue() {
    let (queue, own) = (DispatchQueue(label: "queue"), DispatchQueue(label: "own"))
    let key = DispatchSpecificKey<String>()
    queue.setSpecific(key: key, value: "queue")
    own.setSpecific(key: key, value: "own")
    let count = Bindable(0, queue: queue)
    let log = Recording<String>()
    let owner = Owner()
    count.observe(on: owner) { log.add("\($0) \(DispatchQueue.getSpecific(key: key) ?? "elsewhere")") }
    count.value = 1
    queue.settle()
    #expect(log.elements == ["0 queue", "1 queue"])
    count.observe(on: owner, replay: false, queue: own) {
      log.add("\($0) \(DispatchQueue.getSpecific(key: key) ?? "elsewhere")")
    }
    count.value = 2
    queue.settle()
    own.settle()
    #expect(log.elements == ["0 queue", "1 queue", "2 queue", "2 own"])
  }

  @Test("a value set on the queue with nothing pending is delivered inline", arguments: [false, true])
  func inline(ownQueue: Bool) {
    let queue = DispatchQueue(label: "inline")
    let count = ownQueue ? Bindable(0) : Bindable(0, queue: queue)
    let log = Recording<Int>()
    let owner = Owner()
    queue.sync {
      count.observe(on: owner, queue: ownQueue ? queue : nil) { log.add($0) }
      log.add(-1)
      count.value = 1
      log.add(-2)
      count.modify { $0 += 1 }
      log.add(-3)
    }
    #expect(log.elements == [0, -1, 1, -2, 2, -3])
  }

  @Test("a value set on the queue while others are pending is delivered after them", arguments: [false, true])
  func inlineWaits(ownQueue: Bool) {
    let queue = DispatchQueue(label: "inline")
    let count = ownQueue ? Bindable(0) : Bindable(0, queue: queue)
    let log = Recording<Int>()
    let owner = Owner()
    queue.suspend()
    queue.async { count.value = 2 }
    count.observe(on: owner, queue: ownQueue ? queue : nil) { log.add($0) }
    count.value = 1
    queue.resume()
    queue.settle()
    queue.settle()
    #expect(log.elements == [0, 1, 2])
  }

  @Test("delivery on a concurrent queue is serial and in order")
  func concurrentQueue() {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let counter = Bindable(0, queue: queue)
    let log = Recording<Int>()
    let isInside = Atomic(false)
    let overlaps = Atomic(0)
    let done = DispatchSemaphore(value: 0)
    let token = counter.observe { value in
      if isInside.exchange(true, ordering: .sequentiallyConsistent) { overlaps.add(1, ordering: .relaxed) }
      log.add(value)
      isInside.store(false, ordering: .sequentiallyConsistent)
      if value == 2000 { done.signal() }
    }
    let group = DispatchGroup()
    for _ in 0..<2000 {
      queue.async(group: group) { counter.modify { $0 += 1 } }
    }
    done.expectSignal()
    #expect(overlaps.load(ordering: .relaxed) == 0)
    #expect(log.elements == Array(0...2000))
    withExtendedLifetime(token) {}
  }

  @Test("a producer that never pauses lets other work run on the queue")
  func fairness() {
    let queue = DispatchQueue(label: "fair")
    let counter = Bindable(0, queue: queue)
    let isStopped = Atomic(false)
    let ended = DispatchSemaphore(value: 0)
    let token = counter.observe { [unowned counter] _ in
      if isStopped.load(ordering: .relaxed) { ended.signal() } else { counter.modify { $0 += 1 } }
    }
    queue.async { isStopped.store(true, ordering: .relaxed) }
    ended.expectSignal()
    withExtendedLifetime(token) {}
  }

  @Test("a combination of different queues that never pauses lets other work run on the queue")
  func fairnessOfCombination() {
    let queue = DispatchQueue(label: "fair")
    let (onQueue, counter) = (Bindable(0, queue: queue), Bindable(0))
    let isStopped = Atomic(false)
    let ended = DispatchSemaphore(value: 0)
    let token = ReadOnlyBindable.combine(onQueue, counter) { $0 + $1 }.observe(replay: false) { [unowned counter] sum in
      if sum == 1 { queue.async { isStopped.store(true, ordering: .relaxed) } }
      if isStopped.load(ordering: .relaxed) { ended.signal() } else { counter.modify { $0 += 1 } }
    }
    onQueue.value = 1
    ended.expectSignal()
    withExtendedLifetime(token) {}
  }

  @Test("values set before the Bindable was deallocated are still delivered on the queue", arguments: [false, true])
  func deliveredAfterTheEnd(ownQueue: Bool) {
    let queue = DispatchQueue(label: "end")
    let log = Recording<Int>()
    let owner = Owner()
    func run() {
      let count = ownQueue ? Bindable(0) : Bindable(0, queue: queue)
      queue.suspend()
      count.observe(on: owner, queue: ownQueue ? queue : nil) { log.add($0) }
      for value in 1...3 { count.value = value }
    }
    run()
    queue.resume()
    queue.settle()
    #expect(log.elements == [0, 1, 2, 3])
  }
}
