import RxCore
import Schedule

enum Failure: Error { case expected }

/// Logs received events as text: elements, and "done" or "failed".
func subscribe<Element>(_ source: Observable<Element>, _ log: Log<String>) -> any Disposable {
  source.subscribe(
    onNext: { log.receive("\($0)") }, onError: { _ in log.receive("failed") }, onCompleted: { log.receive("done") })
}

/// Expects nothing after a terminal event.
func expectGrammar(_ log: Log<String>) {
  let end = log.all.firstIndex { $0 == "done" || $0 == "failed" }
  expect(end == nil || end == log.all.count - 1, "An event after the end: \(log.all)")
}

private func isSlice(_ received: [String], of all: [String]) -> Bool {
  received.isEmpty || all.indices.contains { all[$0...].starts(with: received) }
}

/// Logs received elements. Expects that the observer is not released while it is called.
private func subscribeOwner(_ source: PublishSubject<Int>, _ log: Log<String>) -> any Disposable {
  let owner = Owner()
  return source.subscribe(onNext: { element in
    log.receive("\(element)")
    expect(!owner.hasEnded, "The observer was released while it was called.")
  })
}

let subjectScenarios = [
  Scenario("R2", "elements from two threads reach both observers of a subject in one order") { run in
    let subject = PublishSubject<Int>()
    let logs = [Log<String>("one"), Log<String>("two")]
    let bag = DisposeBag(disposing: logs.map { subscribe(subject, $0) })
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
    }
    run.thread("B") { subject.onNext(3) }
    run.finally {
      withExtendedLifetime(bag) {}
      expect(logs[0].all == logs[1].all, "\(logs[0].all) and \(logs[1].all)")
      expect(logs[0].all.filter { $0 != "3" } == ["1", "2"] && logs[0].all.count == 3, "\(logs[0].all)")
    }
  },

  Scenario("R2", "an element that an observer emits waits for its turn") { run in
    let subject = PublishSubject<Int>()
    let logs = [Log<String>("one"), Log<String>("two")]
    let first = subject.subscribe(onNext: { element in
      logs[0].receive("\(element)") { if element == 1 { subject.onNext(10) } }
    })
    let second = subscribe(subject, logs[1])
    run.thread("A") { subject.onNext(1) }
    run.thread("B") { subject.onNext(2) }
    run.finally {
      first.dispose()
      second.dispose()
      expect(logs[0].all == logs[1].all && logs[0].all.count == 3, "\(logs[0].all) and \(logs[1].all)")
    }
  },

  Scenario("R8", "a new observer of a BehaviorSubject misses nothing and receives nothing twice") { run in
    let subject = BehaviorSubject(value: 0)
    let log = Log<String>()
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
    }
    run.thread("B") { _ = subscribe(subject, log) }
    run.finally {
      expect(isSlice(log.all, of: ["0", "1", "2"]) && log.all.last == "2", "\(log.all)")
    }
  },

  Scenario("R8", "a BehaviorSubject is subscribed to while two threads emit") { run in
    let subject = BehaviorSubject(value: 0)
    let (early, late) = (Log<String>("early"), Log<String>("late"))
    let subscription = subscribe(subject, early)
    run.thread("A") { subject.onNext(1) }
    run.thread("B") { subject.onNext(2) }
    run.thread("C") { _ = subscribe(subject, late) }
    run.finally {
      withExtendedLifetime(subscription) {}
      expect(early.all.count == 3 && isSlice(late.all, of: early.all), "early \(early.all), late \(late.all)")
      expect(early.all.last == late.all.last, "early \(early.all), late \(late.all)")
    }
  },

  Scenario("R8", "a subscription to a BehaviorSubject is disposed during its replay") { run in
    let subject = BehaviorSubject(value: 0)
    let log = Log<String>()
    let slot = SerialDisposable()
    run.thread("A") { subject.onNext(1) }
    run.thread("B") { slot.disposable = subscribe(subject, log) }
    run.thread("C") {
      slot.dispose()
      log.markEnd()
    }
    run.finally { expect(isSlice(log.all, of: ["0", "1"]), "\(log.all)") }
  },

  Scenario("R3", "a ReplaySubject is subscribed to while it emits and completes") { run in
    let subject = ReplaySubject<Int>.create(bufferSize: 2)
    let log = Log<String>()
    subject.onNext(0)
    run.thread("A") {
      subject.onNext(1)
      subject.onCompleted()
    }
    run.thread("B") { _ = subscribe(subject, log) }
    run.finally { expect(log.all == ["0", "1", "done"], "\(log.all)") }
  },

  Scenario("R1", "an AsyncSubject completes while it is being subscribed to") { run in
    let subject = AsyncSubject<Int>()
    let log = Log<String>()
    run.thread("A") {
      subject.onNext(1)
      subject.onCompleted()
    }
    run.thread("B") { _ = subscribe(subject, log) }
    run.finally { expect(log.all == ["1", "done"], "\(log.all)") }
  },

  Scenario("R1", "a subject emits, completes and fails on three threads") { run in
    let subject = PublishSubject<Int>()
    let logs = [Log<String>("one"), Log<String>("two")]
    let bag = DisposeBag(disposing: logs.map { subscribe(subject, $0) })
    run.thread("A") { subject.onNext(1) }
    run.thread("B") { subject.onCompleted() }
    run.thread("C") { subject.onError(Failure.expected) }
    run.finally {
      withExtendedLifetime(bag) {}
      expect(logs[0].all == logs[1].all, "\(logs[0].all) and \(logs[1].all)")
      expect(["done", "failed"].contains(logs[0].all.last), "\(logs[0].all)")
      logs.forEach(expectGrammar)
    }
  },

  Scenario("R1", "a subject is subscribed to while it completes") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    run.thread("A") {
      subject.onNext(1)
      subject.onCompleted()
    }
    run.thread("B") { _ = subscribe(subject, log) }
    run.finally { expect(log.all == ["1", "done"] || log.all == ["done"], "\(log.all)") }
  },

  Scenario("R1", "after dispose has returned, at most one call that is running finishes") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = subscribe(subject, log)
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
    }
    run.thread("B") {
      subscription.dispose()
      log.markEnd()
    }
    run.finally { expect(log.countAfterEnd <= 1, "\(log.countAfterEnd) calls after the end") }
  },

  Scenario("R1", "after dispose has returned, at most one call finishes, also through two operators") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = subscribe(subject.map { $0 * 10 }.filter { $0 > 0 }, log)
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
    }
    run.thread("B") {
      subscription.dispose()
      log.markEnd()
    }
    run.finally {
      expect(log.countAfterEnd <= 1, "\(log.countAfterEnd) calls after the end")
      expect(!subject.hasObservers, "The subject has an observer at the end.")
    }
  },

  Scenario("R4", "one thread disposes while another disposes inside onNext") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let slot = SingleAssignmentDisposable()
    slot.setDisposable(
      subject.map { $0 }.subscribe(onNext: { element in
        log.receive("\(element)") {
          slot.dispose()
          log.markEnd()
        }
      }))
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
    }
    run.thread("B") { slot.dispose() }
    run.finally {
      expect(log.countAfterEnd == 0 && log.all.count <= 1, "\(log.all)")
      expect(!subject.hasObservers, "The subject has an observer at the end.")
    }
  },

  Scenario("R4", "take(1) ends while another thread disposes and a third one emits") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = subscribe(subject.take(1), log)
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
    }
    run.thread("B") { subscription.dispose() }
    run.thread("C") { subject.onNext(3) }
    run.finally {
      expectGrammar(log)
      expect(log.all.filter { $0 != "done" }.count <= 1, "\(log.all)")
      expect(!subject.hasObservers, "The subject has an observer at the end.")
    }
  },

  Scenario("R4", "take(1) ends while it subscribes to its source") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = SingleAssignmentDisposable()
    run.thread("A") { subscription.setDisposable(subscribe(subject.map { $0 }.take(1), log)) }
    run.thread("B") { subject.onNext(1) }
    run.finally {
      expect(log.all.isEmpty || log.all == ["1", "done"], "\(log.all)")
      expect(subject.hasObservers == log.all.isEmpty, "\(log.all), subscribed: \(subject.hasObservers)")
      subscription.dispose()
    }
  },

  Scenario("R4", "a subscription is disposed while its last event arrives") { run in
    let subject = PublishSubject<Int>()
    let (log, ends) = (Log<String>(), Log<String>("onDisposed"))
    let subscription = subject.do(onDispose: { ends.receive("ended") })
      .subscribe(onNext: { log.receive("\($0)") }, onCompleted: { log.receive("done") })
    run.thread("A") { subject.onCompleted() }
    run.thread("B") { subscription.dispose() }
    run.finally { expect(ends.all.count == 1 && log.all.count <= 1, "\(log.all), \(ends.all)") }
  },

  Scenario("R3", "the observer of a subject is disposed by another thread, and released after its last call") { run in
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = subscribeOwner(subject, log)
    run.thread("A") { subject.onNext(1) }
    run.thread("B") { subscription.dispose() }
    run.finally { expect(log.all.count <= 1, "\(log.all)") }
  },

  Scenario("R3", "an observer that subscribes during a delivery is disposed while it is called") { run in
    let subject = PublishSubject<Int>()
    let logs = [Log<String>("early"), Log<String>("late")]
    let slot = SingleAssignmentDisposable()
    let early = subject.subscribe(onNext: { element in
      logs[0].receive("\(element)") {
        if element == 1 { slot.setDisposable(subscribeOwner(subject, logs[1])) }
      }
    })
    run.thread("A") { subject.onNext(1) }
    run.thread("B") { subject.onNext(2) }
    run.thread("C") { slot.dispose() }
    run.finally {
      early.dispose()
      expect(logs[0].all.count == 2 && logs[1].all.count <= 1, "\(logs[0].all), \(logs[1].all)")
    }
  },

  Scenario("R3", "a subject is disposed while it emits and is being subscribed to") { run in
    let subject = PublishSubject<Int>()
    let (early, late) = (Log<String>("early"), Log<String>("late"))
    let subscription = subscribe(subject, early)
    run.thread("A") { subject.onNext(1) }
    run.thread("B") { subject.dispose() }
    run.thread("C") { _ = subscribe(subject, late) }
    run.finally {
      withExtendedLifetime(subscription) {}
      subject.onNext(9)
      expect(early.all == ["1"] || early.all.isEmpty, "early \(early.all)")
      expect(!late.all.contains("9"), "late \(late.all)")
      expectGrammar(late)
    }
  },

  Scenario("R14", "a BehaviorRelay has the value before accept returns") { run in
    let relay = BehaviorRelay(value: 0)
    let log = Log<String>()
    let subscription = subscribe(relay.asObservable(), log)
    run.thread("A") {
      relay.accept(1)
      expect(relay.value != 0, "The value is still \(relay.value).")
    }
    run.thread("B") { relay.accept(2) }
    run.finally {
      withExtendedLifetime(subscription) {}
      expect(log.all.count == 3 && log.all.last == "\(relay.value)", "\(log.all), value \(relay.value)")
    }
  },
]
