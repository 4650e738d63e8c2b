import BindableKit
import Dispatch
import RxBindable
import TestSupport
import Testing

@testable import RxCore

/// B17: what is delivered on one serial queue keeps the order in which it was set or emitted, whatever it comes from.
@Suite("the order on one queue", .dedicatedThreads)
struct QueueOrderTests {
  enum Kind: String, CaseIterable {
    case observer, latestObserver, bindable, observeOn, schedule, driver, binder, derived, combination, binding, control

    var isOnMain: Bool { self == .driver || self == .control }
  }

  enum Place: String, CaseIterable { case named, targeting, main }

  /// A queue, its scheduler, and what has arrived there.
  final class Arrivals: Sendable {
    let queue: DispatchQueue
    let scheduler: SerialDispatchQueueScheduler
    let log = Recording<String>()

    init(_ place: Place) {
      queue =
        switch place {
        case .named: DispatchQueue(label: "order")
        case .targeting: DispatchQueue(label: "order", target: DispatchQueue(label: "target"))
        case .main: .main
        }
      scheduler =
        place == .main
        ? MainScheduler.instance : SerialDispatchQueueScheduler(serialQueue: queue)
    }

    func receive(_ name: String) -> @Sendable (Int) -> Void {
      { [log] number in if number > 0 { log.add("\(name)\(number)") } }
    }

    /// Runs `body` on another thread, and waits until what it caused has arrived. Meanwhile the queue is kept busy if
    /// `isBusy`.
    func after(isBusy: Bool, _ body: @escaping @Sendable () -> Void) async -> [String] {
      let gate = DispatchSemaphore(value: isBusy ? 0 : 1)
      queue.async { gate.wait() }
      await withCheckedContinuation { continuation in
        startThread {
          body()
          gate.signal()
          continuation.resume()
        }
      }
      // Twice, because a delivery may send something on.
      for _ in 0..<2 { await queueRound(queue) }
      return log.elements
    }
  }

  /// Something that delivers on the queue: the result sends a number to it.
  private func sender(
    _ kind: Kind, named name: String, on arrivals: Arrivals, keep: inout [Any],
    react: @escaping @Sendable () -> Void = {}
  ) -> @Sendable (Int) -> Void {
    let queue = arrivals.queue
    let receive: @Sendable (Int) -> Void = { [receive = arrivals.receive(name)] number in
      receive(number)
      if number > 0 { react() }
    }
    switch kind {
    case .observer, .latestObserver:
      let value = Bindable(0)
      let policy = kind == .observer ? DeliveryPolicy.every : .latest
      keep.append(value.observe(replay: false, queue: queue, policy: policy, receive))
      return { value.value = $0 }
    case .bindable:
      let value = Bindable(0, queue: queue)
      keep.append(value.observe(replay: false, queue: nil, receive))
      return { value.value = $0 }
    case .observeOn:
      let subject = PublishSubject<Int>()
      keep.append(subject.observe(on: arrivals.scheduler).subscribe(onNext: receive))
      return { subject.onNext($0) }
    case .schedule:
      let scheduler = arrivals.scheduler
      return { number in
        _ = scheduler.schedule(number) {
          receive($0)
          return Disposables.create()
        }
      }
    case .driver:
      let relay = BehaviorRelay(value: 0)
      keep.append(relay.asDriver().drive(onNext: receive))
      return { relay.accept($0) }
    case .binder:
      let binder = Binder(arrivals, scheduler: arrivals.scheduler) { _, number in receive(number) }
      return { binder.onNext($0) }
    case .derived:
      let value = Bindable(0, queue: queue)
      keep.append(value.map { $0 }.observe(replay: false, queue: nil, receive))
      return { value.value = $0 }
    case .combination:
      let (value, other) = (Bindable(0, queue: queue), Bindable(0, queue: queue))
      keep.append(ReadOnlyBindable.combine(value, other) { $0 + $1 }.observe(replay: false, queue: nil, receive))
      return { value.value = $0 }
    case .binding:
      let (value, target) = (Bindable(0), Bindable(0, queue: queue))
      keep += [target, value.bind(to: target)]
      keep.append(target.observe(replay: false, queue: nil, receive))
      return { value.value = $0 }
    case .control:
      let (value, shown) = (Bindable(0), BehaviorSubject(value: 0))
      let control = ControlProperty(values: shown, valueSink: Binder(arrivals) { _, number in receive(number) })
      keep.append(value.bind(bothWays: control))
      return { value.value = $0 }
    }
  }

