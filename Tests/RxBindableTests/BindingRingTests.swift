import BindableKit
import Dispatch
import RxBindable
import RxCore
import TestSupport
import Testing

/// X5: rings of bindings through subjects and controls settle, and no binding emits a value that its target already
/// has.
@Suite("the bridge: rings", .dedicatedThreads)
struct BindingRingTests {
  /// The members of a ring and the ways in which they are bound.
  enum Kind: CaseIterable {
    case bothWaysTwice, bothWaysFromEachSide, oneWayForthAndBack, behaviorSubjectBetween, publishSubjectBetween
    case bothWaysAndOneWay, asBehaviorSubject, asBehaviorSubjectBack, asTwoWayBindable, asTwoWayBindableOfPublishSubject
    case asBindableBack, subjectsBothWaysInARing, observables, mappedObservable, mappedToSubject, asPublishSubject
    case asPublishRelay, control, controlThatEchoes, twoBindablesOfOneControl

    var hasControl: Bool { [.control, .controlThatEchoes, .twoBindablesOfOneControl].contains(self) }
  }

  @Test("a value or element reaches every member once, and the ring settles", arguments: Kind.allCases, [false, true])
  func oneThread(kind: Kind, isQueued: Bool) {
    let ring = Ring(kind, isQueued: isQueued)
    ring.settle()
    for (index, set) in ring.sets.enumerated() {
      let before = ring.counts
      set(100 + index)
      ring.settle()
      #expect(ring.values.allSatisfy { $0 == 100 + index })
      // A control may cause more notifications, because it has several bindings or emits what the program sets.
      let most = kind.hasControl ? 3 : 1
      #expect(zip(ring.counts, before).map(-).allSatisfy { (1...most).contains($0) })
    }
    ring.expectQuiet()
  }

  @Test(
    "when four threads set values at the same time, all settle on the value that one thread set last",
    arguments: Kind.allCases.filter { !$0.hasControl },
    [false, true])
  func fourThreads(kind: Kind, isQueued: Bool) {
    for round in 0..<(isQueued ? 15 : 60) {
      let ring = Ring(kind, isQueued: isQueued)
      onThreads(4) { thread in
        let set = ring.sets[(thread + round) % ring.sets.count]
        for index in 1...5 { set(thread * 10 + index) }
      }
      ring.settle()
      #expect(Set(ring.values).count == 1, "\(ring.values)")
      #expect(ring.values.allSatisfy { ($0 ?? 0) % 10 == 5 })
      ring.expectQuiet()
    }
  }

  /// The second side's first value goes round a ring, which is opened before a late change can follow it.
  @Test("all are equal if a late change is overtaken by the binding's own value", arguments: [false, true])
  func lateChangeInOpenedRing(subjectLeads: Bool) throws {
    let queue = DispatchQueue(label: "neighbour")
    let (neighbour, bindable, subject) = (Bindable(0, queue: queue), Bindable(1), BehaviorSubject(value: 2))
    let following = subjectLeads ? neighbour.bind(to: subject) : neighbour.bind(to: bindable)
    queue.settle()
    let ring: any Disposable = subjectLeads ? bindable.bind(to: neighbour) : subject.bind(to: neighbour)
    queue.settle()
    queue.suspend()
    neighbour.value = 5
    let both: any Disposable = subjectLeads ? subject.bind(bothWays: bindable) : bindable.bind(bothWays: subject)
    ring.dispose()
    queue.resume()
    queue.settle()
    #expect(bindable.value == neighbour.value)
    #expect(try subject.value() == neighbour.value)
    both.dispose()
    withExtendedLifetime(following) {}
  }

  @Test("a Bindable bound one way to a subject equals it if a late change is overtaken by the binding's own value")
  func lateChangeOneWay() throws {
    let queue = DispatchQueue(label: "neighbour")
    let (neighbour, bindable, subject) = (Bindable(0, queue: queue), Bindable(1), BehaviorSubject(value: 2))
    let following = neighbour.bind(to: bindable)
    queue.settle()
    let ring = subject.bind(to: neighbour)
    queue.settle()
    queue.suspend()
    neighbour.value = 5
    let binding = bindable.bind(to: subject)
    ring.dispose()
    queue.resume()
    queue.settle()
    #expect([bindable.value, try subject.value()] == [neighbour.value, neighbour.value])
    withExtendedLifetime((following, binding)) {}
  }

