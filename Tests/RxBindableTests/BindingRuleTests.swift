import BindableKit
import Dispatch
import Foundation
import RxBindable
import RxCore
import TestSupport
import Testing

/// B12, X5 and X6: what passes a binding, and that all come to rest with equal ends.
@Suite("the rules of bindings", .dedicatedThreads)
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

  // MARK: Trails

  @Test("a trail of 100,000 steps is released without overflowing the stack")
  func longTrail() {
    let queues = (0..<2).map { DispatchQueue(label: "step \($0)") }
    withStack {
      // Each value is on another queue than the one before, so passing a change on is no deep call.
      let values = (0..<100_000).map { Bindable(0, queue: queues[$0 % 2]) }
      let tokens = values.indices.dropFirst().map { values[$0 - 1].bind(to: values[$0]) }
      let arrived = DispatchSemaphore(value: 0)
      let observer = values[values.count - 1].observe { if $0 == 7 { arrived.signal() } }
      values[0].value = 7
      #expect(arrived.wait(timeout: .now() + limit) == .success)
      for token in tokens { token.cancel() }
      withExtendedLifetime((values, observer)) {}
    }
  }
}
