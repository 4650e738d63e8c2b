import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("TestScheduler")
struct TestSchedulerTests {
  private let scheduler = TestScheduler(initialClock: 0)

  @Test("work scheduled by the test keeps its tick, and work that an operator schedules for now takes a tick")
  func absoluteTimes() {
    let scheduler = TestScheduler(initialClock: 0)
    nonisolated(unsafe) var times: [TestTime] = []
    scheduler.scheduleAt(0) { times.append(scheduler.clock) }
    _ = scheduler.scheduleRelativeVirtual((), dueTime: 0) { _ in
      times.append(scheduler.clock)
      return Disposables.create()
    }
    let hot = scheduler.record(scheduler.createHotObservable([.next(0, "a")]))
    let cold = scheduler.createColdObservable([.next(0, "b"), .completed(0)])
    let started = scheduler.start { cold }
    #expect(times == [0, 0])
    #expect(hot.events == [.next(0, "a")])
    #expect(started.events == [.next(200, "b"), .completed(200)])

    let other = TestScheduler(initialClock: 0)
    #expect(other.start { Observable.just("c", scheduler: other) }.events == [.next(201, "c"), .completed(202)])
  }

  @Test("start creates at 100, subscribes at 200 and disposes at 1000")
  func defaults() {
    let source = scheduler.createHotObservable([
      .next(150, 1), .next(199, 2), .next(201, 3), .next(999, 4), .next(1001, 5),
    ])
    let created = Recording<Int>()
    let result = scheduler.start {
      created.add(scheduler.clock)
      return source
    }
    #expect(created.elements == [100])
    #expect(result.events == [.next(201, 3), .next(999, 4)])
    #expect(source.subscriptions == [Subscription(200, 1000)])
    #expect(TestScheduler.Defaults.created == 100)
    #expect(TestScheduler.Defaults.subscribed == 200)
    #expect(TestScheduler.Defaults.disposed == 1000)
  }

  @Test("start accepts other times")
  func otherTimes() {
    let source = scheduler.createHotObservable([.next(10, 1), .next(20, 2), .next(30, 3)])
    let result = scheduler.start(created: 5, subscribed: 15, disposed: 25) { source }
    #expect(result.events == [.next(20, 2)])
    #expect(source.subscriptions == [Subscription(15, 25)])
    let later = TestScheduler(initialClock: 0)
    let numbers = later.createHotObservable([.next(210, 1), .next(220, 2)])
    #expect(later.start(disposed: 215) { numbers }.events == [.next(210, 1)])
  }

  @Test("work that an operator schedules for now runs a tick later, or immediately without processing delay")
  func processingDelay() {
    func times(_ scheduler: TestScheduler) -> [Int] {
      let times = Recording<Int>()
      let note: @Sendable () -> any Disposable = {
        times.add(scheduler.clock)
        return Disposables.create()
      }
      scheduler.scheduleAt(10) {
        _ = note()
        _ = scheduler.schedule(()) { _ in note() }
        _ = scheduler.scheduleRelative((), dueTime: .seconds(-5)) { _ in note() }
        _ = scheduler.scheduleRelative((), dueTime: .seconds(2)) { _ in note() }
      }
      scheduler.start()
      return times.elements
    }
    #expect(times(TestScheduler(initialClock: 0)) == [10, 11, 11, 12])
    #expect(times(TestScheduler(initialClock: 0, simulateProcessingDelay: false)) == [10, 10, 10, 12])
  }