  @Test("a subject that is bound both ways or becomes a Bindable does not emit its current value again")
  func noEchoAtTheBeginning() throws {
    let subject = BehaviorSubject(value: 1)
    let recording = subject.record()
    let bindable = try subject.asTwoWayBindable()
    let (other, later) = (Bindable(7), Bindable(8))
    let notified = Recording<Int>()
    let token = other.observe(replay: false) { notified.add($0) }
    let binding = subject.bind(bothWays: other)
    #expect((bindable.value, other.value) == (1, 1))
    #expect(recording.elements == [1])
    #expect(notified.elements == [1])
    subject.onNext(2)
    let again = subject.bind(bothWays: later)
    #expect((bindable.value, other.value, later.value) == (2, 2, 2))
    #expect(recording.elements == [1, 2])
    withExtendedLifetime((token, recording, binding, again)) {}
  }

  @Test("neither an element of a PublishSubject nor a change of its Bindable returns over the same binding")
  func noEchoToPublishSubject() {
    let subject = PublishSubject<Int>()
    let (emitted, notified) = (Recording<Int>(), Recording<Int>())
    let subscription = subject.subscribe(onNext: { emitted.add($0) })
    let bindable = subject.asTwoWayBindable(initial: 0)
    let token = bindable.observe(replay: false) { notified.add($0) }
    subject.onNext(1)
    bindable.value = 2
    subject.onNext(3)
    #expect(emitted.elements == [1, 2, 3])
    #expect(notified.elements == [1, 2, 3])
    withExtendedLifetime((token, subscription)) {}
  }

  @Test("`asPublishSubject` and `asPublishRelay` pass on the order of changes made before the Bindable was bound")
  func changedBeforeTheBinding() {
    let queue = DispatchQueue(label: "followed")
    let (followed, other) = (Bindable(0, queue: queue), Bindable(0))
    let (subject, relay) = (followed.asPublishSubject(), followed.asPublishRelay())
    let followers = [Bindable(0), Bindable(0)]
    let bindings = [subject.bind(to: followers[0]), relay.bind(to: followers[1])]
    queue.suspend()
    followed.value = 1
    let token = followed.bind(to: other)
    followed.value = 2
    queue.resume()
    queue.settle()
    #expect(followers.map(\.value) == [2, 2])
    #expect(other.value == 2)
    withExtendedLifetime((token, bindings, subject, relay)) {}
  }

  @Test(
    "an element that an observer emits while the Bindable takes the current one is not overwritten",
    arguments: [false, true])
  func emittedInBetween(isQueued: Bool) throws {
    let queue = DispatchQueue(label: "bindable")
    let (subject, bindable) = (BehaviorSubject(value: 1), isQueued ? Bindable(0, queue: queue) : Bindable(0))
    let token = bindable.observe(replay: false) { [unowned subject] value in
      if value == 1 { subject.onNext(2) }
    }
    let recording = subject.record()
    let binding = subject.bind(bothWays: bindable)
    queue.settle()
    #expect((try subject.value(), bindable.value) == (2, 2))
    #expect(recording.elements == [1, 2])
    withExtendedLifetime((token, recording, binding)) {}
  }

  @Test("an element emitted during the binding notifies the Bindable once")
  func emittedDuringTheBinding() {
    let (subject, bindable) = (BehaviorSubject(value: 0), Bindable(0))
    // Binding removes the closure of an owner that was deallocated, and so releases an object that emits.
    let lifetimes = Lifetimes()
    var owner: Tracked? = lifetimes.make()
    let (notified, bindings) = (Recording<Int>(), Recording<any Disposable>())
    let token = bindable.observe(replay: false) { notified.add($0) }
    if let owner {
      let emitting = lifetimes.make { subject.onNext(2) }
      bindable.observe(on: owner, replay: false) { _ in emitting.touch() }
    }
    let subscription = subject.subscribe(onNext: { element in
      if element == 1 { bindings.add(subject.bind(bothWays: bindable)) }
    })
    owner = nil
    subject.onNext(1)
    #expect(notified.elements == [1, 2])
    withExtendedLifetime((token, subscription, bindings)) {}
  }

