import RxCore
import TestSupport
import Testing

@Suite("Maybe")
struct MaybeTests {
  private func log<Element>(_ maybe: Maybe<Element>) -> Recording<String> {
    let log = Recording<String>()
    _ = maybe.subscribe(
      onSuccess: { log.add("success \($0)") }, onError: { log.add("error \($0)") },
      onCompleted: { log.add("completed") }, onDisposed: { log.add("disposed") })
    return log
  }

  @Test("a subscriber receives one outcome, then the disposal: completion after an element is not an outcome")
  func outcomes() {
    #expect(log(Maybe.just(1)).elements == ["success 1", "disposed"])
    #expect(log(Maybe<Int>.empty()).elements == ["completed", "disposed"])
    #expect(log(Maybe<Int>.error(TestError.one)).elements == ["error one", "disposed"])
    #expect(log(Maybe<Int>.never()).elements == [])
  }

  @Test("a closure that takes the event receives one event")
  func event() {
    let log = Recording<String>()
    for maybe in [Maybe.just(1), .empty(), .error(TestError.one)] { _ = maybe.subscribe { log.add("\($0)") } }
    #expect(log.elements == ["success(1)", "completed", "error(TestSupport.TestError.one)"])
  }

  @Test("asObservable emits the element, if there is one, and completes")
  func becomesObservable() {
    #expect(Maybe.just(1).record().elements == [1])
    #expect(Maybe.just(1).record().terminals == ["completed"])
    #expect(Maybe<Int>.empty().record().terminals == ["completed"])
  }

  @Test(
    "create emits the first outcome, frees the returned disposable, and drops later outcomes",
    arguments: [MaybeEvent.success(1), .error(TestError.one), .completed])
  func creates(_ outcome: MaybeEvent<Int>) {
    let log = Recording<String>()
    let emit = Guarded<(@Sendable (MaybeEvent<Int>) -> Void)?>(nil)
    let maybe = Maybe<Int>.create { observer in
      emit.withLock { $0 = observer }
      return Disposables.create(with: { log.add("freed") })
    }
    _ = maybe.subscribe { log.add("\($0)") }
    let observer = emit.withLock { $0 }
    for event in [outcome, .success(2), .completed, .error(TestError.two)] { observer?(event) }
    #expect(log.elements == ["\(outcome)", "freed"])
  }

  @Test(
    "create drops an outcome that follows inside the first one",
    arguments: [MaybeEvent.success(2), .error(TestError.one), .completed])
  func createsOnce(_ second: MaybeEvent<Int>) {
    let answer = Guarded<(@Sendable (MaybeEvent<Int>) -> Void)?>(nil)
    let maybe = Maybe<Int>.create { observer in
      answer.withLock { $0 = observer }
      return Disposables.create()
    }
    let recording = maybe.map { element in
      if element == 1 { answer.withLock { $0 }?(second) }
      return element
    }.record()
    answer.withLock { $0 }?(.success(1))
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
  }

  @Test("disposal before the outcome calls onDisposed once, and drops the outcome")
  func disposes() {
    let probe = SourceProbe<Int>()
    let log = Recording<String>()
    let subscription = probe.observable.asMaybe().subscribe(
      onSuccess: { _ in log.add("success") }, onCompleted: { log.add("completed") }, onDisposed: { log.add("disposed") }
    )
    subscription.dispose()
    subscription.dispose()
    probe.send(1)
    probe.complete()
    #expect(log.elements == ["disposed"])
    #expect(probe.disposals == 1)
  }

  @Test("do calls its closures around each event, including the completion after an element")
  func doesAll() {
    for (maybe, events) in [
      (Maybe.just(1), ["onNext 1", "success(1)", "afterNext 1", "onCompleted", "afterCompleted"]),
      (.empty(), ["onCompleted", "completed", "afterCompleted"]),
      (.error(TestError.one), ["onError one", "error(TestSupport.TestError.one)", "afterError one"]),
    ] {
      let log = Recording<String>()
      let done = maybe.do(
        onNext: { log.add("onNext \($0)") }, afterNext: { log.add("afterNext \($0)") },
        onError: { log.add("onError \($0)") }, afterError: { log.add("afterError \($0)") },
        onCompleted: { log.add("onCompleted") }, afterCompleted: { log.add("afterCompleted") },
        onSubscribe: { log.add("onSubscribe") }, onSubscribed: { log.add("onSubscribed") },
        onDispose: { log.add("onDispose") })
      _ = done.subscribe { log.add("\($0)") }
      #expect(log.elements == ["onSubscribe"] + events + ["onSubscribed", "onDispose"])
    }
  }

