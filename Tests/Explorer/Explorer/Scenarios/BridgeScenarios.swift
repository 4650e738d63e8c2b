import BindableKit
import RxBindable
import RxCore
import Schedule

let bridgeScenarios = [
  Scenario("X1", "the observable of a Bindable is subscribed to during assignments, and completes last") { run in
    let value = Kept(Bindable(0))
    let source = value.value.asObservable()
    let log = Log<String>()
    run.thread("A") {
      value.value.value = 1
      value.release()
    }
    run.thread("B") { _ = subscribe(source, log) }
    run.finally { expect([["0", "1", "done"], ["1", "done"], ["done"]].contains(log.all), "\(log.all)") }
  },

  Scenario("X3", "a Bindable created from an observable is released while the observable emits") { run in
    let subject = PublishSubject<Int>()
    let value = Kept(subject.asBindable(initial: 0, onError: .handle { _ in }))
    let log = Log<Int>()
    value.value.observe(on: subject) { log.receive($0) }
    run.thread("A") {
      subject.onNext(1)
      subject.onNext(2)
    }
    run.thread("B") { value.release() }
    run.finally {
      expect([0, 1, 2].starts(with: log.all), "\(log.all)")
      expect(!subject.hasObservers, "The subject is still subscribed.")
    }
  },

  Scenario("X5", "an element of a subject is under way to a value that is being bound both ways") { run in
    let subject = PublishSubject<Int>()
    let first = subject.asTwoWayBindable(initial: 0)
    let (second, third) = (Bindable(7), Bindable(8))
    let tokens = Tokens()
    tokens.keep(second.bind(bothWays: third))
    run.thread("A") { subject.onNext(5) }
    run.thread("B") { tokens.keep(first.bind(bothWays: second)) }
    run.finally {
      withExtendedLifetime((tokens, subject)) {}
      let values = [first, second, third].map(\.value)
      expect(values == [5, 5, 5], "\(values)")
    }
  },

  Scenario("X5", "a Bindable and a BehaviorSubject that are bound both ways end up equal") { run in
    let (value, subject) = (Bindable(0), BehaviorSubject(value: 0))
    let log = Log<String>()
    let token = value.bind(bothWays: subject)
    let subscription = subscribe(subject, log)
    run.thread("A") { value.value = 1 }
    run.thread("B") { subject.onNext(2) }
    run.finally {
      withExtendedLifetime((token, subscription)) {}
      let last = try? subject.value()
      expect(last == value.value && log.all.last == "\(value.value)", "\(value.value), \(log.all)")
    }
  },
]