  @Test(
    "an element that another thread emits during the binding is not overwritten by an older one",
    arguments: [false, true])
  func emittedMeanwhile(makesBindable: Bool) throws {
    for round in 0..<1_000 {
      let subject = BehaviorSubject(value: 0)
      let bindable = Guarded<Bindable<Int>?>(nil)
      let start = Barrier(of: 2)
      onThreads(2) { thread in
        start.wait()
        if thread == 0 {
          for element in 1...(1 + round % 4) { subject.onNext(element) }
        } else {
          let made = makesBindable ? try? subject.asTwoWayBindable() : Bindable(-1)
          if !makesBindable, let made { _ = subject.bind(bothWays: made) }
          bindable.withLock { $0 = made }
        }
      }
      #expect(try subject.value() == 1 + round % 4)
      #expect(bindable.withLock { $0?.value } == 1 + round % 4)
    }
  }

  @Test("a Bindable set by another thread during the binding equals the subject in the end")
  func setMeanwhile() throws {
    for _ in 0..<1_000 {
      let (subject, bindable) = (BehaviorSubject(value: 0), Bindable(-1))
      let start = Barrier(of: 2)
      onThreads(2) { thread in
        start.wait()
        if thread == 0 { bindable.value = 5 } else { _ = subject.bind(bothWays: bindable) }
      }
      #expect(try subject.value() == bindable.value)
    }
  }
}

/// Bindables, subjects and controls bound in a ring. A ring that does not settle cancels its bindings, so that the
/// test fails instead of hanging.
private final class Ring: Sendable {
  /// Closures that each set one member of the ring.
  let sets: [@Sendable (Int) -> Void]

  private let reads: [@Sendable () -> Int?]
  private let logs: [Recording<Int>]
  private let observers: [any Disposable]
  private let bindings: Guarded<[any Disposable]>
  private let queues: [DispatchQueue]
  private let isEndless: Guarded<Bool>

