import BindableKit
import Dispatch
import Foundation
import RxBindable
import RxCore
import TestSupport
import Testing

/// B12, X5 and X6: what passes a binding, and that all come to rest with equal ends.
///
/// One test after the other, because a new binding makes all others look for rings anew.
@Suite("the rules of bindings", .dedicatedThreads, .serialized)
struct BindingRuleTests {
  // MARK: Combinations in rings

  @Test("a ring through combinations ends", arguments: [1, 2, 3], [false, true])
  func ringOfCombinations(combinations: Int, isQueued: Bool) async {
    // In a separate process, which ends if the ring does not.
    await #expect(processExitsWith: .success) { [combinations, isQueued] in
      let queue = DispatchQueue(label: "ring")
      let values = (0...combinations).map { _ in Bindable(0, queue: isQueued ? queue : nil) }
      let calls = Recording<Int>()
      let observers = values.map { $0.observe(replay: false) { if calls.add($0) > 10_000 { exit(1) } } }
      var ring = zip(values, values.dropFirst()).map { source, target in
        ReadOnlyBindable.combine(source, target) { max($0, $1) + 1 }.bind(to: target)
      }
      ring.append(values[combinations].bind(to: values[0]))
      queue.settle()
      for index in values.indices {
        values[index].value = 100 * (index + 1)
        queue.settle()
        precondition(values[index].value >= 100 * (index + 1))
      }
      // Two are set within one round.
      _ = runThreads(2) { thread in for number in 1...50 { values[thread].value = 1_000 * number } }
      queue.settle()
      let last = calls.count
      queue.settle()
      precondition(calls.count == last, "The ring has not come to rest.")
      withExtendedLifetime((ring, observers)) {}
      exit(0)
    }
  }

  @Test("a combination that is bound to one of its sources corrects it", arguments: [false, true])
  func clamping(isQueued: Bool) {
    let queue = DispatchQueue(label: "clamping")
    let (value, least) = (Bindable(5, queue: isQueued ? queue : nil), Bindable(0))
    let token = ReadOnlyBindable.combine(value, least) { max($0, $1) }.bind(to: value)
    func expect(_ expected: Int) {
      queue.settle()
      #expect(value.value == expected)
    }
    expect(5)
    least.value = 7
    expect(7)
    value.value = 3
    expect(7)
    value.value = 9
    expect(9)
    least.value = 8
    expect(9)
    token.cancel()
  }

  // MARK: Rings of three, of all kinds of bindings

  enum Way: CaseIterable {
    case bind, map, combine, observable, subject, relay, bothWays, control

    /// Binds in this way. The result keeps everything that it needs.
    func bind(_ source: Bindable<Int>, to target: Bindable<Int>) -> Any {
      switch self {
      case .bind: return source.bind(to: target)
      case .map: return source.map { $0 }.bind(to: target)
      case .combine: return ReadOnlyBindable.combine(source, Bindable(0)) { $0 + $1 }.bind(to: target)
      case .observable: return source.asObservable().bind(to: target)
      case .subject:
        let subject = BehaviorSubject(value: 0)
        return (source.bind(to: subject), subject, subject.bind(to: target))
      case .relay:
        let relay = PublishRelay<Int>()
        return (relay.bind(to: target), relay, source.bind(to: relay))
      case .bothWays: return source.bind(bothWays: target)
      case .control:
        let control = ControlProperty(values: PublishSubject<Int>(), valueSink: BehaviorSubject(value: 0))
        return (source.bind(to: target), target.bind(bothWays: control))
      }
    }
  }

  /// Calls `body` with each ring of three Bindables of which the first is bound to the second in the way `first`.
  private func forEachRing(_ first: Way, _ body: (_ ways: [Way], _ values: [Bindable<Int>]) -> Void) {
    for second in Way.allCases {
      for third in Way.allCases {
        let (ways, values) = ([first, second, third], (0..<3).map { _ in Bindable(0) })
        let bindings = ways.indices.map { ways[$0].bind(values[$0], to: values[($0 + 1) % 3]) }
        body(ways, values)
        withExtendedLifetime(bindings) {}
      }
    }
  }

  @Test("in a ring of three of any kinds, a set reaches all", arguments: Way.allCases)
  func ringOfThree(first: Way) {
    forEachRing(first) { ways, values in
      let calls = Recording<Int>()
      let observers = values.map { $0.observe(replay: false) { calls.add($0) } }
      for number in 1...3 {
        values[number - 1].value = number
        #expect(values.map(\.value) == [number, number, number], "\(ways)")
      }
      // A value that arrives by two ways, of which one transforms it, may arrive twice.
      let transforms = ways.contains(.map) || ways.contains(.combine)
      #expect(calls.count <= (transforms ? 18 : 9), "\(ways)")
      withExtendedLifetime(observers) {}
    }
  }

  @Test("in a ring of three of any kinds, values set by two threads end equal", arguments: Way.allCases)
  func ringOfThreeFromTwoThreads(first: Way) {
    forEachRing(first) { ways, values in
      onThreads(2) { thread in for number in 1...10 { values[thread].value = 100 * thread + number } }
      #expect(Set(values.map(\.value)).count == 1, "\(ways): \(values.map(\.value))")
    }
  }

  @Test("in a ring through two combinations, the later of two sets wins")
  func laterInRing() {
    // The steps are taken on this thread, between those of two queues: each transform waits until it may go on.
    let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
    let (asks, goes) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isStepped = Guarded(false)
    let (a, b, c) = (Bindable(0, queue: first), Bindable(0), Bindable(0, queue: second))
    let tokens = [
      ReadOnlyBindable.combine(a, Bindable(0)) {
        if isStepped.withLock({ $0 }) {
          asks.signal()
          goes.wait()
        }
        return $0 + $1
      }.bind(to: b),
      b.bind(to: c), ReadOnlyBindable.combine(c, Bindable(0)) { $0 + $1 }.bind(to: a),
    ]
    first.settle()
    second.settle()
    isStepped.withLock { $0 = true }
    a.value = 1
    asks.wait()  // The first combination has seen 1.
    b.value = 2
    second.sync {}  // a is 2.
    goes.signal()
    asks.wait()  // b has been set to 1, if it takes it, and the first combination has seen 2.
    second.sync {}
    isStepped.withLock { $0 = false }
    goes.signal()
    for _ in 0..<10 {
      first.sync {}
      second.sync {}
    }
    #expect([a, b, c].map(\.value) == [2, 2, 2])
    withExtendedLifetime(tokens) {}
  }

  @Test("a result that ranks anew passes all combinations of its ring again")
  func rankedByOtherSource() {
    // As above: the second combination waits until it may go on.
    let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
    let (asks, goes) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isStepped = Guarded(false)
    let (a, b, other) = (Bindable(0, queue: first), Bindable(0, queue: second), Bindable(0))
    let tokens = [
      ReadOnlyBindable.combine(a, Bindable(0)) { $0 + $1 }.bind(to: b),
      ReadOnlyBindable.combine(b, other) { value, _ in
        if isStepped.withLock({ $0 }) {
          asks.signal()
          goes.wait()
        }
        return value
      }.bind(to: a),
    ]
    first.settle()
    second.settle()
    isStepped.withLock { $0 = true }
    first.suspend()
    a.value = 1
    other.value = 7
    asks.wait()  // The second combination has seen 0, which now ranks higher than 1.
    first.resume()
    first.sync {}
    first.suspend()  // b is 1.
    goes.signal()
    asks.wait()  // a is 0, and the second combination has seen 1, which ranks as high.
    first.resume()
    first.sync {}  // b is 0.
    isStepped.withLock { $0 = false }
    goes.signal()
    for _ in 0..<10 {
      first.sync {}
      second.sync {}
    }
    #expect(a.value == b.value)
    withExtendedLifetime(tokens) {}
  }

  @Test("a new binding does not set what is bound to a combination one way, and has been set since")
  func renewalOutsideOfRing() {
    let (source, target) = (Bindable(1), Bindable(0))
    let (one, other) = (Bindable(0), Bindable(0))
    var tokens = [
      ReadOnlyBindable.combine(source, Bindable(0)) { $0 + $1 }.bind(to: target), one.bind(bothWays: other),
    ]
    target.value = 9
    tokens.append(source.bind(bothWays: one))
    #expect(target.value == 9)
    #expect(other.value == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test("a ring ends with a value of it that is released, and what remains is bound one way")
  func releasedInRing() {
    let (first, last) = (DispatchQueue(label: "first"), DispatchQueue(label: "last"))
    let (a, c) = (Bindable(0, queue: first), Bindable(0, queue: last))
    var b: Bindable? = Bindable(0)
    let tokens = b.map { b in [a.bind(to: b), b.bind(to: c), c.bind(to: a)] }
    first.settle()
    last.settle()
    b = nil
    first.suspend()
    last.suspend()
    c.value = 1
    a.value = 2
    last.resume()
    last.settle()
    first.resume()
    first.settle()
    #expect((a.value, c.value) == (1, 1))
    withExtendedLifetime(tokens) {}
  }

  @Test("a ring through a subject without a value ends equal, if a binding is made while it emits")
  func boundWhileEmitting() {
    let subject = PublishSubject<Int>()
    let (d, a, r, z) = (Bindable(0), Bindable(0), Bindable(0), Bindable(0))
    let made = Recording<BindableToken>()
    let subscription = subject.subscribe(onNext: { if $0 == 2, made.count == 0 { made.add(r.bind(bothWays: z)) } })
    let bindings: [Any] = [
      subject.bind(to: d), d.bind(to: a), a.bind(to: r), r.bind(to: subject), z.bind(to: a),
    ]
    subject.onNext(1)
    subject.onNext(2)
    #expect(Set([d, a, r, z].map(\.value)).count == 1)
    subscription.dispose()
    withExtendedLifetime((bindings, made)) {}
  }

  @Test("a PublishSubject does not emit the initial values of the Bindables that it becomes")
  func initialValues() {
    let subject = PublishSubject<Int>()
    let recording = subject.record()
    let (one, other) = (subject.asTwoWayBindable(initial: 1), subject.asTwoWayBindable(initial: 2))
    #expect(recording.elements == [])
    #expect((one.value, other.value) == (1, 2))
    subject.onNext(3)
    #expect((one.value, other.value) == (3, 3))
    other.value = 4
    #expect((one.value, other.value) == (4, 4))
    #expect(recording.elements == [3, 4])
  }

  /// A ring, some of whose Bindables have queues, and what binds it.
  private struct RandomRing {
    let queues: [DispatchQueue?]
    let values: [Bindable<Int>]
    private(set) var tokens: [BindableToken] = []

    init(_ random: inout SplitMix64) {
      queues = (0..<Int.random(in: 2...5, using: &random)).map { index in
        Int.random(in: 0..<3, using: &random) == 0 ? DispatchQueue(label: "\(index)") : nil
      }
      values = queues.map { Bindable(0, queue: $0) }
      for index in values.indices { bind(values[index], to: values[(index + 1) % values.count], &random) }
      for _ in 0..<Int.random(in: 0...2, using: &random) { bindRandomly(&random) }
    }

    private mutating func bind(_ source: Bindable<Int>, to target: Bindable<Int>, _ random: inout SplitMix64) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: tokens.append(source.bind(to: target))
      case 1: tokens.append(source.map { $0 }.bind(to: target))
      case 2: tokens.append(source.bind(bothWays: target))
      default: tokens.append(ReadOnlyBindable.combine(source, Bindable(0)) { $0 + $1 }.bind(to: target))
      }
    }

    mutating func bindRandomly(_ random: inout SplitMix64) {
      let source = Int.random(in: values.indices, using: &random)
      bind(
        values[source], to: values[(source + Int.random(in: 1..<values.count, using: &random)) % values.count], &random)
    }

    mutating func cancelLast() { tokens.removeLast().cancel() }

    func settle() {
      for _ in 0..<40 { for queue in queues { queue?.sync {} } }
    }
  }

  @Test("random rings through combinations end equal, while other bindings come and go", arguments: 0..<8)
  func randomRings(start: Int) {
    for seed in (start * 20)..<(start * 20 + 20) {
      var random = SplitMix64(seed: seed)
      let ring = RandomRing(&random)
      ring.settle()
      let comesAndGoes = Bool.random(using: &random)
      onThreads(3) { thread in
        var random = SplitMix64(seed: 10 * seed + thread)
        if comesAndGoes, thread == 0 {
          var others = ring
          for _ in 1...20 {
            others.bindRandomly(&random)
            if Bool.random(using: &random) { others.cancelLast() }
          }
        } else {
          for number in 1...6 { ring.values.randomElement(using: &random)?.value = 100 * thread + number }
        }
      }
      ring.settle()
      #expect(Set(ring.values.map(\.value)).count == 1, "seed \(seed): \(ring.values.map(\.value))")
    }
  }

  // MARK: A source that becomes a target

  enum Delivery: CaseIterable {
    case queue, setter, subject
  }

  @Test(
    "a target receives all of its source's values, in order, while the source becomes an end of another binding",
    arguments: Delivery.allCases, [false, true])
  func sourceBecomesTarget(delivery: Delivery, bothWays: Bool) {
    let rounds = 300
    for round in 0..<rounds {
      let queue = DispatchQueue(label: "source")
      let (source, target, other) = (Bindable(0, queue: delivery == .queue ? queue : nil), Bindable(0), Bindable(0))
      let between = BehaviorSubject(value: 0)
      let (log, emitted) = (Recording<Int>(), Recording<Int>())
      let observers = [
        source.observe(replay: false) { emitted.add($0) }, target.observe(replay: false) { log.add($0) },
      ]
      let bound: Any =
        delivery == .subject
        ? (source.bind(to: between), between.bind(to: target)) : source.bind(to: target)
      queue.settle()
      let (before, emittedBefore) = (log.count, emitted.count)
      let made = Recording<BindableToken>()
      onThreads(2) { thread in
        if thread == 0 {
          for number in 1...60 { source.value = number }
        } else {
          // One way, what it becomes the target of has a value that nothing else has.
          made.add(bothWays ? source.bind(bothWays: other) : other.bind(to: source))
        }
      }
      queue.settle()
      let received = Array(log.elements.dropFirst(before))
      #expect(received == Array(emitted.elements.dropFirst(emittedBefore)), "round \(round)")
      #expect(received.filter { $0 > 0 } == Array(1...60), "round \(round)")
      #expect(target.value == source.value, "round \(round)")
      if bothWays { #expect(other.value == source.value, "round \(round)") }
      withExtendedLifetime((observers, bound, made)) {}
    }
  }

  // MARK: Trees with mirrors

  @Test(
    "in a tree of which only the root is set, each equals its source, while mirrors come and go",
    arguments: [false, true])
  func treeWithMirrors(isQueued: Bool) {
    for seed in 0..<60 {
      let queue = DispatchQueue(label: "tree")
      var random = SplitMix64(seed: seed)
      let nodes = (0..<8).map { Bindable(0, queue: isQueued && $0 % 2 == 0 ? queue : nil) }
      var tokens: [BindableToken] = []
      for index in 1..<8 {
        let parent = nodes[Int.random(in: 0..<index, using: &random)]
        tokens.append(
          Bool.random(using: &random) ? parent.bind(to: nodes[index]) : parent.map { $0 }.bind(to: nodes[index]))
      }
      queue.settle()
      let mirrors = Recording<Bindable<Int>>()
      let kept = Recording<BindableToken>()
      onThreads(2) { thread in
        var random = SplitMix64(seed: 1_000 + seed)
        for number in 1...100 {
          if thread == 0 {
            nodes[0].value = number
          } else {
            let mirror = Bindable(-1)
            let token = nodes[Int.random(in: 0..<8, using: &random)].bind(bothWays: mirror)
            if number % 10 == 0 {
              mirrors.add(mirror)
              kept.add(token)
            }
          }
        }
      }
      queue.settle()
      #expect((nodes + mirrors.elements).map(\.value).allSatisfy { $0 == 100 }, "seed \(seed)")
      withExtendedLifetime((tokens, kept)) {}
    }
  }

  // MARK: New bindings

  /// Sets a value that others are bound to, without passing it on yet.
  @Test("what is under way to the first side of a new two-way binding is not lost", arguments: [false, true])
  func underWayToFirst(isSecondBound: Bool) {
    let queue = DispatchQueue(label: "store")
    let (store, model) = (Bindable("", queue: queue), Bindable(""))
    let (field, other) = (Bindable("?"), Bindable("!"))
    var tokens = [store.bind(bothWays: model)]
    if isSecondBound { tokens.append(field.bind(bothWays: other)) }
    queue.settle()
    queue.suspend()
    store.value = "loaded"
    tokens.append(model.bind(bothWays: field))
    #expect(field.value == "")
    queue.resume()
    queue.settle()
    #expect([store, model, field].map(\.value) == ["loaded", "loaded", "loaded"])
    if isSecondBound { #expect(other.value == "loaded") }
    withExtendedLifetime(tokens) {}
  }

  @Test("what is under way to the second side of a new two-way binding is overtaken by the first side's value")
  func underWayToSecond() {
    let queue = DispatchQueue(label: "other")
    let (first, second, other) = (Bindable(1), Bindable(0), Bindable(0, queue: queue))
    var tokens = [other.bind(bothWays: second)]
    queue.settle()
    queue.suspend()
    other.value = 7
    tokens.append(first.bind(bothWays: second))
    queue.resume()
    queue.settle()
    #expect([first, second, other].map(\.value) == [1, 1, 1])
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "a two-way binding that closes a ring gives all of it the first side's value, and does not notify the first side")
  func closingRing() {
    let (first, between, second) = (Bindable(1), Bindable(0), Bindable(0))
    var tokens = [first.bind(to: between), between.bind(to: second)]
    between.value = 9
    let calls = Recording<Int>()
    let observer = first.observe(replay: false) { calls.add($0) }
    tokens.append(first.bind(bothWays: second))
    #expect([first, between, second].map(\.value) == [1, 1, 1])
    #expect(calls.elements == [])
    withExtendedLifetime((tokens, observer)) {}
  }

  /// The target has the value already, and so only its rank changes on the way to the combination.
  @Test("a new binding sets what is behind a combination, too")
  func renewedBehindCombination() {
    let queue = DispatchQueue(label: "under way")
    let (first, second, third, other) = (Bindable(0), Bindable(0), Bindable(0, queue: queue), Bindable(0))
    var tokens = [
      first.bind(to: second), ReadOnlyBindable.combine(second, Bindable(0)) { $0 + $1 }.bind(to: third),
      third.bind(to: first), first.bind(to: other),
    ]
    first.value = 1
    queue.settle()
    queue.suspend()
    third.value = 5
    tokens.append(other.bind(to: first))
    queue.resume()
    queue.settle()
    #expect([first, second, third, other].map(\.value) == [1, 1, 1, 1])
    withExtendedLifetime(tokens) {}
  }

  /// The value that is passed on is the same, so only its rank changes on the way.
  @Test("a two-way binding that closes a ring reaches a value behind one that has its value already")
  func closingRingBehindEqual() {
    let (first, equal, other, second) = (Bindable(1), Bindable(0), Bindable(0), Bindable(0))
    var tokens = [first.bind(to: equal), equal.bind(to: other), other.bind(to: second)]
    other.value = 9
    tokens.append(first.bind(bothWays: second))
    #expect([first, equal, other, second].map(\.value) == [1, 1, 1, 1])
    withExtendedLifetime(tokens) {}
  }

  @Test("a value that is bound one way to an end of bindings that were made in any order sets all ends")
  func boundAfterOthers() {
    let (u, v, a, b, x, c) = (Bindable(1), Bindable(2), Bindable(3), Bindable(4), Bindable(5), Bindable(6))
    let tokens = [
      u.bind(bothWays: v), a.bind(bothWays: b), u.bind(bothWays: x), b.bind(bothWays: c), u.bind(to: a),
    ]
    #expect([u, v, x, a, b, c].map(\.value) == [1, 1, 1, 1, 1, 1])
    u.value = 10
    #expect([u, v, x, a, b, c].map(\.value) == [10, 10, 10, 10, 10, 10])
    withExtendedLifetime(tokens) {}
  }

  @Test("a call of a binding that was cancelled does not set the target after a new binding has", arguments: 0..<2)
  func replacedBinding(bothWays: Int) {
    for round in 1...2_000 {
      let (source, target) = (Bindable(0), Bindable(0))
      let token = source.bind(to: target)
      let made = Recording<BindableToken>()
      onThreads(2) { thread in
        if thread == 0 {
          source.value = 1
          source.value = 2
        } else {
          token.cancel()
          made.add(bothWays == 1 ? source.bind(bothWays: target) : source.bind(to: target))
        }
      }
      #expect((source.value, target.value) == (2, 2), "round \(round)")
      withExtendedLifetime(made) {}
    }
  }

  // MARK: Transforms in rings

  @Test("in a mesh of transforms, a set reaches each value once", arguments: [3, 7])
  func meshOfTransforms(size: Int) {
    let (values, calls) = ((0..<size).map { _ in Bindable(0) }, Recording<Int>())
    let tokens = values.indices.flatMap { one in
      values.indices.filter { $0 != one }.map { values[one].map { $0 }.bind(to: values[$0]) }
    }
    let observers = values.map { $0.observe(replay: false) { calls.add($0) } }
    values[0].value = 5
    #expect(values.allSatisfy { $0.value == 5 })
    #expect(calls.count == size)
    withExtendedLifetime((tokens, observers)) {}
  }

  @Test("a value that is transformed forth and back does not come back transformed")
  func transformedForthAndBack() {
    let (celsius, fahrenheit) = (Bindable(0), Bindable(0))
    let tokens = [
      celsius.map { $0 * 9 / 5 + 32 }.bind(to: fahrenheit), fahrenheit.map { ($0 - 32) * 5 / 9 }.bind(to: celsius),
    ]
    celsius.value = 21
    #expect((celsius.value, fahrenheit.value) == (21, 69))
    fahrenheit.value = 70
    #expect((celsius.value, fahrenheit.value) == (21, 70))
    withExtendedLifetime(tokens) {}
  }

  @Test("both ends are equal, although one is also bound to the other through a transform", arguments: [false, true])
  func transformBeside(isTransformFirst: Bool) {
    let (first, second) = (Bindable(1), Bindable(0))
    var tokens = isTransformFirst ? [] : [first.bind(bothWays: second)]
    tokens.append(first.map { $0 * 2 }.bind(to: second))
    if isTransformFirst { tokens.append(first.bind(bothWays: second)) }
    #expect(first.value == second.value)
    for (number, value) in [first, second, first].enumerated() {
      value.value = 10 + number
      #expect((first.value, second.value) == (10 + number, 10 + number))
    }
    withExtendedLifetime(tokens) {}
  }

  // MARK: Random graphs

  /// A graph of Bindables, some with queues, and of one-way and two-way bindings. Each value is set once.
  private final class Graph: Sendable {
    struct Link: Sendable {
      let source, target: Int
      let bothWays: Bool
      let token: BindableToken
    }

    let values: [Bindable<Int>]
    let queues: [DispatchQueue?]
    let logs: [Recording<Int>]
    let observers: [BindableToken]
    let links = Guarded<[Link]>([])

    init(_ random: inout SplitMix64) {
      var queues: [DispatchQueue?] = []
      for index in 0..<Int.random(in: 2...6, using: &random) {
        queues.append(Bool.random(using: &random) ? DispatchQueue(label: "\(index)") : nil)
      }
      let values = queues.map { Bindable(0, queue: $0) }
      let logs = values.map { _ in Recording<Int>() }
      (self.queues, self.values, self.logs) = (queues, values, logs)
      observers = zip(values, logs).map { value, log in value.observe(replay: false) { log.add($0) } }
    }

    func bind(_ source: Int, _ target: Int, bothWays: Bool) {
      let token = bothWays ? values[source].bind(bothWays: values[target]) : values[source].bind(to: values[target])
      links.withLock { $0.append(Link(source: source, target: target, bothWays: bothWays, token: token)) }
    }

    func cancel(_ random: inout SplitMix64) {
      let link = links.withLock { $0.isEmpty ? nil : $0.remove(at: .random(in: 0..<$0.count, using: &random)) }
      link?.token.cancel()
    }

    func settle() {
      for _ in 0..<20 { for queue in queues { queue?.sync {} } }
    }

    /// Whether bindings lead from the first value to the second.
    func leads(from start: Int, to end: Int) -> Bool {
      var (reached, waiting): (Set, [Int]) = ([start], [start])
      while let one = waiting.popLast() {
        for link in links.withLock({ $0 }) {
          for (source, target) in [(link.source, link.target), (link.target, link.source)].prefix(link.bothWays ? 2 : 1)
          where source == one && reached.insert(target).inserted { waiting.append(target) }
        }
      }
      return reached.contains(end)
    }

    func expectEqualRings(_ seed: Int) {
      for link in links.withLock({ $0 }) where leads(from: link.target, to: link.source) {
        let (source, target) = (values[link.source].value, values[link.target].value)
        #expect(source == target, "seed \(seed), \(link.source) to \(link.target)")
      }
    }
  }

  @Test("random graphs whose queues deliver at any time end with equal rings, and no set goes round", arguments: 0..<8)
  func randomGraphs(group: Int) {
    for seed in (group * 100)..<(group * 100 + 100) {
      var random = SplitMix64(seed: seed)
      let graph = Graph(&random)
      var suspended: Set<Int> = []
      var (sets, bindings) = (0, 0)
      for step in 1...40 {
        let value = Int.random(in: 0..<graph.values.count, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2:
          graph.bind(
            value, .random(in: 0..<graph.values.count, using: &random), bothWays: .random(using: &random))
          bindings += 1
        case 3: graph.cancel(&random)
        case 4, 5:
          guard let queue = graph.queues[value] else { continue }
          if suspended.insert(value).inserted {
            queue.suspend()
          } else {
            suspended.remove(value)
            queue.resume()
            queue.settle()
          }
        default:
          graph.values[value].value = step
          sets += 1
        }
      }
      for index in suspended.shuffled(using: &random) {
        graph.queues[index]?.resume()
        graph.queues[index]?.settle()
      }
      graph.settle()
      graph.expectEqualRings(seed)
      for log in graph.logs { #expect(log.count <= 2 * (sets + bindings), "seed \(seed)") }
    }
  }

  @Test(
    "without rings, each target receives all that its sources do, in their order, from three threads", arguments: 0..<40
  )
  func withoutRings(seed: Int) {
    var random = SplitMix64(seed: seed)
    let graph = Graph(&random)
    for target in graph.values.indices.dropFirst() {
      graph.bind(.random(in: 0..<target, using: &random), target, bothWays: false)
      if Bool.random(using: &random) { graph.bind(.random(in: 0..<target, using: &random), target, bothWays: false) }
    }
    graph.settle()
    let before = graph.logs.map(\.count)
    onThreads(3) { thread in
      var random = SplitMix64(seed: 1_000 * seed + thread)
      for number in 1...60 {
        graph.values[Int.random(in: 0..<graph.values.count, using: &random)].value = 100 * thread + number + 1_000
      }
    }
    graph.settle()
    for link in graph.links.withLock({ $0 }) {
      let sent = graph.logs[link.source].elements.dropFirst(before[link.source])
      var received = graph.logs[link.target].elements.dropFirst(before[link.target])
      for value in sent {
        let place = received.firstIndex(of: value)
        #expect(place != nil, "\(value) is lost or too late")
        received = received[(place.map { $0 + 1 } ?? received.endIndex)...]
      }
    }
  }

  // MARK: Long chains

  /// Expects that a change passes a chain of Bindables that `bind` binds one to the next.
  private func expectPasses(
    _ count: Int, _ bind: @escaping @Sendable (_ source: Bindable<Int>, _ target: Bindable<Int>) -> BindableToken
  ) {
    let queues = (0..<2).map { DispatchQueue(label: "step \($0)") }
    withStack {
      // Each value is on another queue than the one before, so passing a change on is no deep call.
      let values = (0..<count).map { Bindable(0, queue: queues[$0 % 2]) }
      let tokens = zip(values, values.dropFirst()).map(bind)
      let arrived = DispatchSemaphore(value: 0)
      let observer = values[count - 1].observe { if $0 == 7 { arrived.signal() } }
      values[0].value = 7
      #expect(arrived.wait(timeout: .now() + limit) == .success)
      for token in tokens { token.cancel() }
      withExtendedLifetime((values, observer)) {}
    }
  }

  @Test("a change passes a chain of 10,000 bindings")
  func longChain() { expectPasses(10_000) { $0.bind(to: $1) } }

  @Test("the trail of a change that has passed 5,000 combinations is released without overflowing the stack")
  func longTrail() {
    expectPasses(5_000) { source, target in
      ReadOnlyBindable.combine(source, Bindable(0)) { $0 + $1 }.bind(to: target)
    }
  }
}
