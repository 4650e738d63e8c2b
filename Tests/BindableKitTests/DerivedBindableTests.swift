import BindableKit
import Dispatch
import Synchronization
import TestSupport
import Testing

/// Values that are derived with `map` and `combine`.
@Suite(.dedicatedThreads) struct DerivedBindableTests {
  @Test("observations outlive the derived value, and end like any others")
  func notKept() {
    let (count, other) = (Bindable(1), Bindable(10))
    let log = Recording<String>()
    var owner: Owner? = Owner()
    if let owner {
      count.map { $0 * 2 }.observe(on: owner) { log.add("on \($0)") }
      count.map { $0 * 2 }.observe(with: owner) { _, value in log.add("with \(value)") }
      ReadOnlyBindable.combine(count, other) { $0 + $1 }.changes().observe(on: owner) { log.add("changes \($0) \($1)") }
    }
    let token = count.map { $0 * 3 }.map { $0 + 1 }.observe(replay: false) { log.add("token \($0)") }
    #expect(log.elements == ["on 2", "with 2", "changes 11 11"])
    count.value = 2
    #expect(log.elements.dropFirst(3) == ["on 4", "with 4", "changes 11 12", "token 7"])
    owner = nil
    count.value = 3
    #expect(log.elements.dropFirst(7) == ["token 10"])
    token.cancel()
    count.value = 4
    #expect(log.count == 8)
  }

  @Test("a derived value retains its sources, observations retain neither, and nothing is left behind")
  func lifetimes() {
    let lifetimes = Lifetimes()
    var derived: ReadOnlyBindable<Int>?
    weak var gone: Bindable<Int>?
    let log = Recording<Int>()
    var token: BindableToken?
    do {
      let (count, probe) = (Bindable(1), lifetimes.make())
      gone = count
      derived = ReadOnlyBindable.combine(count.map { $0 }, count) { one, two in
        probe.touch()
        return one + two
      }
    }
    token = derived?.observe { log.add($0) }
    gone?.value = 2
    #expect(derived?.value == 4)
    derived = nil
    #expect(gone == nil)
    #expect(log.elements == [2, 4])
    token = nil
    #expect(lifetimes.alive == 0)
    withExtendedLifetime(token) {}
  }

  @Test("`remove(observer:)` ends the owner's observations of the Bindables, however they are derived")
  func removal() {
    let (count, other, owner, lifetimes) = (Bindable(0), Bindable(0), Owner(), Lifetimes())
    let (doubled, negative) = (count.map { $0 * 2 }, count.map { -$0 })
    let sum = ReadOnlyBindable.combine(doubled, other) { $0 + $1 }
    let log = Recording<String>()
    let all = [("count", count), ("other", other), ("doubled", doubled), ("negative", negative), ("sum", sum)]
    let rest = Owner()
    count.observe(on: rest, replay: false) { _ in log.add("rest") }
    let token = count.observe(replay: false) { _ in log.add("token") }
    func observeAll() {
      for (name, value) in all {
        value.observe(on: owner, replay: false) { [held = lifetimes.make()] _ in
          log.add(name)
          withExtendedLifetime(held) {}
        }
      }
    }
    func notified() -> Set<String> {
      let before = log.count
      count.value += 1
      other.value += 1
      return Set(log.elements.dropFirst(before))
    }
    observeAll()
    #expect(notified() == ["count", "other", "doubled", "negative", "sum", "rest", "token"])
    doubled.remove(observer: owner)
    #expect(notified() == ["other", "rest", "token"])
    #expect(lifetimes.alive == 1)
    other.remove(observer: owner)
    #expect(notified() == ["rest", "token"])
    observeAll()
    sum.remove(observer: owner)
    #expect(notified() == ["rest", "token"])
    #expect(lifetimes.alive == 0)
    withExtendedLifetime((token, rest)) {}
  }

