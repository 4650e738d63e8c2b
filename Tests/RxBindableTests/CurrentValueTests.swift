import BindableKit
import DeliveryCore
import Dispatch
import Foundation
import RxBindable
import RxCore
import TestSupport
import Testing

/// B8, X1: the current value arrives inside `observe`, `subscribe` and `bind`, whatever is being delivered.
@Suite("the current value", .dedicatedThreads)
struct CurrentValueTests {
  /// What the source is doing. While it delivers, it delivers 1, and 2 waits.
  enum Situation: CaseIterable {
    case idle, insideItsDelivery, anotherThreadDelivers
  }

  /// The source's queue, and the place of the caller.
  enum Place: CaseIterable {
    case noQueue, onItsQueue, elsewhere

    /// A concurrent queue, so that the caller can be on the queue while another thread delivers there.
    func makeQueue() -> DispatchQueue? {
      self == .noQueue ? nil : DispatchQueue(label: "source", attributes: .concurrent)
    }
  }

  /// Runs `body` in the situation, when the source's value is 2, and waits until nothing is delivered any more.
  ///
  /// - Parameter observe: calls a closure with each value of the source.
  private func run(
    _ situation: Situation, _ place: Place = .noQueue, _ queue: DispatchQueue? = nil,
    set: @escaping @Sendable (Int) -> Void, observe: (_ receive: @escaping @Sendable (Int) -> Void) -> any Sendable,
    _ body: @escaping @Sendable () -> Void
  ) {
    func settle() { queue?.settle { queue.map { Mailbox.of($0).isIdle } ?? true } }
    func runHere() { if place == .onItsQueue { queue?.sync(execute: body) } else { body() } }
    let ended = DispatchSemaphore(value: 0)
    switch situation {
    case .idle:
      set(2)
      settle()
      runHere()
    case .insideItsDelivery:
      let observation = observe {
        guard $0 == 1 else { return }
        set(2)
        if place == .elsewhere { onAnotherThread(body) } else { body() }
        ended.signal()
      }
      set(1)
      #expect(ended.wait(timeout: .now() + limit) == .success)
      settle()
      withExtendedLifetime(observation) {}
    case .anotherThreadDelivers:
      let (isDelivering, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let observation = observe {
        guard $0 == 1 else { return }
        isDelivering.signal()
        mayEnd.wait()
      }
      startThread {
        set(1)
        ended.signal()
      }
      isDelivering.wait()
      set(2)
      runHere()
      mayEnd.signal()
      #expect(ended.wait(timeout: .now() + limit) == .success)
      settle()
      withExtendedLifetime(observation) {}
    }
    settle()
  }

  // MARK: Observers

  enum Way: CaseIterable {
    case onOwner, withOwner, withToken, map, distinct, changes, combine, observable, mappedObservable

    func observe(_ source: Bindable<Int>, _ log: Recording<Int>) -> any Sendable {
      switch self {
      case .onOwner:
        source.observe(on: log) { log.add($0) }
        return log
      case .withOwner:
        source.observe(with: log) { $0.add($1) }
        return log
      case .withToken: return source.observe { log.add($0) }
      case .map: return source.map { $0 }.observe { log.add($0) }
      case .distinct: return source.distinct().observe { log.add($0) }
      case .changes: return source.changes().observe { log.add($1) }
      case .combine: return ReadOnlyBindable.combine(source, Bindable(0)) { $0 + $1 }.observe { log.add($0) }
      case .observable: return source.asObservable().subscribe { log.on($0) }
      case .mappedObservable: return source.map { $0 }.asObservable().subscribe { log.on($0) }
      }
    }
  }

  @Test(
    "an observer receives it inside the call, unless the caller is off the Bindable's queue",
    arguments: Way.allCases, Situation.allCases)
  func observers(way: Way, situation: Situation) {
    for place in Place.allCases {
      let queue = place.makeQueue()
      let source = Bindable(0, queue: queue)
      let (log, kept) = (Recording<Int>(), Recording<any Sendable>())
      run(
        situation, place, queue, set: { source.value = $0 }, observe: { source.observe(replay: false, queue: nil, $0) }
      ) {
        kept.add(way.observe(source, log))
        if place != .elsewhere { #expect(log.elements == [2], "\(place)") }
      }
      #expect(log.elements == [2], "\(place)")
      source.value = 3
      queue?.settle()
      #expect(log.elements == [2, 3], "\(place)")
    }
  }

  @Test("a subscriber of a relay receives it inside the call", arguments: Situation.allCases)
  func relay(situation: Situation) {
    let source = BehaviorRelay(value: 0)
    let (log, kept) = (Recording<Int>(), Recording<any Sendable>())
    run(situation, set: { source.accept($0) }, observe: { source.skip(1).subscribe(onNext: $0) }) {
      kept.add(source.subscribe { log.on($0) })
      #expect(log.elements == [2])
    }
    source.accept(3)
    #expect(log.elements == [2, 3])
  }

  // MARK: Bindings

  enum Binding: CaseIterable {
    case bindable, map, distinct, combine, behaviorSubject, behaviorRelay, observable, observableToRelay, asBindable
    case bothWays, subjectBothWays, relayBothWays, asBehaviorSubject, asBehaviorRelay

    var isBothWays: Bool {
      switch self {
      case .bothWays, .subjectBothWays, .relayBothWays, .asBehaviorSubject, .asBehaviorRelay: true
      default: false
      }
    }

    struct Destination: Sendable {
      let value: @Sendable () -> Int
      let set: @Sendable (Int) -> Void
      let binding: (any Sendable)?
    }

    /// Binds a new destination, whose value is 1.
    func bind(_ source: Bindable<Int>) -> Destination {
      let target = Bindable(1)
      let subject = BehaviorSubject(value: 1)
      let relay = BehaviorRelay(value: 1)
      func bindable(_ binding: any Sendable) -> Destination {
        Destination(value: { target.value }, set: { target.value = $0 }, binding: binding)
      }
      func toSubject(_ subject: BehaviorSubject<Int>, _ binding: (any Sendable)?) -> Destination {
        Destination(value: { (try? subject.value()) ?? -1 }, set: { subject.onNext($0) }, binding: binding)
      }
      func toRelay(_ relay: BehaviorRelay<Int>, _ binding: (any Sendable)?) -> Destination {
        Destination(value: { relay.value }, set: { relay.accept($0) }, binding: binding)
      }
      switch self {
      case .bindable: return bindable(source.bind(to: target))
      case .map: return bindable(source.map { $0 }.bind(to: target))
      case .distinct: return bindable(source.distinct().bind(to: target))
      case .combine:
        return bindable(ReadOnlyBindable.combine(source, Bindable(0)) { $0 + $1 }.bind(to: target))
      case .behaviorSubject: return toSubject(subject, source.bind(to: subject))
      case .behaviorRelay: return toRelay(relay, source.bind(to: relay))
      case .observable: return bindable(source.asObservable().bind(to: target))
      case .observableToRelay: return toRelay(relay, source.asObservable().bind(to: relay))
      case .asBindable:
        let bindable = source.asObservable().asBindable(initial: 1, onError: .handle { _ in })
        return Destination(value: { bindable.value }, set: { bindable.value = $0 }, binding: bindable)
      case .bothWays: return bindable(source.bind(bothWays: target))
      case .subjectBothWays: return toSubject(subject, source.bind(bothWays: subject))
      case .relayBothWays: return toRelay(relay, source.bind(bothWays: relay))
      case .asBehaviorSubject: return toSubject(source.asBehaviorSubject(), nil)
      case .asBehaviorRelay: return toRelay(source.asBehaviorRelay(), nil)
      }
    }
  }

  @Test(
    "a binding has set its destination when it is made, and does not set it later to an earlier value",
    arguments: Binding.allCases, Situation.allCases)
  func bindings(binding: Binding, situation: Situation) {
    for place in Place.allCases {
      // An observable of a Bindable emits on the Bindable's queue: see the observers.
      if binding == .observableToRelay, place == .elsewhere { continue }
      let queue = place.makeQueue()
      let source = Bindable(0, queue: queue)
      let kept = Recording<Binding.Destination>()
      run(
        situation, place, queue, set: { source.value = $0 }, observe: { source.observe(replay: false, queue: nil, $0) }
      ) {
        let destination = binding.bind(source)
        kept.add(destination)
        #expect(destination.value() == 2, "\(place)")
        destination.set(9)
        #expect(destination.value() == 9, "\(place)")
      }
      let destination = kept.elements[0]
      #expect(destination.value() == 9, "\(place)")
      #expect(source.value == (binding.isBothWays ? 9 : 2), "\(place)")
      source.value = 3
      queue?.settle()
      #expect(destination.value() == 3, "\(place)")
    }
  }

  @Test("a binding of a relay has set its destination when it is made", arguments: Situation.allCases, 0..<3)
  func relayBindings(situation: Situation, kind: Int) {
    let source = BehaviorRelay(value: 0)
    let kept = Recording<any Sendable>()
    let destinations = Recording<Bindable<Int>>()
    run(situation, set: { source.accept($0) }, observe: { source.skip(1).subscribe(onNext: $0) }) {
      let target = Bindable(1)
      switch kind {
      case 0: kept.add(source.bind(to: target))
      case 1: kept.add(source.bind(bothWays: target))
      default: break
      }
      let destination = kind == 2 ? source.asBindable() : target
      destinations.add(destination)
      #expect(destination.value == 2)
      destination.value = 9
    }
    #expect(destinations.elements[0].value == 9)
    #expect(source.value == (kind == 1 ? 9 : 2))
  }

  // MARK: Operators

  /// Operators that need a value inside `subscribe`, or would else emit it late.
  enum Operator: CaseIterable {
    case withLatestFrom, take, amb, sample, switchLatest, timeout, zip, startWith, combineLatest, concat, merge

    /// What the operator makes of a source whose value is 2, which is then set to 3.
    var expected: [Int] {
      switch self {
      case .withLatestFrom, .take, .sample, .switchLatest: [2]
      case .amb: [2, 3]
      case .timeout: [2, -1]
      case .zip: [12]
      case .startWith: [0, 2, 3]
      case .combineLatest: [12, 13]
      case .concat: [-1, 2, 3]
      case .merge: [2, -1, 3]
      }
    }

    func callAsFunction(_ source: Observable<Int>, _ scheduler: HistoricalScheduler) -> Observable<Int> {
      switch self {
      case .withLatestFrom: Observable.just(-1).withLatestFrom(source)
      case .take: source.take(1)
      case .amb: source.amb(Observable.just(-1))
      case .sample: source.sample(Observable.just(-1))
      case .switchLatest: Observable.of(source, .never()).switchLatest()
      case .timeout: source.timeout(.seconds(1), other: Observable.just(-1), scheduler: scheduler)
      case .zip: Observable.zip(source, Observable.just(10)) { $0 + $1 }
      case .startWith: source.startWith(0)
      case .combineLatest: Observable.combineLatest(source, Observable.just(10)) { $0 + $1 }
      case .concat: Observable.just(-1).concat(source)
      case .merge: Observable.merge(source, Observable.just(-1))
      }
    }
  }

  @Test(
    "an operator treats a Bindable like a relay", arguments: Operator.allCases, Situation.allCases)
  func operators(operation: Operator, situation: Situation) {
    let (bindable, relay) = (Bindable(0), BehaviorRelay(value: 0))
    let (bindableScheduler, relayScheduler) = (HistoricalScheduler(), HistoricalScheduler())
    let kept = Recording<any Sendable>()
    let (fromBindable, fromRelay) = (Recording<Int>(), Recording<Int>())
    run(situation, set: { bindable.value = $0 }, observe: { bindable.observe(replay: false, queue: nil, $0) }) {
      kept.add(operation(bindable.asObservable(), bindableScheduler).subscribe { fromBindable.on($0) })
      bindableScheduler.advanceTo(bindableScheduler.now.addingTimeInterval(2))
    }
    run(situation, set: { relay.accept($0) }, observe: { relay.skip(1).subscribe(onNext: $0) }) {
      kept.add(operation(relay.asObservable(), relayScheduler).subscribe { fromRelay.on($0) })
      relayScheduler.advanceTo(relayScheduler.now.addingTimeInterval(2))
    }
    bindable.value = 3
    relay.accept(3)
    #expect(fromRelay.elements == operation.expected)
    #expect(fromBindable.elements == operation.expected)
  }

  @Test("withLatestFrom finds the value, even if another thread sets the Bindable without a pause")
  func busyWithLatestFrom() {
    let source = Bindable(1)
    let isDone = Guarded(false)
    let found = Guarded(0)
    let token = source.observe(replay: false) { _ in }
    onThreads(2) { thread in
      if thread == 0 {
        while !isDone.withLock({ $0 }) { source.value = 1 }
      } else {
        for _ in 0..<1000 {
          _ = Observable.just(0).withLatestFrom(source).subscribe(onNext: { one in found.withLock { $0 += one } })
        }
        isDone.withLock { $0 = true }
      }
    }
    #expect(found.withLock { $0 } == 1000)
    withExtendedLifetime(token) {}
  }
}

extension DispatchQueue {
  fileprivate func settle() { settle { Mailbox.of(self).isIdle } }
}