  @MainActor
  @Test(
    "what two senders deliver on one queue arrives in the order in which it was sent",
    arguments: Kind.allCases, Kind.allCases)
  func pairs(first: Kind, second: Kind) async {
    // `.latest` and a combination deliver only the newest of what waits.
    let mayMerge: Set<Kind> = [.latestObserver, .combination]
    for place in Place.allCases where place == .main || !(first.isOnMain || second.isOnMain) {
      for isBusy in [true, false] {
        let arrivals = Arrivals(place)
        var keep: [Any] = []
        let sendA = sender(first, named: "a", on: arrivals, keep: &keep)
        let sendB = sender(second, named: "b", on: arrivals, keep: &keep)
        _ = await arrivals.after(isBusy: false) {}
        let last = mayMerge.isDisjoint(with: [first, second]) || !isBusy ? 5 : 1
        let seen = await arrivals.after(isBusy: isBusy) {
          for number in 1...last {
            sendA(number)
            sendB(number)
          }
        }
        let sent = (1...last).flatMap { ["a\($0)", "b\($0)"] }
        if isBusy || mayMerge.isDisjoint(with: [first, second]) {
          #expect(seen == sent, "\(place), busy: \(isBusy)")
        } else {
          #expect(seen.filter { $0.hasPrefix("a") }.last == "a5" && seen.filter { $0.hasPrefix("b") }.last == "b5")
        }
        withExtendedLifetime(keep) {}
      }
    }
  }

  @MainActor
  @Test("a derived value and its source keep the order of the sets", arguments: Place.allCases, [true, false])
  func derivedAndSource(place: Place, isBusy: Bool) async {
    let arrivals = Arrivals(place)
    let value = Bindable(0)
    let tokens = [
      value.observe(replay: false, queue: arrivals.queue, arrivals.receive("a")),
      value.map { 10 * $0 }.observe(replay: false, queue: arrivals.queue, arrivals.receive("b")),
    ]
    let seen = await arrivals.after(isBusy: isBusy) { for number in 1...3 { value.value = number } }
    #expect(seen == ["a1", "b10", "a2", "b20", "a3", "b30"])
    withExtendedLifetime(tokens) {}
  }

  @MainActor
  @Test(
    "what a set on the queue delivers, because it waited there, does not belong to the run of the thread that sets",
    arguments: Kind.allCases, Place.allCases)
  func idleTrampoline(kind: Kind, place: Place) async {
    if place != .main, kind.isOnMain { return }
    let arrivals = Arrivals(place)
    let log = Recording<String>()
    let observed = PublishSubject<String>()
    let subscription = observed.subscribe(onNext: { name in
      _ = Observable.of(1, 2).subscribe(onNext: { log.add("\(name)\($0)") })
      log.add("\(name) subscribed")
    })
    var keep: [Any] = []
    let send = sender(kind, named: "a", on: arrivals, keep: &keep) { observed.onNext("a") }
    let (last, here) = (Bindable(0, queue: arrivals.queue), arrivals.queue)
    // Not a closure here, which would belong to the main actor.
    let pass: @Sendable (Int) -> Void = { _ in observed.onNext("last") }
    let token = last.observe(replay: false, queue: nil, pass)
    _ = await arrivals.after(isBusy: false) {}
    log.removeAll()
    let (isBusy, mayContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    await withCheckedContinuation { done in
      startThread {
        here.async {
          isBusy.signal()
          mayContinue.wait()
          _ = CurrentThreadScheduler.instance.schedule(()) { _ in
            last.value = 1
            return Disposables.create()
          }
        }
        isBusy.wait()
        send(1)
        mayContinue.signal()
        done.resume()
      }
    }
    await queueRound(here)
    #expect(log.elements == ["a1", "a2", "a subscribed", "last1", "last2", "last subscribed"])
    withExtendedLifetime((keep, token, subscription)) {}
  }

  @Test("what is delivered inline because nothing waits on the queue belongs to the run of the thread that sets")
  func callersTrampoline() {
    let queue = DispatchQueue(label: "queue")
    let (value, log) = (Bindable(0, queue: queue), Recording<String>())
    let token = value.observe(replay: false, queue: nil) { _ in
      _ = Observable.of(1, 2).subscribe(onNext: { log.add("\($0)") })
      log.add("subscribed")
    }
    queue.sync {
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        value.value = 1
        log.add("set")
        return Disposables.create()
      }
    }
    #expect(log.elements == ["subscribed", "set", "1", "2"])
    withExtendedLifetime(token) {}
  }