  @Test(
    "a combination of two values derived from one Bindable notifies once per change, with consistent values",
    arguments: 0..<3)
  func diamond(kind: Int) {
    let queue = DispatchQueue(label: "source")
    let count =
      switch kind {
      case 0, 1: Bindable(0)
      default: Bindable(0, queue: queue)
      }
    let pair = ReadOnlyBindable.combine(count.map { $0 * 2 }, count.map { $0 * 3 }) { [$0, $1] }
    let nested = ReadOnlyBindable.combine(pair, count) { $0 + [$1] }
    let log = Recording<[Int]>()
    let token = kind == 1 ? nested.observe(queue: queue) { log.add($0) } : nested.observe { log.add($0) }
    queue.settle()
    for value in 1...10 { count.value = value }
    queue.settle()
    let all = (0...10).map { [$0 * 2, $0 * 3, $0] }
    if kind < 2 {
      #expect(log.elements == all)
    } else {
      // On a queue, combinations may be skipped, but the newest one arrives.
      #expect(log.elements.last == all.last)
      #expect(log.elements.allSatisfy(all.contains))
      #expect(Set(log.elements).count == log.count)
    }
    #expect(nested.value == [20, 30, 10])
    withExtendedLifetime(token) {}
  }

  @Test("observers receive the final combination last, even if they set its sources")
  func setInside() {
    let (one, two) = (Bindable(0), Bindable(0))
    let log = Recording<[Int]>()
    let sum = ReadOnlyBindable.combine(one, two) { [$0, $1] }
    let token = sum.observe { [unowned one, unowned two] pair in
      log.add(pair)
      if pair[0] < 3 { one.value = pair[0] + 1 }
      if pair[1] < 3 { two.value = pair[1] + 1 }
    }
    #expect(log.elements.last == [3, 3])
    #expect(Set(log.elements).count == log.count)
    #expect(sum.value == [3, 3])
    withExtendedLifetime(token) {}
  }

  @Test(
    "when two threads set two sources, each combination existed and arrives once, in order, and the last is final"
  )
  func twoThreads() {
    for round in 0..<1_000 {
      let queue = DispatchQueue(label: "own")
      let (one, two) = (Bindable(0), Bindable(0))
      let log = Recording<[Int]>()
      let combined = ReadOnlyBindable.combine(one, two) { [$0, $1] }
      let token =
        round % 2 == 0
        ? combined.observe { log.add($0) } : combined.observe(queue: queue, policy: .latest) { log.add($0) }
      onThreads(2) { thread in
        for value in 1...5 { (thread == 0 ? one : two).value = value }
      }
      queue.settle()
      let all = log.elements
      #expect(all.last == [5, 5])
      #expect(zip(all, all.dropFirst()).allSatisfy { $0[0] <= $1[0] && $0[1] <= $1[1] && $0 != $1 })
      withExtendedLifetime(token) {}
    }
  }

  @Test(
    "an observer registered while a thread sets values gets the final combination last, once", arguments: [false, true])
  func registersMeanwhile(replays: Bool) {
    for _ in 0..<3_000 {
      let (one, two) = (Bindable(0), Bindable(0))
      let sum = ReadOnlyBindable.combine(one, two) { $0 + $1 }
      let (log, tokens) = (Recording<Int>(), Recording<BindableToken>())
      onThreads(2) { thread in
        if thread == 0 {
          tokens.add(sum.observe(replay: replays) { log.add($0) })
        } else {
          one.value = 20
        }
      }
      #expect(log.elements.last == (log.count == 0 && !replays ? nil : 20))
      #expect(Set(log.elements).count == log.count)
    }
  }

  @Test(
    "a combination of values with one queue calls its observers there, even at registration", arguments: [false, true])
  func sharedQueue(replays: Bool) {
    let queue = DispatchQueue(label: "both")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let (one, two) = (Bindable(1, queue: queue), Bindable(10, queue: queue))
    let (log, elsewhere) = (Recording<Int>(), Recording<Int>())
    queue.suspend()
    one.value = 2
    let sum = ReadOnlyBindable.combine(one.map { $0 }, two) { $0 + $1 }
    let token = sum.observe(replay: replays) { value in
      log.add(value)
      if DispatchQueue.getSpecific(key: key) == nil { elsewhere.add(value) }
    }
    two.value = 20
    queue.resume()
    queue.settle()
    one.value = 3
    queue.settle()
    #expect(log.elements == (replays ? [12, 22, 23] : [22, 23]))
    #expect(elsewhere.elements == [])
    withExtendedLifetime(token) {}
  }

  @Test("map notifies of each change with its own value, even inside an observer; combine of the newest")
  func oneRoot() {
    let count = Bindable(0)
    let square = ReadOnlyBindable.combine(count.map { $0 }, count) { $0 * $1 }
    let (log, early) = (Recording<Int>(), Recording<Int>())
    let tokens = [
      count.observe { [unowned count] value in
        guard value == 1 else { return }
        count.value = 2
        count.value = 3
      },
      square.observe { log.add($0) },
      count.map { -$0 }.observe(replay: false) { early.add($0) },
    ]
    count.value = 1
    #expect(log.elements == [0, 9])
    #expect(early.elements == [-1, -2, -3])
    withExtendedLifetime(tokens) {}
  }

