import RxCore
import Schedule
import VirtualDispatch

private final class PassingSink: Sink<Int, Int>, @unchecked Sendable {
  override func onNext(_ element: Int) { forwardNext(element) }
}

/// An operator as users write them.
private final class Passing: Producer<Int>, @unchecked Sendable {
  private let source: Observable<Int>

  init(_ source: Observable<Int>) { self.source = source }

  override func run(
    _ observer: ObserverBase<Int>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = PassingSink(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

/// Two threads dispose the same subscription, one of them inside `onNext`: R1 holds for both.
private func bothDispose(
  _ name: String, _ wrap: @escaping @Sendable (any Disposable) -> any Disposable,
  _ chain: @escaping @Sendable (PublishSubject<Int>) -> Observable<Int> = { $0.map { $0 } }
) -> Scenario {
  Scenario("R1", "\(name), disposed inside onNext and by another thread") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let slot = SingleAssignmentDisposable()
    let handle = wrap(
      chain(subject).subscribe(onNext: { element in
        log.receive("\(element)") {
          slot.dispose()
          log.markEnd()
        }
      }))
    slot.setDisposable(handle)
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
    }
    run.thread("B") { handle.dispose() }
    run.finally {
      slot.dispose()
      expect(log.all.count <= 1, "\(log.all)")
      expect(!subject.hasObservers, "The subject has an observer at the end.")
    }
  }
}

let disposalScenarios = [
  bothDispose("a composite in a serial disposable") {
    let serial = SerialDisposable()
    serial.disposable = CompositeDisposable($0, BooleanDisposable())
    return serial
  },
  bothDispose("a composite that contains itself") {
    let composite = CompositeDisposable()
    _ = composite.insert(composite)
    _ = composite.insert($0)
    return composite
  },
  bothDispose("two disposables") { Disposables.create($0, BooleanDisposable()) },
  bothDispose("a reference-counted disposable") { RefCountDisposable(disposable: $0) },
  bothDispose("a retained reference-counted disposable") {
    let count = RefCountDisposable(disposable: $0)
    let other = count.retain()
    count.dispose()
    return other
  },
  bothDispose("an operator that overrides run(_:cancel:)", { $0 }, { Passing(Passing($0)) }),
  bothDispose("share", { $0 }, { $0.share() }),
  bothDispose("share(replay: 1)", { $0 }, { $0.share(replay: 1) }),
  bothDispose("groupBy", { $0 }, { $0.groupBy { _ in 0 }.flatMap { $0 } }),
  bothDispose("flatMapLatest", { $0 }, { subject in subject.flatMapLatest { Observable.just($0) } }),
  bothDispose("catch", { $0 }, { $0.catch { _ in .never() } }),
  bothDispose("retry(when:)", { $0 }, { $0.retry(when: { $0 }) }),
  bothDispose("using", { $0 }, { subject in .using({ BooleanDisposable() }, observableFactory: { _ in subject }) }),
  bothDispose("do", { $0 }, { $0.do(onNext: { _ in }) }),

  Scenario("R4", "take(1) ends while an operator that overrides run(_:cancel:) subscribes to its source") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = SingleAssignmentDisposable()
    run.thread("A") {
      subscription.setDisposable(
        Passing(subject).take(1).subscribe(
          onNext: { log.receive("\($0)") }, onCompleted: { log.receive("done") }))
    }
    run.thread("B") { subject.onNext(1) }
    run.finally {
      expect(log.all.isEmpty || log.all == ["1", "done"], "\(log.all)")
      expect(subject.hasObservers == log.all.isEmpty, "\(log.all), subscribed: \(subject.hasObservers)")
      subscription.dispose()
    }
  },

  Scenario("R1", "a connection with a waiting element is disposed inside onNext and by another thread") { run in
    let saved = SavedObserver()
    let connectable = Observable<Int>.create { observer in
      saved.observer = observer
      return Disposables.create()
    }.publish()
    let log = Log<String>()
    let slot = SingleAssignmentDisposable()
    let subscription = connectable.subscribe(onNext: { element in
      log.receive("\(element)") {
        if element == 1 { saved.observer?.onNext(2) }
        slot.dispose()
        log.markEnd()
      }
    })
    slot.setDisposable(connectable.connect())
    run.thread("A") { saved.observer?.onNext(1) }
    run.thread("B") { slot.dispose() }
    run.finally {
      saved.observer = nil
      subscription.dispose()
      expect(log.all.count <= 1, "\(log.all)")
    }
  },

