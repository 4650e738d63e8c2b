import BindableKit
import Dispatch
import RxBindable
import RxCore
import TestSupport
import Testing

@Suite("the bridge: X1 to X5", .dedicatedThreads)
struct BridgeTests {
  @Test("X1: the sequence replays the current value, emits each later one, and completes with the Bindable")
  func asObservable() {
    var bindable: Bindable<Int>? = Bindable(1)
    let log = Recording<String>()
    let observable = bindable?.asObservable()
    let subscription = observable?.subscribe { log.add($0.debugDescription) }
    bindable?.value = 2
    weak let gone = bindable
    bindable = nil
    #expect(gone == nil)
    #expect(log.elements == ["next(1)", "next(2)", "completed"])
    _ = observable?.subscribe { log.add("late \($0.debugDescription)") }
    #expect(log.elements.last == "late completed")
    subscription?.dispose()
  }

  @Test("X1: disposal unregisters and frees the observer")
  func disposal() {
    let bindable = Bindable(1)
    let log = Recording<Int>()
    weak var gone: Recording<Int>?
    do {
      let inner = Recording<Int>()
      gone = inner
      bindable.asObservable().subscribe(onNext: {
        log.add($0)
        inner.add($0)
      }).dispose()
    }
    bindable.value = 2
    #expect(log.elements == [1])
    #expect(gone == nil)
  }

  @Test("X2: a PublishSubject receives changes only, and completes with the Bindable")
  func publishSubject() {
    var bindable: Bindable<Int>? = Bindable(1)
    let log = Recording<String>()
    let subject = bindable?.asPublishSubject()
    _ = subject?.subscribe { log.add($0.debugDescription) }
    bindable?.value = 2
    subject?.onNext(7)
    #expect(bindable?.value == 2)
    bindable = nil
    #expect(log.elements == ["next(2)", "next(7)", "completed"])
  }

  @Test("X2: a BehaviorSubject holds the value, and elements emitted into it set the Bindable, without echo")
  func behaviorSubject() throws {
    let bindable = Bindable(1)
    let subject = bindable.asBehaviorSubject()
    let (sets, sends) = (Recording<Int>(), Recording<Int>())
    let token = bindable.observe { sets.add($0) }
    _ = subject.subscribe(onNext: { sends.add($0) })
    bindable.value = 2
    subject.onNext(3)
    #expect(try subject.value() == 3)
    #expect(bindable.value == 3)
    #expect(sets.elements == [1, 2, 3])
    #expect(sends.elements == [1, 2, 3])
    token.cancel()
  }

