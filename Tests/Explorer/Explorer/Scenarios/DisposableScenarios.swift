import RxCore
import Schedule
import VirtualDispatch

private func counted(_ log: Log<String>, _ name: String = "disposed") -> any Disposable {
  Disposables.create(with: { log.receive(name) })
}

let disposableScenarios = [
  Scenario("R4", "a disposable is disposed by two threads") { run in
    let logs = [Log<String>("two"), Log<String>("a group")]
    let two = Disposables.create(counted(logs[0], "1"), counted(logs[0], "2"))
    let group = CompositeDisposable(counted(logs[1], "3"), counted(logs[1], "4"))
    for name in ["A", "B"] {
      run.thread(name) {
        two.dispose()
        group.dispose()
      }
    }
    run.finally { expect(logs.map { $0.all.sorted() } == [["1", "2"], ["3", "4"]], "\(logs.map(\.all))") }
  },

  Scenario("R4", "a disposable is added to a composite that is being disposed") { run in
    let logs = [Log<String>("one"), Log<String>("two")]
    let composite = CompositeDisposable(counted(logs[0]), counted(logs[0]))
    run.thread("A") { _ = composite.insert(counted(logs[1])) }
    run.thread("B") { composite.dispose() }
    run.finally { expect(logs.map(\.all.count) == [2, 1], "\(logs.map(\.all))") }
  },

  Scenario("R4", "a disposable is removed from a composite that is being disposed") { run in
    let log = Log<String>("the disposal")
    let composite = CompositeDisposable()
    let key = composite.insert(counted(log))
    run.thread("A") { if let key { composite.remove(for: key) } }
    run.thread("B") { composite.dispose() }
    run.finally { expect(log.all.count == 1, "\(log.all)") }
  },

  Scenario("R4", "a serial disposable's content is replaced while it is being disposed") { run in
    let logs = (0...2).map { Log<String>("disposable \($0)") }
    let serial = SerialDisposable()
    serial.disposable = counted(logs[0])
    run.thread("A") { serial.disposable = counted(logs[1]) }
    run.thread("B") { serial.disposable = counted(logs[2]) }
    run.thread("C") { serial.dispose() }
    run.finally { expect(logs.map(\.all.count) == [1, 1, 1], "\(logs.map(\.all))") }
  },

  Scenario("R4", "a single-assignment disposable is set while it is being disposed") { run in
    let log = Log<String>("the disposal")
    let slot = SingleAssignmentDisposable()
    run.thread("A") { slot.setDisposable(counted(log)) }
    run.thread("B") { slot.dispose() }
    run.thread("C") { slot.dispose() }
    run.finally { expect(log.all.count == 1, "\(log.all)") }
  },

  Scenario("R4", "a reference-counted disposable ends with the last one that retains it") { run in
    let log = Log<String>("the disposal")
    let count = RefCountDisposable(disposable: counted(log))
    let other = count.retain()
    run.thread("A") { count.dispose() }
    run.thread("B") {
      expect(log.all.isEmpty, "It is disposed although it is retained.")
      other.dispose()
    }
    run.thread("C") { count.retain().dispose() }
    run.finally { expect(log.all.count == 1 && count.isDisposed, "\(log.all)") }
  },

  Scenario("R10", "a scheduled disposal happens once, on its queue") { run in
    let log = Log<String>("the disposal")
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "queue")
    let disposable = Disposables.create(with: {
      expect(LogicalThread.current?.queue != nil, "It is not disposed on the queue.")
      log.receive("disposed")
    })
    let scheduled = ScheduledDisposable(scheduler: scheduler, disposable: disposable)
    run.thread("A") { scheduled.dispose() }
    run.thread("B") { scheduled.dispose() }
    run.finally { expect(log.all.count == 1, "\(log.all)") }
  },

  Scenario("R4", "a subscription is disposed before subscribe has returned") { run in
    let (log, ends) = (Log<String>(), Log<String>("the disposal"))
    let slot = SingleAssignmentDisposable()
    let source = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onNext(2)
      return counted(ends)
    }
    run.thread("A") {
      slot.setDisposable(source.map { $0 }.subscribe(onNext: { log.receive("\($0)") }))
    }
    run.thread("B") { slot.dispose() }
    run.finally { expect(ends.all.count == 1 && log.all == ["1", "2"], "\(log.all), \(ends.all)") }
  },

  Scenario("R10", "work on a queue is disposed while it runs") { run in
    let log = Log<String>("the work")
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "queue")
    let work = SingleAssignmentDisposable()
    run.thread("A") {
      work.setDisposable(
        scheduler.scheduleRelative((), dueTime: .milliseconds(1)) {
          log.receive("work")
          return counted(log)
        })
    }
    run.thread("B") { work.dispose() }
    run.finally { expect([[], ["work", "disposed"]].contains(log.all), "\(log.all)") }
  },

  Scenario("R10", "timers of one scheduler are started and cancelled while one fires") { run in
    let log = Log<String>("the work")
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "queue")
    let start: @Sendable (String, Int) -> any Disposable = { name, dueTime in
      scheduler.scheduleRelative((), dueTime: .milliseconds(dueTime)) {
        log.receive(name)
        return Disposables.create()
      }
    }
    run.thread("A") {
      let first = start("cancelled", 1)
      _ = start("late", 3)
      first.dispose()
      log.markEnd()
    }
    run.thread("B") { _ = start("early", 2) }
    run.finally {
      let fired = log.all.filter { $0 != "cancelled" }
      expect(fired.sorted() == ["early", "late"] && log.all.count <= 3, "\(log.all)")
    }
  },
]