  Scenario("R1", "a subject with two observers is disposed inside onNext and by another thread") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let subscriptions = (0..<2).map { number in
      subject.subscribe(onNext: { _ in
        log.receive("\(number)") {
          subject.dispose()
          log.markEnd()
        }
      })
    }
    run.thread("A") { subject.onNext(1) }
    run.thread("B") { subject.dispose() }
    run.finally {
      for subscription in subscriptions { subscription.dispose() }
      expect(log.all.count <= 1, "\(log.all)")
    }
  },

  Scenario("R3", "groupBy, whose outer and inner subscriptions are disposed on two threads") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let inner = SerialDisposable()
    let outer = subject.groupBy { _ in 0 }.subscribe(onNext: { group in
      inner.disposable = group.subscribe(onNext: { log.receive("\($0)") })
    })
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
    }
    run.thread("B") { outer.dispose() }
    run.thread("C") { inner.dispose() }
    run.finally { expect(!subject.hasObservers, "The subject has an observer at the end.") }
  },

  Scenario("R3", "retry(when:) is disposed while the trigger emits and the attempt fails") { run in
    let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let attempts = Observable<Int>.create { observer in
      let subscription = source.subscribe(onNext: { $0 == 0 ? observer.onError(RxError.timeout) : observer.onNext($0) })
      return subscription
    }
    let subscription = attempts.retry(when: { errors in errors.flatMap { _ in trigger } })
      .subscribe(onNext: { log.receive("\($0)") })
    run.thread("A") {
      source.onNext(0)
      source.onNext(1)
    }
    run.thread("B") { trigger.onNext(0) }
    run.thread("C") { subscription.dispose() }
    run.finally {
      expect(!source.hasObservers && !trigger.hasObservers, "A subject has an observer at the end.")
    }
  },

  Scenario("R3", "catch, whose second source starts while the subscription is disposed") { run in
    let (source, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let subscription = source.catch { _ in second }.subscribe(onNext: { log.receive("\($0)") })
    run.thread("A") { source.onError(RxError.timeout) }
    run.thread("B") { second.onNext(1) }
    run.thread("C") { subscription.dispose() }
    run.finally { expect(!source.hasObservers && !second.hasObservers, "A subject has an observer at the end.") }
  },

  Scenario("R3", "concat and flatMapLatest, disposed while sources end") { run in
    let (source, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let subscription = Observable.concat(source.take(1), second.flatMapLatest { _ in source })
      .subscribe(onNext: { log.receive("\($0)") })
    run.thread("A") {
      source.onNext(1)
      second.onNext(1)
    }
    run.thread("B") { source.onNext(2) }
    run.thread("C") { subscription.dispose() }
    run.finally { expect(!source.hasObservers && !second.hasObservers, "A subject has an observer at the end.") }
  },

  Scenario("R3", "subscribe(on:) and observe(on:) are disposed while the source is subscribed to") { run in
    let source = PublishSubject<Int>()
    let log = Log<String>()
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "queue")
    let slot = SingleAssignmentDisposable()
    run.thread("A") {
      slot.setDisposable(
        source.subscribe(on: scheduler).observe(on: scheduler).subscribe(onNext: { log.receive("\($0)") }))
    }
    run.thread("B") { slot.dispose() }
    run.thread("C") { source.onNext(1) }
    run.finally { expect(!source.hasObservers, "The subject has an observer at the end.") }
  },

  Scenario("R3", "a custom producer is disposed while its source completes in subscribe") { run in
    let source = BehaviorSubject(value: 0)
    let log = Log<String>()
    let slot = SingleAssignmentDisposable()
    run.thread("A") {
      slot.setDisposable(CustomProducer(CustomProducer(source)).subscribe(onNext: { log.receive("\($0)") }))
    }
    run.thread("B") { slot.dispose() }
    run.thread("C") { source.onCompleted() }
    run.finally { expect(!source.hasObservers, "The subject has an observer at the end.") }
  },

  Scenario("R15", "a shared source restarts while the last member leaves and the source completes") { run in
    let subjects = (0..<3).map { _ in PublishSubject<Int>() }
    let number = Log<Int>("number")
    let shared = Observable<Int>.deferred {
      let next = min(number.all.count, 2)
      number.receive(next)
      return subjects[next]
    }.share(replay: 1)
    let log = Log<String>()
    let first = shared.subscribe(onNext: { _ in })
    let slot = SingleAssignmentDisposable()
    run.thread("A") { first.dispose() }
    run.thread("B") { subjects[0].onCompleted() }
    run.thread("C") {
      slot.setDisposable(
        shared.subscribe(onNext: { log.receive("\($0)") }, onCompleted: { log.receive("completed") }))
    }
    run.finally {
      let ended = log.all == ["completed"]
      expect(ended || subjects.contains { $0.hasObservers }, "The subscriber is stranded. \(log.all)")
      slot.dispose()
      expect(!subjects.contains { $0.hasObservers }, "A source is still in use.")
    }
  },
]

private final class SavedObserver: @unchecked Sendable {
  var observer: AnyObserver<Int>?
}

private final class CustomSink: Sink<Int, Int>, @unchecked Sendable {
  override func onNext(_ element: Int) { forwardNext(element) }
}

private final class CustomProducer: Producer<Int>, @unchecked Sendable {
  let source: Observable<Int>
  init(_ source: Observable<Int>) { self.source = source }
  override func run(
    _ observer: ObserverBase<Int>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = CustomSink(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}