  @Test("any number of values can be combined, whatever their types")
  func anyNumber() {
    let (one, two, three, four) = (Bindable(1), Bindable("b"), Bindable(true), Bindable(0.5))
    let (logOfThree, logOfFour) = (Recording<String>(), Recording<String>())
    let tokens = [
      ReadOnlyBindable.combine(one, two, three) { "\($0) \($1) \($2)" }.observe { logOfThree.add($0) },
      ReadOnlyBindable.combine(one, two, three, four) { "\($0) \($1) \($2) \($3)" }.observe { logOfFour.add($0) },
    ]
    four.value = 1.5
    three.value = false
    two.value = "B"
    one.value = 2
    #expect(logOfThree.elements == ["1 b true", "1 b false", "1 B false", "2 B false"])
    #expect(logOfFour.elements == ["1 b true 0.5", "1 b true 1.5", "1 b false 1.5", "1 B false 1.5", "2 B false 1.5"])
    #expect(ReadOnlyBindable.combine(one) { -$0 }.value == -2)
    #expect(ReadOnlyBindable.combine(one, one, one, one, one, one) { $0 + $1 + $2 + $3 + $4 + $5 }.value == 12)
    withExtendedLifetime(tokens) {}
  }

  @Test("an array of values can be combined, whatever its length")
  func arrays() {
    let parts = [Bindable(1), Bindable(2), Bindable(3)]
    let logs = (0..<3).map { _ in Recording<Int>() }
    let sums: [ReadOnlyBindable<Int>] = [
      .combine(parts) { $0.reduce(0, +) },
      .combine([parts[0], parts[0].map { $0 * 10 }, parts[2]]) { $0.reduce(0, +) },
      .combine([ReadOnlyBindable<Int>]()) { $0.count },
    ]
    let tokens = zip(sums, logs).map { sum, log in sum.observe { log.add($0) } }
    parts[0].value = 4
    parts[2].value = 6
    #expect(sums.map(\.value) == [12, 50, 0])
    #expect(logs.map(\.elements) == [[6, 9, 12], [14, 47, 50], [0]])
    withExtendedLifetime(tokens) {}
  }

  @Test("`transform` is called once per change and observation, and once per read", arguments: [1, 2])
  func callsOfTransform(roots: Int) {
    let (count, other) = (Bindable(1), Bindable(1))
    let calls = Atomic(0)
    let sum = ReadOnlyBindable.combine(count, roots == 1 ? count : other) { one, two in
      calls.add(1, ordering: .relaxed)
      return one + two
    }
    func callsSince(_ body: () -> Void) -> Int {
      let before = calls.load(ordering: .relaxed)
      body()
      return calls.load(ordering: .relaxed) - before
    }
    #expect(callsSince { for _ in 1...5 { _ = sum.value } } == 5)
    #expect(callsSince { count.value = 2 } == 0)
    let token = sum.observe { _ in }
    #expect(callsSince { count.value = 3 } == 1)
    #expect(sum.value == (roots == 1 ? 6 : 4))
    withExtendedLifetime(token) {}
  }

  @Test("observing without a replay calls `transform` for changes only", arguments: [1, 2])
  func callsOfTransformWithoutReplay(roots: Int) {
    let (count, other) = (Bindable(1), Bindable(1))
    let calls = Recording<Int>()
    let sum = ReadOnlyBindable.combine(count, roots == 1 ? count : other) { one, two in
      calls.add(one + two)
      return one + two
    }
    let log = Recording<Int>()
    let token = sum.observe(replay: false) { log.add($0) }
    #expect(calls.elements == [])
    count.value = 2
    #expect(calls.elements == [2 + (roots == 1 ? 2 : 1)])
    #expect(log.elements == calls.elements)
    withExtendedLifetime(token) {}
  }