  @Test("filter, map, compactMap and flatMap transform the element; an error they throw is the outcome")
  func transforms() {
    #expect(log(Maybe.just(1).filter { $0 > 0 }).elements == ["success 1", "disposed"])
    #expect(log(Maybe.just(1).filter { $0 > 1 }).elements == ["completed", "disposed"])
    #expect(log(Maybe.just(1).map { $0 + 1 }).elements == ["success 2", "disposed"])
    #expect(log(Maybe.just(1).map { _ -> Int in throw TestError.one }).elements == ["error one", "disposed"])
    #expect(log(Maybe.just("1").compactMap { Int($0) }).elements == ["success 1", "disposed"])
    #expect(log(Maybe.just("a").compactMap { Int($0) }).elements == ["completed", "disposed"])
    #expect(log(Maybe.just(1).flatMap { .just("\($0)!") }).elements == ["success 1!", "disposed"])
    #expect(log(Maybe.just(1).flatMap { _ in Maybe<Int>.empty() }).elements == ["completed", "disposed"])
    #expect(log(Maybe<Int>.empty().flatMap { .just($0) }).elements == ["completed", "disposed"])
  }

  @Test("catch and catchAndReturn continue after an error, and retry subscribes again")
  func repairs() {
    let failing = Maybe<Int>.error(TestError.one)
    #expect(log(failing.catch { _ in .empty() }).elements == ["completed", "disposed"])
    #expect(log(failing.catch { _ in throw TestError.two }).elements == ["error two", "disposed"])
    #expect(log(failing.catchAndReturn(7)).elements == ["success 7", "disposed"])
    let attempts = Recording<Int>()
    let secondTime = Maybe<Int>.deferred { attempts.add(0) == 2 ? .just(2) : .error(TestError.one) }
    #expect(log(secondTime.retry()).elements == ["success 2", "disposed"])
    #expect(log(failing.retry(2)).elements == ["error one", "disposed"])
  }
}

@Suite("Maybe.subscribe(with:)")
struct MaybeSubscribeWithTests {
  private func log(_ maybe: Maybe<Int>, into object: Recording<String>) -> any Disposable {
    maybe.subscribe(
      with: object, onSuccess: { $0.add("success \($1)") }, onError: { $0.add("error \($1)") },
      onCompleted: { $0.add("completed") }, onDisposed: { $0.add("disposed") })
  }

  @Test("passes the object to the closure of the outcome, and then to onDisposed")
  func outcomes() {
    let object = Recording<String>()
    for maybe in [Maybe.just(1), .empty(), .error(TestError.one)] { _ = log(maybe, into: object) }
    #expect(object.elements == ["success 1", "disposed", "completed", "disposed", "error one", "disposed"])
  }

  @Test("disposal before the outcome calls onDisposed once, and drops the outcome")
  func disposes() {
    let (probe, object) = (SourceProbe<Int>(), Recording<String>())
    let subscription = log(probe.observable.asMaybe(), into: object)
    subscription.dispose()
    subscription.dispose()
    probe.send(1)
    probe.complete()
    #expect(object.elements == ["disposed"])
    #expect(probe.disposals == 1)
  }

  @Test("the object is held weakly, and nothing is called after it is deallocated")
  func deallocated() {
    let probe = SourceProbe<Int>()
    let lifetimes = Lifetimes()
    let calls = Recording<String>()
    var object: Tracked? = lifetimes.make()
    var subscription: (any Disposable)?
    if let object {
      subscription = probe.observable.asMaybe().subscribe(
        with: object, onSuccess: { _, _ in calls.add("success") }, onCompleted: { _ in calls.add("completed") },
        onDisposed: { _ in calls.add("disposed") })
    }
    object = nil
    #expect(lifetimes.alive == 0)
    probe.send(1)
    probe.complete()
    subscription?.dispose()
    #expect(calls.elements == [])
  }

  @Test("the closures are released at the end, even if the subscription is kept")
  func releases() {
    let (lifetimes, object) = (Lifetimes(), Recording<String>())
    let subscription: any Disposable
    do {
      let token = lifetimes.make()
      subscription = Maybe.just(1).subscribe(
        with: object, onSuccess: { _, _ in token.touch() }, onDisposed: { _ in token.touch() })
    }
    #expect(lifetimes.alive == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test("each closure runs on its own actor, and the disposal follows the outcome", arguments: 0..<50)
  func actors(round: Int) async {
    let (steps, continuation) = AsyncStream<String>.makeStream()
    let journal = ActorJournal(continuation)
    let maybe = Maybe<Int>.create { observer in
      startThread { observer(round % 2 == 0 ? .success(1) : .completed) }
      return Disposables.create()
    }
    let subscription = maybe.subscribe(
      with: journal, onSuccess: { @MainActor in $0.onMain("success \($1)") },
      onCompleted: { @OtherActor in $0.onOther("completed") }, onDisposed: { @OtherActor in $0.onOther("disposed") })
    var written: [String] = []
    for await step in steps {
      written.append(step)
      if step.hasPrefix("disposed") { break }
    }
    #expect(written == [round % 2 == 0 ? "success 1 on main" : "completed elsewhere", "disposed elsewhere"])
    subscription.dispose()
  }
}

@globalActor private actor OtherActor {
  static let shared = OtherActor()
}

private final class ActorJournal: Sendable {
  private let steps: AsyncStream<String>.Continuation

  init(_ steps: AsyncStream<String>.Continuation) {
    self.steps = steps
  }

  @MainActor func onMain(_ step: String) { steps.yield("\(step) on main") }

  @OtherActor func onOther(_ step: String) { steps.yield("\(step) elsewhere") }
}
