import RxCore
import Schedule
import VirtualDispatch

/// A source that fails the schedule if it has two subscriptions at the same time.
private final class Source: @unchecked Sendable {
  let subject = PublishSubject<Int>()
  private let log = Log<String>("the source")
  private var living = 0

  var subscriptions: Int { log.all.filter { $0 == "subscribed" }.count }
  var isUsed: Bool { living != 0 }

  var observable: Observable<Int> {
    Observable.create { [self] observer in
      log.receive("subscribed") {
        living += 1
        expect(living == 1, "The source has \(living) subscriptions.")
      }
      let subscription = subject.subscribe(observer)
      return Disposables.create {
        subscription.dispose()
        self.log.receive("disposed") { self.living -= 1 }
      }
    }
  }
}

let operatorScenarios = [
  Scenario("R2", "two sources are merged, and the subscription is disposed") { run in
    let (one, two) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let subscription = subscribe(Observable.merge(one, two), log)
    run.thread("A") { one.onNext(1) }
    run.thread("B") { two.onNext(2) }
    run.thread("C") {
      subscription.dispose()
      log.markEnd()
    }
    run.finally {
      expect(log.countAfterEnd <= 1 && Set(log.all).count == log.all.count, "\(log.all)")
      expect(!one.hasObservers && !two.hasObservers, "A source is still subscribed.")
    }
  },

  Scenario("R2", "three sources are merged, on three threads") { run in
    let sources = (0...2).map { _ in PublishSubject<Int>() }
    let log = Log<String>()
    let subscription = subscribe(Observable.merge(sources.map { $0.asObservable() }), log)
    for number in 0...2 { run.thread(["A", "B", "C"][number]) { sources[number].onNext(number) } }
    run.finally {
      subscription.dispose()
      expect(log.all.sorted() == ["0", "1", "2"], "\(log.all)")
    }
  },

  Scenario("R2", "two sources are merged, and complete") { run in
    let (one, two) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let subscription = subscribe(Observable.merge(one, two), log)
    run.thread("A") {
      one.onNext(1)
      one.onCompleted()
    }
    run.thread("B") {
      two.onNext(2)
      two.onCompleted()
    }
    run.finally {
      withExtendedLifetime(subscription) {}
      expect(log.all.sorted() == ["1", "2", "done"], "\(log.all)")
      expectGrammar(log)
    }
  },

  Scenario("R1", "one of two merged sources fails") { run in
    let (one, two) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let subscription = subscribe(Observable.merge(one, two), log)
    run.thread("A") { one.onError(Failure.expected) }
    run.thread("B") {
      two.onNext(1)
      two.onNext(2)
    }
    run.finally {
      withExtendedLifetime(subscription) {}
      expectGrammar(log)
      expect(log.all.last == "failed" && !two.hasObservers, "\(log.all)")
    }
  },

  Scenario("R2", "combineLatest ends with the final combination") { run in
    let (tens, ones) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let subscription = subscribe(Observable.combineLatest(tens, ones) { $0 * 10 + $1 }, log)
    run.thread("A") {
      tens.onNext(1)
      tens.onNext(2)
      tens.onCompleted()
    }
    run.thread("B") {
      ones.onNext(1)
      ones.onCompleted()
    }
    run.finally {
      withExtendedLifetime(subscription) {}
      expect(log.all == ["21", "done"] || log.all == ["11", "21", "done"], "\(log.all)")
    }
  },

  Scenario("R2", "zip pairs the elements of two threads") { run in
    let (tens, ones) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let subscription = subscribe(Observable.zip(tens, ones) { $0 * 10 + $1 }, log)
    run.thread("A") {
      tens.onNext(1)
      tens.onNext(2)
    }
    run.thread("B") {
      ones.onNext(1)
      ones.onNext(2)
    }
    run.finally {
      subscription.dispose()
      expect(log.all == ["11", "22"], "\(log.all)")
    }
  },

  Scenario("R1", "withLatestFrom, whose second source fails") { run in
    let (first, second) = (PublishSubject<Int>(), BehaviorSubject(value: 0))
    let log = Log<String>()
    let subscription = subscribe(first.withLatestFrom(second) { $0 * 10 + $1 }, log)
    run.thread("A") {
      first.onNext(1)
      first.onNext(2)
    }
    run.thread("B") {
      second.onNext(1)
      second.onError(Failure.expected)
    }
    run.finally {
      withExtendedLifetime(subscription) {}
      expectGrammar(log)
      expect(log.all.last == "failed" && !first.hasObservers, "\(log.all)")
    }
  },

  Scenario("R2", "retry(when:), whose trigger emits and completes while an attempt fails in subscribe") { run in
    let trigger = PublishSubject<Int>()
    let (log, attempts) = (Log<String>(), Log<Int>("the source"))
    let source = Observable<Int>.create { observer in
      attempts.receive(attempts.all.count)
      if attempts.all.count == 1 { observer.onError(Failure.expected) } else { observer.onNext(1) }
      return Disposables.create()
    }
    let slot = SingleAssignmentDisposable()
    run.thread("A") {
      slot.setDisposable(subscribe(source.retry(when: { (_: Observable<any Error>) in trigger }), log))
    }
    run.thread("B") {
      trigger.onNext(0)
      trigger.onCompleted()
    }
    run.finally {
      slot.dispose()
      expect(log.all == ["1"] || log.all == ["done"], "\(log.all)")
    }
  },

  Scenario("R1", "takeUntil, whose trigger fires while the source emits") { run in
    let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let subscription = subscribe(source.take(until: trigger), log)
    run.thread("A") {
      source.onNext(1)
      source.onNext(2)
    }
    run.thread("B") { trigger.onNext(0) }
    run.finally {
      withExtendedLifetime(subscription) {}
      expectGrammar(log)
      expect(log.all.last == "done" && !source.hasObservers && !trigger.hasObservers, "\(log.all)")
    }
  },

  Scenario("R2", "amb follows the source that emits first") { run in
    let (one, two) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let subscription = subscribe(Observable.amb([one.asObservable(), two.asObservable()]), log)
    run.thread("A") {
      one.onNext(1)
      one.onNext(2)
    }
    run.thread("B") {
      two.onNext(3)
      two.onNext(4)
    }
    run.finally {
      expect(log.all == ["1", "2"] || log.all == ["3", "4"], "\(log.all)")
      expect(one.hasObservers != two.hasObservers, "Both sources, or none, are subscribed.")
      subscription.dispose()
    }
  },

  Scenario("R3", "merge(maxConcurrent: 1) subscribes to the second when the first completes") { run in
    let outer = PublishSubject<Observable<Int>>()
    let (one, two) = (PublishSubject<Int>(), ReplaySubject<Int>.createUnbounded())
    let log = Log<String>()
    two.onNext(2)
    let subscription = subscribe(outer.merge(maxConcurrent: 1), log)
    outer.onNext(one)
    run.thread("A") {
      outer.onNext(two)
      outer.onCompleted()
    }
    run.thread("B") {
      one.onNext(1)
      one.onCompleted()
    }
    run.thread("C") { two.onCompleted() }
    run.finally {
      withExtendedLifetime(subscription) {}
      expect(log.all == ["1", "2", "done"], "\(log.all)")
    }
  },

  Scenario("R3", "merge(maxConcurrent: 1) subscribes to the third when the second ends inside subscribe") { run in
    let outer = PublishSubject<Observable<Int>>()
    let (one, two) = (PublishSubject<Int>(), ReplaySubject<Int>.createUnbounded())
    let log = Log<String>()
    let subscription = subscribe(outer.merge(maxConcurrent: 1), log)
    for inner in [one.asObservable(), two.asObservable(), .just(3)] { outer.onNext(inner) }
    outer.onCompleted()
    run.thread("A") { one.onCompleted() }
    run.thread("B") { two.onCompleted() }
    run.finally {
      withExtendedLifetime(subscription) {}
      expect(log.all == ["3", "done"], "\(log.all)")
    }
  },

  Scenario("R3", "merge(maxConcurrent: 2): sequences complete on two threads while another one arrives") { run in
    let outer = PublishSubject<Observable<Int>>()
    let inners = (0..<5).map { _ in PublishSubject<Int>() }
    let log = Log<String>()
    let subscription = subscribe(outer.merge(maxConcurrent: 2), log)
    for inner in inners.prefix(4) { outer.onNext(inner) }
    run.thread("A") { inners[0].onCompleted() }
    run.thread("B") { inners[1].onCompleted() }
    run.thread("C") {
      outer.onNext(inners[4])
      outer.onCompleted()
    }
    run.finally {
      withExtendedLifetime(subscription) {}
      expect(inners.map(\.hasObservers) == [false, false, true, true, false], "\(inners.map(\.hasObservers))")
      inners[2].onCompleted()
      expect(inners[4].hasObservers, "The place of the third is free.")
      for inner in inners.suffix(2) { inner.onCompleted() }
      expect(log.all == ["done"], "\(log.all)")
    }
  },

  Scenario("R10", "the closure of create returns its disposable while another thread subscribes its observer") { run in
    let (subject, disposals) = (PublishSubject<Int>(), Log<String>())
    run.thread("A") {
      let subscription = Observable<Int>.create { observer in
        DispatchQueue(label: "queue").async { _ = subject.subscribe(observer) }
        return Disposables.create { disposals.receive("disposed") }
      }
      .subscribe()
      subscription.dispose()
    }
    run.finally { expect(disposals.all == ["disposed"], "\(disposals.all)") }
  },

  Scenario("R4", "flatMap is disposed while it subscribes to an inner sequence") { run in
    let (outer, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let subscription = subscribe(outer.flatMap { _ in inner.map { $0 } }, log)
    run.thread("A") {
      outer.onNext(0)
      inner.onNext(1)
    }
    run.thread("B") {
      subscription.dispose()
      log.markEnd()
    }
    run.finally {
      expect(log.countAfterEnd <= 1, "\(log.all)")
      expect(!outer.hasObservers && !inner.hasObservers, "A source is still subscribed.")
    }
  },

  Scenario("R3", "flatMap, whose inner sequence ends while it is being subscribed to, and another one follows") { run in
    let outer = PublishSubject<Int>()
    let inners = [PublishSubject<Int>(), PublishSubject<Int>()]
    let log = Log<String>()
    let subscription = subscribe(outer.flatMap { inners[$0] }, log)
    run.thread("A") {
      outer.onNext(0)
      outer.onNext(1)
    }
    run.thread("B") { inners[0].onCompleted() }
    run.finally {
      inners[1].onNext(5)
      expect(log.all == ["5"], "\(log.all)")
      subscription.dispose()
      expect(!inners[1].hasObservers, "The second inner sequence is still subscribed.")
    }
  },

  Scenario("R3", "flatMap, whose inner sequences end on another thread") { run in
    let outer = PublishSubject<Int>()
    let inners = [PublishSubject<Int>(), PublishSubject<Int>()]
    let log = Log<String>()
    let subscription = subscribe(outer.flatMap { inners[$0] }, log)
    outer.onNext(0)
    run.thread("A") {
      outer.onNext(1)
      outer.onCompleted()
    }
    run.thread("B") {
      inners[0].onNext(1)
      inners[0].onCompleted()
      inners[1].onCompleted()
    }
    run.finally {
      withExtendedLifetime(subscription) {}
      expect(log.all == ["1", "done"], "\(log.all)")
    }
  },

  Scenario("R1", "flatMapLatest forwards nothing from the previous inner sequence") { run in
    let outer = PublishSubject<Int>()
    let inners = [PublishSubject<Int>(), PublishSubject<Int>()]
    let log = Log<String>()
    let subscription = subscribe(outer.flatMapLatest { inners[$0] }, log)
    outer.onNext(0)
    run.thread("A") {
      outer.onNext(1)
      log.markEnd()
      inners[1].onNext(10)
      outer.onCompleted()
      inners[1].onCompleted()
    }
    run.thread("B") {
      inners[0].onNext(1)
      inners[0].onNext(2)
    }
    run.finally {
      withExtendedLifetime(subscription) {}
      let late = log.all.suffix(log.countAfterEnd).filter { ["1", "2"].contains($0) }
      expect(late.count <= 1, "\(log.all), late \(late)")
      // Nothing from the previous sequence arrives after an element of the latest.
      expect(log.all.suffix(2) == ["10", "done"], "\(log.all)")
      expect(!inners[0].hasObservers, "The former inner sequence is still subscribed.")
    }
  },

  Scenario("R3", "flatMapFirst, whose inner sequence ends while the source emits") { run in
    let outer = PublishSubject<Int>()
    let inner = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = subscribe(outer.flatMapFirst { $0 == 0 ? inner.asObservable() : .just(5) }, log)
    outer.onNext(0)
    run.thread("A") {
      outer.onNext(1)
      outer.onCompleted()
    }
    run.thread("B") {
      inner.onNext(1)
      inner.onCompleted()
    }
    run.finally {
      withExtendedLifetime(subscription) {}
      expect([["1", "done"], ["1", "5", "done"]].contains(log.all), "\(log.all)")
    }
  },

  Scenario("R15", "share goes from no subscriber to one and back, on two threads") { run in
    let source = Source()
    let shared = source.observable.share()
    run.thread("A") { shared.subscribe().dispose() }
    run.thread("B") { shared.subscribe().dispose() }
    run.finally { expect(!source.isUsed, "The source is subscribed at the end.") }
  },

  Scenario("R15", "share: one thread starts a connection for another, whose member leaves") { run in
    let source = Source()
    let shared = source.observable.share()
    let first = shared.subscribe()
    run.thread("A") {
      first.dispose()
      shared.subscribe().dispose()
    }
    run.thread("B") { shared.subscribe().dispose() }
    run.finally { expect(!source.isUsed, "The source is subscribed at the end.") }
  },

  Scenario("R15", "share: one subscriber disposes while another subscribes and the source emits") { run in
    let source = Source()
    let shared = source.observable.share(replay: 1)
    let log = Log<String>()
    let first = shared.subscribe()
    let slot = SingleAssignmentDisposable()
    run.thread("A") { first.dispose() }
    run.thread("B") { slot.setDisposable(subscribe(shared, log)) }
    run.finally {
      source.subject.onNext(7)
      expect(log.all == ["7"] && source.isUsed, "\(log.all)")
      slot.dispose()
      expect(!source.isUsed, "The source is subscribed at the end.")
    }
  },

  Scenario("R15", "share: the source completes while one subscriber subscribes and another disposes") { run in
    let subject = PublishSubject<Int>()
    let shared = subject.share()
    let log = Log<String>()
    let first = shared.subscribe()
    let slot = SingleAssignmentDisposable()
    run.thread("A") { subject.onCompleted() }
    run.thread("B") { slot.setDisposable(subscribe(shared, log)) }
    run.thread("C") { first.dispose() }
    run.finally {
      // The subject has completed, so a new subscription completes too.
      expect(log.all == ["done"] && !subject.hasObservers, "\(log.all)")
    }
  },

  Scenario("R15", "a connection is disposed while another thread connects") { run in
    let source = Source()
    let connectable = source.observable.publish()
    let first = connectable.connect()
    let slot = SingleAssignmentDisposable()
    run.thread("A") { first.dispose() }
    run.thread("B") { slot.setDisposable(connectable.connect()) }
    run.thread("C") { first.dispose() }
    run.finally {
      slot.dispose()
      expect(!source.isUsed, "The source is subscribed at the end.")
      let next = connectable.connect()
      expect(source.isUsed, "The next connection does not start.")
      next.dispose()
      expect(!source.isUsed, "The next connection does not end.")
    }
  },

  Scenario("R2", "an operator with two sources serialises their events") { run in
    let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    let subscription = subscribe(source.sample(trigger), log)
    run.thread("A") {
      source.onNext(1)
      source.onNext(2)
    }
    run.thread("B") {
      trigger.onNext(0)
      trigger.onNext(0)
    }
    run.finally {
      subscription.dispose()
      expect([[], ["1"], ["2"], ["1", "2"]].contains(log.all), "\(log.all)")
    }
  },

  Scenario("R2", "elements arrive on a queue in order, and none arrives after disposal on the queue") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "queue")
    let subscription = subscribe(subject.observe(on: scheduler), log)
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
      subject.onCompleted()
    }
    run.thread("B") {
      subscription.dispose()
      log.markEnd()
    }
    run.finally {
      expect(log.countAfterEnd <= 1, "\(log.countAfterEnd) calls after the end")
      expect(["1", "2", "done"].starts(with: log.all), "\(log.all)")
    }
  },

  Scenario("R1", "debounce: the timer fires while the next element arrives") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "timers")
    let subscription = subscribe(subject.debounce(.milliseconds(1), scheduler: scheduler), log)
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
    }
    run.finally {
      subscription.dispose()
      expect(log.all == ["2"] || log.all == ["1", "2"], "\(log.all)")
    }
  },

  Scenario("R1", "debounce: the timer fires while the source completes and the subscription is disposed") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "timers")
    let subscription = subscribe(subject.debounce(.milliseconds(1), scheduler: scheduler), log)
    subject.onNext(1)
    run.thread("A") { subject.onCompleted() }
    run.thread("B") {
      subscription.dispose()
      log.markEnd()
    }
    run.finally {
      expect(log.countAfterEnd <= 2 && ["1", "done"].starts(with: log.all), "\(log.all)")
    }
  },

  Scenario("R1", "timeout: the timer fires while an element arrives") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "timers")
    let subscription = subscribe(subject.timeout(.milliseconds(1), scheduler: scheduler), log)
    run.thread("A") {
      subject.onNext(1)
      subject.onCompleted()
    }
    run.finally {
      withExtendedLifetime(subscription) {}
      expectGrammar(log)
      expect([["1", "done"], ["1", "failed"], ["failed"]].contains(log.all), "\(log.all)")
    }
  },

  Scenario("R1", "throttle: the timer fires while elements arrive") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "timers")
    let subscription = subscribe(subject.throttle(.seconds(1_000), scheduler: scheduler), log)
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
      subject.onNext(3)
    }
    run.finally {
      subscription.dispose()
      expect(log.all.first == "1" && log.all.last == "3" && log.all == log.all.sorted(), "\(log.all)")
    }
  },

  // Only two windows are observed: otherwise the timer would never rest.
  Scenario("R1", "window: the timer fires while elements fill the window") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "timers")
    let windows = subject.window(timeSpan: .milliseconds(1), count: 2, scheduler: scheduler)
    let subscription = subscribe(windows.take(2).concatMap { $0 }, log)
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
      subject.onNext(3)
      subject.onCompleted()
    }
    run.finally {
      withExtendedLifetime(subscription) {}
      expectGrammar(log)
      expect(["1", "2", "3"].starts(with: log.all.dropLast()) && log.all.last == "done", "\(log.all)")
    }
  },
]