  @Test(
    "observing changes calls `transform` once for the replay, or once for the value at registration", arguments: [1, 2])
  func callsOfTransformForChanges(roots: Int) {
    let (count, other) = (Bindable(1), Bindable(1))
    let calls = Recording<Int>()
    let sum = ReadOnlyBindable.combine(count, roots == 1 ? count : other) { one, two in
      calls.add(one + two)
      return one + two
    }
    let received = Recording<[Int]>()
    var token = sum.changes().observe { received.add([$0, $1]) }
    #expect(calls.elements == [2])
    count.value = 2
    #expect(calls.count == 2)
    token = sum.changes().observe(replay: false) { received.add([$0, $1]) }
    count.value = 3
    #expect(received.elements.first == [2, 2] && received.elements.last == (roots == 1 ? [4, 6] : [3, 4]))
    #expect(calls.count == 4)
    withExtendedLifetime(token) {}
  }

  @Test("a derived value used many times shows one moment, and each Bindable is observed once")
  func manyTimes() {
    let (one, two) = (Bindable(1), Bindable(1))
    var sum = ReadOnlyBindable.combine(one, two) { $0 &+ $1 }
    for _ in 0..<3 {
      sum = .combine(sum, sum, sum) { a, b, c in
        #expect(a == b && b == c)
        return a
      }
    }
    let log = Recording<Int>()
    let token = sum.observe { log.add($0) }
    one.value = 2
    two.value = 3
    #expect(log.elements == [2, 3, 5])
    #expect(sum.value == 5)
    token.cancel()
  }

  @Test("four hundred nested values follow their four hundred Bindables")
  func nested() {
    let parts = (0..<400).map { _ in Bindable(1) }
    var sum = ReadOnlyBindable.combine(parts[0], parts[1]) { $0 + $1 }
    for part in parts.dropFirst(2) { sum = .combine(sum, part) { $0 + $1 } }
    let log = Recording<Int>()
    let token = sum.observe { log.add($0) }
    parts[0].value = 2
    parts[399].value = 3
    #expect(log.elements == [400, 401, 403])
    #expect(sum.value == 403)
    token.cancel()
    parts[0].value = 3
    #expect(log.count == 3)
  }