  @Test("X2: a subscriber to the BehaviorSubject of a Bindable with a queue receives the current value once")
  func behaviorSubjectOfQueue() {
    let queue = DispatchQueue(label: "bindable")
    let bindable = Bindable(0, queue: queue)
    queue.suspend()
    let (subject, relay) = (bindable.asBehaviorSubject(), bindable.asBehaviorRelay())
    let logs = [Recording<Int>(), Recording<Int>()]
    let subscriptions = [
      subject.subscribe(onNext: { logs[0].add($0) }), relay.subscribe(onNext: { logs[1].add($0) }),
    ]
    bindable.value = 1
    queue.resume()
    queue.settle()
    #expect(logs.map(\.elements) == [[0, 1], [0, 1]])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("X2: a BehaviorSubject emits values that were pending when the Bindable was deallocated, and then completes")
  func behaviorSubjectAtTheEnd() {
    let (queue, log) = (DispatchQueue(label: "bindable"), Recording<String>())
    var bindable: Bindable<Int>? = Bindable(0, queue: queue)
    let subject = bindable?.asBehaviorSubject()
    let subscription = subject?.subscribe { log.add($0.debugDescription) }
    queue.suspend()
    bindable?.value = 1
    bindable = nil
    queue.resume()
    queue.settle()
    #expect(log.elements == ["next(0)", "next(1)", "completed"])
    subscription?.dispose()
  }

  @Test("X2: neither retains the other")
  func lifetimes() {
    var bindable: Bindable<Int>? = Bindable(1)
    var subject: BehaviorSubject<Int>? = bindable?.asBehaviorSubject()
    weak let goneSubject = subject
    weak let goneBindable = bindable
    subject = nil
    #expect(goneSubject == nil)
    bindable?.value = 2
    bindable = nil
    #expect(goneBindable == nil)
  }

  @Test("X3: a Bindable created from a sequence follows it, owns the subscription, and disposes it when deallocated")
  func asBindable() {
    let subject = PublishSubject<Int>()
    var bindable: Bindable<Int>? = subject.asBindable(initial: 0, onError: .replace(with: -1))
    subject.onNext(1)
    #expect(bindable?.value == 1)
    bindable = nil
    #expect(!subject.hasObservers)
  }

  @Test("a Bindable created from a sequence has the given queue, or delivers on the emitting thread")
  func asBindableOnQueue() throws {
    let (own, none) = (DispatchQueue(label: "own"), DispatchQueue?.none)
    for queue in [own, none] {
      let log = Recording<Int>()
      let (subject, relay) = (BehaviorSubject(value: 0), BehaviorRelay(value: 0))
      let made = [
        subject.asObservable().asBindable(initial: 0, queue: queue, onError: .replace(with: -1)),
        subject.asInfallible(onErrorJustReturn: -1).asBindable(initial: 0, queue: queue),
        try subject.asBindable(queue: queue, onError: .replace(with: -1)),
        relay.asBindable(queue: queue),
      ]
      let tokens = made.map { $0.observe(replay: false) { log.add($0) } }
      queue?.settle()
      queue?.suspend()
      for element in 1...3 {
        subject.onNext(element)
        relay.accept(element)
      }
      #expect(log.elements == (queue == nil ? [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3] : []))
      queue?.resume()
      queue?.settle()
      if queue != nil { #expect(log.elements == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]) }
      withExtendedLifetime((made, tokens)) {}
    }
  }

  @Test("X3: the caller chooses what an error does; completion keeps the last value")
  func fates() {
    let (replaced, handled, completed) = (PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>())
    let log = Recording<String>()
    let first = replaced.asBindable(initial: 0, onError: .replace(with: -1))
    let second = handled.asBindable(initial: 0, onError: .handle { log.add("\($0)") })
    let third = completed.asBindable(initial: 0, onError: .replace(with: -1))
    for subject in [replaced, handled, completed] { subject.onNext(5) }
    replaced.onError(TestError.one)
    handled.onError(TestError.one)
    completed.onCompleted()
    #expect([first.value, second.value, third.value] == [-1, 5, 5])
    #expect(log.elements == ["one"])
  }

  @Test("X4: subjects become Bindables one way and both ways")
  func subjects() throws {
    let behavior = BehaviorSubject(value: 1)
    let one = try behavior.asBindable(onError: .replace(with: 0))
    let both = try behavior.asTwoWayBindable()
    one.value = 9
    #expect(try behavior.value() == 1)
    both.value = 2
    #expect(try behavior.value() == 2)
    #expect(one.value == 2)
    let publish = PublishSubject<Int>()
    let recording = publish.record()
    let two = publish.asTwoWayBindable(initial: 0)
    two.value = 1
    publish.onNext(2)
    #expect(two.value == 2)
    #expect(recording.elements == [1, 2])
    behavior.onError(TestError.one)
    #expect(throws: TestError.self) { try behavior.asTwoWayBindable() }
  }

  @Test("X5: binding one way sets the target until it is disposed")
  func oneWay() {
    let (source, target, log) = (PublishSubject<Int>(), Bindable(0), Recording<Int>())
    let into = source.bind(to: target)
    let out = target.bind(to: AnyObserver<Int> { event in _ = event.element.map(log.add) })
    source.onNext(1)
    into.dispose()
    source.onNext(2)
    out.dispose()
    target.value = 3
    #expect(log.elements == [0, 1])
  }

  @Test("X5: with a two-way binding the side named first determines the initial value, and nothing is echoed")
  func bothWays() throws {
    let (bindable, subject) = (Bindable(1), BehaviorSubject(value: 2))
    let link = bindable.bind(bothWays: subject)
    #expect(try subject.value() == 1)
    link.dispose()
    subject.onNext(5)
    #expect(bindable.value == 1)
    let back = subject.bind(bothWays: bindable)
    #expect(bindable.value == 5)
    back.dispose()
  }
}

@Suite("the bridge: X6", .dedicatedThreads)
struct BridgeAgreementTests {
  @Test(
    "on one thread, both sides deliver the same for any script of changes, events, subscriptions and disposals",
    arguments: 0..<300)
  func scripts(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    let (bindable, plain) = (Bindable(0), BehaviorSubject(value: 0))
    let bridged = bindable.asBehaviorSubject()
    var live: [(expected: Recording<Int>, actual: [Recording<Int>], disposables: [any Disposable])] = []
    var ended: [(expected: Recording<Int>, actual: [Recording<Int>])] = []
    for number in 1...60 {
      switch random(5) {
      case 0:
        bindable.value = number
        plain.onNext(number)
      case 1:
        bridged.onNext(number)
        plain.onNext(number)
      case 2, 3:
        let logs = (0..<3).map { _ in Recording<Int>() }
        live.append(
          (
            logs[0], [logs[1], logs[2]],
            [
              plain.subscribe(onNext: { logs[0].add($0) }),
              bindable.asObservable().subscribe(onNext: { logs[1].add($0) }),
              bridged.subscribe(onNext: { logs[2].add($0) }),
            ]
          ))
      default:
        guard !live.isEmpty else { continue }
        let one = live.remove(at: random(live.count))
        for disposable in one.disposables { disposable.dispose() }
        ended.append((one.expected, one.actual))
      }
    }
    for one in live { ended.append((one.expected, one.actual)) }
    for (expected, actual) in ended {
      for log in actual { #expect(log.elements == expected.elements) }
    }
  }

  @Test("on many threads no side loses its own values, nothing is doubled, and both end equal", arguments: 0..<30)
  func threads(round: Int) throws {
    let bindable = Bindable(0)
    let subject = bindable.asBehaviorSubject()
    let log = Recording<Int>()
    let token = bindable.observe(replay: false) { log.add($0) }
    let group = DispatchGroup()
    for thread in 0..<4 {
      DispatchQueue(label: "sender \(thread)").async(group: group) {
        for index in 1...50 {
          let value = thread * 1000 + index
          if thread % 2 == 0 { bindable.value = value } else { subject.onNext(value) }
        }
      }
    }
    #expect(group.wait(timeout: .now() + limit) == .success)
    #expect(try subject.value() == bindable.value)
    for thread in [0, 2] {
      let own = log.elements.filter { $0 / 1000 == thread && $0 % 1000 > 0 }
      #expect(own == (1...50).map { thread * 1000 + $0 })
    }
    // A subject's element is not delivered if a newer value has overtaken it.
    #expect(Set(log.elements).count == log.count)
    token.cancel()
  }

  @Test("a subject or relay that follows a Bindable sets what it is bound to, also after that was set directly")
  func publishesToBound() {
    let source = Bindable(0)
    let (one, two) = (Bindable(0), Bindable(0))
    let (subject, relay) = (source.asPublishSubject(), source.asPublishRelay())
    let bindings = [subject.bind(to: one), relay.bind(to: two)]
    source.value = 1
    #expect((one.value, two.value) == (1, 1))
    (one.value, two.value) = (9, 9)
    source.value = 2
    #expect((one.value, two.value) == (2, 2))
    for binding in bindings { binding.dispose() }
  }

  @Test("a change that was pending when a PublishSubject was bound reaches what the subject is bound to")
  func publishesPendingToBound() {
    let queue = DispatchQueue(label: "source")
    let (leading, source, target) = (Bindable(0), Bindable(0, queue: queue), Bindable(0))
    let leads = leading.bind(to: source)
    let subject = source.asPublishSubject()
    queue.settle()
    queue.suspend()
    source.value = 1
    let binding = subject.bind(to: target)
    queue.resume()
    queue.settle()
    #expect(target.value == 1)
    withExtendedLifetime((leads, binding)) {}
  }

  @Test("a change that was pending when a PublishSubject was bound both ways reaches the Bindable")
  func publishesPendingToTwoWay() {
    let queue = DispatchQueue(label: "source")
    let (source, subject) = (Bindable(0, queue: queue), PublishSubject<Int>())
    let feeds = source.bind(to: subject)
    queue.settle()
    queue.suspend()
    source.value = 1
    let bindable = subject.asTwoWayBindable(initial: -1)
    let (emitted, received) = (Recording<Int>(), Recording<Int>())
    let subscription = subject.subscribe(onNext: { emitted.add($0) })
    let token = bindable.observe { received.add($0) }
    source.value = 2
    queue.resume()
    queue.settle()
    bindable.value = 3
    #expect(emitted.elements == [1, 2, 3])
    #expect(received.elements == [-1, 1, 2, 3])
    subscription.dispose()
    withExtendedLifetime((feeds, token)) {}
  }
}