  init(_ kind: BindingRingTests.Kind, isQueued: Bool) {
    let queues = (0..<3).map { DispatchQueue(label: "bindable \($0)") }
    let bindables = queues.map { isQueued ? Bindable(0, queue: $0) : Bindable(0) }
    let (a, b, c) = (bindables[0], bindables[1], bindables[2])
    let (s, t, p) = (BehaviorSubject(value: 0), BehaviorSubject(value: 0), PublishSubject<Int>())
    let bound: [any Disposable]
    var (used, subjects) = ([a], [BehaviorSubject<Int>]())
    var more: [@Sendable (Int) -> Void] = []
    switch kind {
    case .bothWaysTwice:
      (bound, subjects) = ([a.bind(bothWays: s), a.bind(bothWays: s)], [s])
    case .bothWaysFromEachSide:
      (bound, subjects) = ([a.bind(bothWays: s), s.bind(bothWays: a)], [s])
    case .oneWayForthAndBack:
      (bound, subjects) = ([a.bind(to: s), s.bind(to: a)], [s])
    case .observables:
      (bound, used) = ([a.asObservable().bind(to: b), b.asObservable().bind(to: a)], [a, b])
    case .mappedObservable:
      (bound, used) = ([a.map { $0 }.asObservable().bind(to: b), b.bind(to: a)], [a, b])
    case .mappedToSubject:
      (bound, subjects) = ([a.map { $0 }.bind(to: s), s.bind(to: a)], [s])
    case .asPublishSubject:
      let emitting = a.asPublishSubject()
      (bound, used) = ([emitting.bind(to: b), b.bind(to: a), emitting.bind(to: a)], [a, b])
      more = [{ emitting.onNext($0) }]
    case .asPublishRelay:
      let emitting = a.asPublishRelay()
      (bound, used) = ([emitting.bind(to: b), b.bind(to: a)], [a, b])
      more = [{ emitting.accept($0) }]
    case .behaviorSubjectBetween:
      (bound, used, subjects) = ([a.bind(to: s), s.bind(to: b), b.bind(to: a)], [a, b], [s])
    case .publishSubjectBetween:
      (bound, used) = ([a.bind(to: p), p.bind(to: b), b.bind(to: a)], [a, b])
      more = [{ p.onNext($0) }]
    case .bothWaysAndOneWay:
      (bound, used, subjects) = (
        [a.bind(bothWays: s), s.bind(bothWays: b), b.bind(bothWays: a), s.bind(to: a)], [a, b], [s]
      )
    case .asBehaviorSubject:
      let (one, two) = (a.asBehaviorSubject(), a.asBehaviorSubject())
      (bound, used, subjects) = ([one.bind(to: b), b.bind(bothWays: two)], [a, b], [one, two])
    case .asBehaviorSubjectBack:
      let one = a.asBehaviorSubject()
      (bound, subjects) = ([one.bind(to: a), a.bind(to: one), a.bind(bothWays: one)], [one])
    case .asTwoWayBindable:
      let made = [try? s.asTwoWayBindable(), try? s.asTwoWayBindable()].compactMap { $0 }
      (bound, used, subjects) = (
        [made[0].bind(bothWays: made[1]), made[1].bind(to: a), a.bind(to: s)], made + [a], [s]
      )
    case .asTwoWayBindableOfPublishSubject:
      let made = p.asTwoWayBindable(initial: 0)
      (bound, used) = ([made.bind(to: p), p.bind(to: a), a.bind(bothWays: made)], [made, a])
      more = [{ p.onNext($0) }]
    case .asBindableBack:
      let made = [try? s.asBindable(onError: .replace(with: 0))].compactMap { $0 }
      (bound, used, subjects) = ([made[0].bind(to: s), made[0].bind(bothWays: a), a.bind(to: s)], made + [a], [s])
    case .subjectsBothWaysInARing:
      bound = [a.bind(bothWays: s), s.bind(bothWays: b), b.bind(bothWays: t), t.bind(bothWays: c), c.bind(bothWays: a)]
      (used, subjects) = ([a, b, c], [s, t])
    case .control, .controlThatEchoes, .twoBindablesOfOneControl:
      // A control emits the user's changes. An echoing control also emits what the program sets.
      let (shown, typed) = (BehaviorSubject(value: 0), PublishSubject<Int>())
      let field =
        kind == .controlThatEchoes
        ? ControlProperty(values: shown, valueSink: shown)
        : ControlProperty(
          values: Observable.deferred { typed.startWith((try? shown.value()) ?? 0) }, valueSink: shown)
      more = [
        { value in
          DispatchQueue.main.sync {
            shown.onNext(value)
            typed.onNext(value)
          }
        }
      ]
      subjects = [shown]
      if kind == .twoBindablesOfOneControl {
        (bound, used) = ([a.bind(bothWays: field), field.bind(bothWays: b), b.bind(bothWays: a)], [a, b])
      } else if kind == .control {
        (bound, used) = ([a.bind(bothWays: field), field.bind(bothWays: a), a.bind(bothWays: b)], [a, b])
      } else {
        bound = [a.bind(bothWays: field)]
      }
    }
    // Controls must be used on the main queue.
    let isControl = kind.hasControl
    let (isEndless, bindings) = (Guarded(false), Guarded(bound))
    let logs = (0..<(used.count + subjects.count)).map { _ in Recording<Int>() }
    let count: @Sendable (Recording<Int>, Int) -> Void = { log, value in
      guard log.add(value) > 1_000 else { return }
      isEndless.withLock { $0 = true }
      for binding in bindings.withLock({ $0 }) { binding.dispose() }
    }
    observers =
      zip(used, logs).map { bindable, log in bindable.observe(replay: false) { count(log, $0) } }
      + zip(subjects, logs.dropFirst(used.count)).map { subject, log in
        subject.skip(1).subscribe(onNext: { count(log, $0) })
      }
    let setsOfSubjects = subjects.map { subject -> @Sendable (Int) -> Void in { subject.onNext($0) } }
    sets = used.map { bindable in { bindable.value = $0 } } + (isControl ? [] : setsOfSubjects) + more
    reads =
      used.map { bindable -> @Sendable () -> Int? in { bindable.value } }
      + subjects.map { subject -> @Sendable () -> Int? in { try? subject.value() } }
    (self.logs, self.bindings, self.isEndless, self.queues) = (
      logs, bindings, isEndless, (isQueued ? queues : []) + (isControl ? [.main] : [])
    )
  }

  var values: [Int?] { reads.map { $0() } }
  var counts: [Int] { logs.map(\.count) }

  func settle() {
    for _ in 0..<12 {
      for queue in queues { for _ in 0..<3 { queue.settle() } }
    }
  }

  func expectQuiet(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(!isEndless.withLock { $0 }, "the bindings did not settle", sourceLocation: sourceLocation)
    let before = counts
    settle()
    #expect(counts == before, sourceLocation: sourceLocation)
    for binding in bindings.withLock({ $0 }) { binding.dispose() }
  }
}