  @Test("neither reading nor observing yields a combination that never existed")
  func existed() {
    // `two` is at most one step behind `one`, so a combination that existed is 0 or 1.
    let (one, two) = (Bindable(0), Bindable(0))
    let combined = ReadOnlyBindable.combine(one.map { $0 }, two) { $0 - $1 }
    let wrong = Atomic(0)
    let check: @Sendable (Int) -> Void = { if $0 != 0, $0 != 1 { wrong.add(1, ordering: .relaxed) } }
    let token = combined.observe(check)
    let isDone = Atomic(false)
    onThreads(3) { thread in
      if thread > 0 {
        while !isDone.load(ordering: .acquiring) { check(combined.value) }
      } else {
        for value in 1...20_000 {
          one.value = value
          two.value = value
        }
        isDone.store(true, ordering: .releasing)
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    withExtendedLifetime(token) {}
  }

  @Test("a combination of many Bindables can be read while another thread sets them again and again")
  func readsBesideWriter() {
    let sources = (0..<64).map { Bindable($0) }
    let sum = sources.dropFirst().reduce(sources[0].map { $0 }) { .combine($0, $1) { $0 &+ $1 } }
    let isReading = Atomic<Bool>(true)
    let sets = Atomic<Int>(0)
    let start = Barrier(of: 2)
    onThreads(2) { thread in
      start.wait()
      if thread == 0 {
        for _ in 0..<2_000 { _ = sum.value }
        isReading.store(false, ordering: .relaxed)
      } else {
        while isReading.load(ordering: .relaxed), sets.load(ordering: .relaxed) < 5_000_000 {
          sources[sets.load(ordering: .relaxed) % 64].value = 0
          sets.wrappingAdd(1, ordering: .relaxed)
        }
      }
    }
    #expect(sets.load(ordering: .relaxed) < 5_000_000)
  }

  @Test("a combination can be read while a body of `modify` reads another of its sources", arguments: [false, true])
  func readsBesideModify(modifiesFirst: Bool) {
    let (one, other) = (Bindable(0), Bindable(0))
    let sum = ReadOnlyBindable.combine(one, other) { $0 + $1 }
    let (modified, read) = modifiesFirst ? (one, other) : (other, one)
    onThreads(2) { thread in
      for _ in 0..<10_000 {
        if thread == 0 { modified.modify { $0 = read.value } } else { _ = sum.value }
      }
    }
    #expect(sum.value == 0)
  }

  @Test("`distinct` compares derived values, with and without replay, of one source and of two")
  func distinct() {
    let (count, zero) = (Bindable(0), Bindable(0))
    let halves = [count.map { $0 / 2 }, .combine(count, zero) { ($0 + $1) / 2 }]
    let logs = (0..<4).map { _ in Recording<Int>() }
    let tokens = zip(halves, [0, 1]).flatMap { half, index in
      [
        half.distinct().observe { logs[index].add($0) },
        half.distinct().observe(replay: false) { logs[index + 2].add($0) },
      ]
    }
    for value in [1, 0, 2, 3, 2, 4, 5] { count.value = value }
    #expect(logs[0].elements == [0, 1, 2])
    #expect(logs[1].elements == [0, 1, 2])
    #expect(logs[2].elements == [1, 2])
    #expect(logs[3].elements == [1, 2])
    withExtendedLifetime(tokens) {}
  }

  @Test("the old and the new value are derived values, even without replay and on a queue")
  func changes() {
    let queue = DispatchQueue(label: "own")
    let count = Bindable(1)
    let values = [count.map { $0 * 10 }, .combine(count, count) { $0 + $1 * 9 }]
    let logs = (0..<6).map { _ in Recording<[Int]>() }
    let tokens = zip(values, [0, 3]).flatMap { value, index in
      [
        value.changes().observe { logs[index].add([$0, $1]) },
        value.changes().observe(replay: false) { logs[index + 1].add([$0, $1]) },
        value.changes().observe(replay: false, queue: queue) { logs[index + 2].add([$0, $1]) },
      ]
    }
    count.value = 2
    count.value = 3
    queue.settle()
    for index in [0, 3] {
      #expect(logs[index].elements == [[10, 10], [10, 20], [20, 30]])
      #expect(logs[index + 1].elements == [[10, 20], [20, 30]])
      #expect(logs[index + 2].elements == [[10, 20], [20, 30]])
    }
    withExtendedLifetime(tokens) {}
  }

  @Test("the newest derived value arrives even if an observer or a source has a slow queue")
  func latest() {
    let queue = DispatchQueue(label: "slow")
    let (plain, source) = (Bindable(0), Bindable(0, queue: queue))
    let logs = (0..<3).map { _ in Recording<Int>() }
    queue.suspend()
    let tokens = [
      plain.map { $0 * 2 }.observe(queue: queue, policy: .latest) { logs[0].add($0) },
      source.map { $0 * 2 }.observe(queue: queue, policy: .latest) { logs[1].add($0) },
      ReadOnlyBindable.combine(source, plain) { $0 + $1 }.observe(replay: false, queue: queue, policy: .latest) {
        logs[2].add($0)
      },
    ]
    for value in 1...10 {
      plain.value = value
      source.value = value
    }
    queue.resume()
    queue.settle()
    #expect(logs[0].elements == [20])
    #expect(logs[1].elements.last == 20)
    #expect(logs[2].elements.last == 20)
    withExtendedLifetime(tokens) {}
  }

  @Test("`transform` is called without a lock: it may wait for a thread that uses the sources", arguments: 0..<6)
  func transformUsesSources(form: Int) {
    let (count, other, set) = (Bindable(1), Bindable(10), Bindable(0))
    let isWaiting = Atomic(true)
    let use: @Sendable (Int) -> Int = { [unowned count, unowned other, unowned set] value in
      set.value += 1
      if isWaiting.load(ordering: .relaxed) {
        onAnotherThread {
          _ = (count.value, other.value)
          count.observe { _ in }.cancel()
          other.modify { $0 += 0 }
        }
      }
      return value
    }
    let derived = form % 2 == 0 ? count.map(use) : ReadOnlyBindable.combine(count, count) { one, _ in use(one) }
    let log = Recording<Int>()
    #expect(derived.value == 1)
    let token =
      switch form / 2 {
      case 0: derived.observe { log.add($0) }
      case 1: derived.distinct().observe(replay: false) { log.add($0) }
      default: derived.observe(replay: false) { log.add($0) }
      }
    count.value = 2
    #expect(log.elements == (form / 2 == 0 ? [1, 2] : [2]))
    #expect(set.value > 0)
    token.cancel()
  }

  @Test("inside a callback `value` is current, even after the callback has set a source")
  func valueInside() {
    let (count, other) = (Bindable(1), Bindable(1))
    let (doubled, sum) = (count.map { $0 * 2 }, ReadOnlyBindable.combine(count, other) { $0 + $1 })
    let log = Recording<[Int]>()
    let token = doubled.observe { [unowned count] value in
      log.add([value, doubled.value, sum.value])
      if value == 4 {
        count.value = 3
        log.add([value, doubled.value, sum.value])
      }
    }
    count.value = 2
    #expect(log.elements == [[2, 2, 2], [4, 4, 3], [4, 6, 4], [6, 6, 4]])
    withExtendedLifetime(token) {}
  }

  @Test("the last value of a source arrives, even if the source is deallocated before the combination is computed")
  func sourceReleasedAfterItsLastSet() {
    let log = Recording<String>()
    let (first, second) = (Bindable(0), Box(Bindable(0)))
    let pair = { (source: Bindable<Int>) in ReadOnlyBindable.combine(first, source) { "\($0) \($1)" } }
    let token = second.content.map(pair)?.observe { text in
      log.add(text)
      if text != "1 0" { return }
      second.content?.value = 5
      second.content = nil
    }
    first.value = 1
    #expect(log.elements == ["0 0", "1 0", "1 5"])
    token?.cancel()

    let queue = DispatchQueue(label: "DerivedBindableTests.source")
    second.content = Bindable(0, queue: queue)
    let other = second.content.map(pair)?.observe { log.add($0) }
    queue.suspend()
    second.content?.value = 6
    second.content = nil
    queue.resume()
    queue.settle()
    #expect(log.elements.dropFirst(3) == ["1 0", "1 6"])
    other?.cancel()
  }

  @Test("when one source is deallocated the combination continues with the other, and `values` ends with the last one")
  func oneSourceEnds() async {
    var (one, two): (Bindable<Int>?, Bindable<Int>?) = (Bindable(1), Bindable(10))
    let log = Recording<Int>()
    var token: BindableToken?
    var sequence: AsyncStream<Int>?
    if let one, let two {
      let sum = ReadOnlyBindable.combine(one, two) { $0 + $1 }
      token = sum.observe { log.add($0) }
      sequence = sum.values(bufferingPolicy: .bufferingNewest(10))
    }
    one?.value = 2
    one = nil
    two?.value = 20
    two?.value = 30
    two = nil
    #expect(log.elements == [11, 12, 22, 32])
    var seen: [Int] = []
    if let sequence { for await value in sequence { seen.append(value) } }
    #expect(seen == [11, 12, 22, 32])
    withExtendedLifetime((one, two, token)) {}
  }

  @Test("a Bindable bound to a derived value follows it")
  func binding() {
    let (first, last, full) = (Bindable("Ada"), Bindable("Lovelace"), Bindable(""))
    let token = ReadOnlyBindable.combine(first, last) { "\($0) \($1)" }.bind(to: full)
    #expect(full.value == "Ada Lovelace")
    first.value = "Augusta"
    full.value = "someone else"
    last.value = "King"
    #expect(full.value == "Augusta King")
    token.cancel()
    first.value = "Ada"
    #expect(full.value == "Augusta King")
  }

  @Test("a read-only value offers everything that a Bindable does, except setters")
  func wholeFace() async {
    final class Model: Sendable {
      private let items = Bindable(["a"])
      var shown: ReadOnlyBindable<[String]> { items }
      func add(_ item: String) { items.modify { $0.append(item) } }
    }
    let (model, owner, copy, log) = (Model(), Owner(), Bindable<[String]>([]), Recording<Int>())
    let shown = model.shown
    #expect(shown.value == ["a"])
    shown.observe(on: owner) { log.add($0.count) }
    shown.observe(with: owner) { log.add($1.count) }
    shown.changes().observe(on: owner) { log.add($1.count) }
    shown.changes().observe(with: owner) { log.add($1.new.count) }
    let tokens = [
      shown.observe { log.add($0.count) }, shown.changes().observe { log.add($1.count) }, shown.bind(to: copy),
      shown.map(\.count).observe { log.add($0) },
      ReadOnlyBindable.combine(shown, shown) { $0 + $1 }.observe(replay: false) { log.add($0.count / 2) },
    ]
    model.add("b")
    #expect(copy.value == ["a", "b"])
    #expect(log.elements.filter { $0 == 1 }.count == 7)
    #expect(log.elements.filter { $0 == 2 }.count == 8)
    shown.remove(observer: owner)
    for token in tokens { token.cancel() }
    model.add("c")
    #expect(log.count == 15)
    for await items in shown.values {
      #expect(items == ["a", "b", "c"])
      break
    }
    for await items in shown.values(bufferingPolicy: .bufferingOldest(1)) {
      #expect(items == ["a", "b", "c"])
      break
    }
  }
}