  @Test("a tick is a second by default")
  func resolution() {
    #expect(
      scheduler.start { Observable.just("a").delay(.seconds(30), scheduler: scheduler) }.events.first?.time == 230)
    let fine = TestScheduler(initialClock: 0, resolution: 0.001)
    #expect(fine.start { Observable.just("a").delay(.milliseconds(30), scheduler: fine) }.events.first?.time == 230)
    #expect(fine.now == RxTime(timeIntervalSince1970: 1))
  }

  @Test("a cold observable starts from the beginning for each observer")
  func cold() {
    let source = scheduler.createColdObservable([.next(10, "a"), .completed(20)])
    let first = scheduler.record(source)
    let second = scheduler.createObserver(String.self)
    scheduler.scheduleAt(15) { _ = source.asObservable().subscribe(second) }
    scheduler.start()
    #expect(first.events == [.next(10, "a"), .completed(20)])
    #expect(second.events == [.next(25, "a"), .completed(35)])
    #expect(source.subscriptions == [Subscription(0, 20), Subscription(15, 35)])
  }

  @Test("a disposed subscription receives nothing more, and leaves no work")
  func disposal() {
    let source = scheduler.createColdObservable([.next(10, "a"), .next(30, "b")])
    let observer = scheduler.record(source, disposed: 20)
    scheduler.start()
    #expect(observer.events == [.next(10, "a")])
    #expect(source.subscriptions == [Subscription(0, 20)])
    #expect(scheduler.clock == 20)
  }

  @Test("a subscription that was not disposed has no end")
  func endless() {
    let source = scheduler.createHotObservable([.next(10, 1)])
    _ = scheduler.record(source)
    scheduler.start()
    #expect(source.subscriptions == [Subscription(0)])
    #expect(source.subscriptions.debugDescription == "[(0 : Infinity)]")
  }

  @Test("reads marbles, from tick 0 or from the start of the scale")
  func marbles() throws {
    let keys: TestableObservable<String> = try scheduler.createHotObservable(
      marbles: "a-^-b--c-|", scale: .from(200))
    let answer = try scheduler.createColdObservable(marbles: "--x|", values: ["x": 1])
    let result = scheduler.start { keys.flatMapLatest { _ in answer } }
    #expect(result.events == [.next(204, 1), .next(207, 1), .completed(208)])
    #expect(keys.subscriptions == [Subscription(200, 207)])
    #expect(answer.subscriptions == [Subscription(202, 205), Subscription(205, 208)])
    let numbers: TestableObservable<Int> = try scheduler.createColdObservable(marbles: "1#", error: TestError.one)
    let again = scheduler.record(numbers)
    let hot = scheduler.record(try scheduler.createHotObservable(marbles: "x|", values: ["x": 7], scale: .from(2_000)))
    scheduler.start()
    #expect(again.events == [.next(1000, 1), .error(1001, TestError.one)])
    #expect(hot.events == [.next(2000, 7), .completed(2001)])
  }

  @Test("work in a released scheduler keeps nothing alive")
  func pendingWorkKeepsNothing() {
    weak var released: TestScheduler?
    do {
      let scheduler = TestScheduler(initialClock: 0)
      released = scheduler
      let hot = scheduler.createHotObservable([.next(10, 1), .next(500, 2)])
      let observer = scheduler.record(hot.map { $0 })
      scheduler.advanceTo(20)
      #expect(observer.events == [.next(10, 1)])
    }
    #expect(released == nil)
  }

  @Test("invalid times and resolutions stop the program with a message")
  func misuse() async {
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TestScheduler(initialClock: 0).start(created: 100, subscribed: 50, disposed: 200) { Observable<Int>.never() }
    }.says("an observable is created, then subscribed, then disposed. Give times in that order.")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TestScheduler(initialClock: 0, resolution: 0)
    }.says("got the resolution 0.0. Give the length of a tick in seconds.")
  }

  @Test("a main-actor test may use main-actor state in its closures")
  @MainActor
  func mainActor() {
    final class Model {
      let name = BehaviorSubject(value: "")
      var count = 0
      func type(_ text: String) {
        count += 1
        name.onNext(text)
      }
    }
    let model = Model()
    scheduler.scheduleAt(210) { model.type("a") }
    scheduler.scheduleAt(220) { model.type("ab") }
    let result = scheduler.start { model.name }
    #expect(result.events == [.next(200, ""), .next(210, "a"), .next(220, "ab")])
    #expect(model.count == 2)
  }
}