  @Test("what several threads send in turn arrives in the order of the turns", arguments: 1...20)
  func severalThreads(seed: Int) async {
    let arrivals = Arrivals(.named)
    var keep: [Any] = []
    let kinds: [Kind] = [.observer, .bindable, .observeOn, .schedule, .derived, .binding]
    let senders = kinds.map { sender($0, named: $0.rawValue, on: arrivals, keep: &keep) }
    _ = await arrivals.after(isBusy: false) {}
    let sent = Guarded<[String]>([])
    let seen = await arrivals.after(isBusy: false) {
      onThreads(3) { thread in
        var random = SplitMix64(seed: seed * 10 + thread)
        for _ in 0..<200 {
          let index = Int.random(in: senders.indices, using: &random)
          // The lock makes the order of the threads known.
          sent.withLock {
            $0.append("\(kinds[index].rawValue)\($0.count + 1)")
            senders[index]($0.count)
          }
        }
      }
    }
    #expect(seen == sent.withLock { $0 })
    withExtendedLifetime(keep) {}
  }

  @Test("senders that take turns, in changing groups, keep their order", arguments: 1...20, [true, false])
  func takingTurns(seed: Int, isBusy: Bool) async {
    let arrivals = Arrivals(.named)
    var keep: [Any] = []
    let kinds: [Kind] = [.observer, .bindable, .observeOn, .schedule, .observer, .derived, .observer]
    let senders = kinds.enumerated().map { sender($1, named: "\($0)-", on: arrivals, keep: &keep) }
    _ = await arrivals.after(isBusy: false) {}
    let sent = Guarded<[String]>([])
    let seen = await arrivals.after(isBusy: isBusy) {
      var random = SplitMix64(seed: seed)
      for _ in 0..<200 {
        let group = Array(senders.indices.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random)))
        for step in 0..<Int.random(in: 1...20, using: &random) {
          let index = group[step % group.count]
          sent.withLock {
            $0.append("\(index)-\($0.count + 1)")
            senders[index]($0.count)
          }
        }
      }
    }
    #expect(seen == sent.withLock { $0 })
    withExtendedLifetime(keep) {}
  }

  @Test("a set on the queue delivers first all that waits there, and then its own value, before it returns")
  func setOnTheQueue() async {
    let arrivals = Arrivals(.named)
    let (one, other) = (Bindable(0, queue: arrivals.queue), Bindable(0, queue: arrivals.queue))
    let tokens = [
      one.observe(replay: false, queue: nil, arrivals.receive("one")),
      other.observe(replay: false, queue: nil, arrivals.receive("other")),
    ]
    let (isOnQueue, mayContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let seen = await arrivals.after(isBusy: false) {
      arrivals.queue.async {
        isOnQueue.signal()
        mayContinue.wait()
        other.value = 1
        arrivals.log.add("returned")
      }
      isOnQueue.wait()
      for number in 1...300 { one.value = number }  // More than a turn delivers.
      mayContinue.signal()
    }
    #expect(seen == (1...300).map { "one\($0)" } + ["other1", "returned"])
    withExtendedLifetime(tokens) {}
  }

  @Test("what a delivery on the queue sets there is delivered inside it")
  func nested() async {
    let arrivals = Arrivals(.named)
    let bindables = (0..<3).map { _ in Bindable(0, queue: arrivals.queue) }
    let tokens = [
      bindables[0].observe(replay: false, queue: nil) { number in
        bindables[1].value = number
        arrivals.log.add("outer\(number)")
      },
      bindables[1].observe(replay: false, queue: nil, arrivals.receive("inner")),
      bindables[2].observe(replay: false, queue: nil, arrivals.receive("third")),
    ]
    let seen = await arrivals.after(isBusy: true) {
      bindables[0].value = 1
      bindables[2].value = 1
    }
    #expect(seen == ["inner1", "outer1", "third1"])
    withExtendedLifetime(tokens) {}
  }

  @Test("an item, its receiver and its closure are released before the next item is delivered")
  func releases() async {
    let arrivals = Arrivals(.named)
    let lifetimes = Lifetimes()
    let value = Bindable<Tracked?>(nil)
    let last = Bindable(0)
    var first: BindableToken? = value.observe(replay: false, queue: arrivals.queue) {
      [held = lifetimes.make()] _ in withExtendedLifetime(held) {}
    }
    let second = last.observe(replay: false, queue: arrivals.queue) { _ in
      arrivals.log.add("\(lifetimes.alive) alive")
    }
    let token = Guarded(first)
    first = nil
    let seen = await arrivals.after(isBusy: true) {
      value.value = lifetimes.make()
      value.value = nil
      last.value = 1
      token.withLock { $0 = nil }  // Ends the first observation, whose items wait.
    }
    #expect(seen == ["0 alive"])
    withExtendedLifetime(second) {}
  }

  @Test("a Bindable that is deallocated on its queue delivers nothing inside the deallocation")
  func deallocation() async {
    let arrivals = Arrivals(.named)
    let value = Bindable(0)
    let token = value.observe(replay: false, queue: arrivals.queue) { _ in arrivals.log.add("value") }
    let model = Guarded<Bindable<Int>?>(Bindable(0, queue: arrivals.queue))
    let ended = model.withLock { $0?.asObservable().subscribe(onCompleted: { arrivals.log.add("ended") }) }
    arrivals.queue.settle()
    await withCheckedContinuation { done in
      arrivals.queue.async {
        onAnotherThread { value.value = 1 }  // Waits on the queue.
        do {
          let last = model.withLock { $0.take() }
          withExtendedLifetime(last) {}
        }
        arrivals.log.add("released")
        done.resume()
      }
    }
    arrivals.queue.settle { arrivals.log.count == 3 }
    #expect(arrivals.log.elements == ["released", "value", "ended"])
    withExtendedLifetime((token, ended)) {}
  }

  @Test("delayed work that falls due runs after all that already waits on the queue")
  func delayedWork() async {
    let arrivals = Arrivals(.named)
    let subject = PublishSubject<Int>()
    let subscription = subject.observe(on: arrivals.scheduler).subscribe(onNext: arrivals.receive("a"))
    let (suspended, due) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    arrivals.queue.async { suspended.wait() }
    for number in 1...1_000 { subject.onNext(number) }  // More than fit into a turn.
    _ = arrivals.scheduler.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
      arrivals.log.add("due")
      due.signal()
      return Disposables.create()
    }
    // The queue runs again once the work is due.
    _ = ConcurrentDispatchQueueScheduler(qos: .default).scheduleRelative((), dueTime: .milliseconds(5)) { _ in
      suspended.signal()
      return Disposables.create()
    }
    await withCheckedContinuation { done in
      startThread {
        _ = due.wait(timeout: .now() + limit)
        done.resume()
      }
    }
    #expect(arrivals.log.elements == (1...1_000).map { "a\($0)" } + ["due"])
    subscription.dispose()
  }

  @Test("a hundred receivers on one queue share its turns: other work runs after 256 items at most")
  func fairness() async {
    let arrivals = Arrivals(.named)
    let value = Bindable(0)
    let tokens = (0..<100).map { _ in
      value.observe(replay: false, queue: arrivals.queue) { _ in arrivals.log.add("item") }
    }
    // Until the end: a turn that reaches its time limit delivers fewer items, so the number of turns is not known.
    @Sendable func otherWork() {
      arrivals.log.add("other")
      if arrivals.log.elements.count(where: { $0 == "item" }) < 5_000 { arrivals.queue.async { otherWork() } }
    }
    _ = await arrivals.after(isBusy: true) {
      for number in 1...50 { value.value = number }
      arrivals.queue.async { otherWork() }
    }
    await value.delivered()
    let seen = arrivals.log.elements
    let runs = seen.split(separator: "other").map(\.count)
    #expect(seen.filter { $0 == "item" }.count == 5_000)
    #expect((runs.max() ?? 0) <= 256, "\(runs)")
    withExtendedLifetime(tokens) {}
  }
}
