import RxCore
import RxTesting
import TestSupport
import Testing

@MainActor
@Suite("SharingScheduler")
struct SharingSchedulerTests {
  private let scheduler = TestScheduler(initialClock: 0)

  @Test("in virtual time, a driver and a signal emit once on the mock scheduler, and share", arguments: [1, 0])
  func virtualTime(replay: Int) {
    let source = scheduler.createHotObservable([
      .next(210, 1), .next(220, 2), .next(230, 3), .error(240, TestError.one),
    ])
    let observers = [scheduler.createObserver(Int.self), scheduler.createObserver(Int.self)]
    SharingScheduler.mock(scheduler: scheduler) {
      let driver = source.asDriver(onErrorJustReturn: -1)
      let signal = source.asSignal(onErrorJustReturn: -1)
      for (observer, time) in zip(observers, [205, 225]) {
        scheduler.scheduleAt(time) { _ = replay == 1 ? driver.drive(observer) : signal.emit(to: observer) }
      }
      scheduler.start()
    }
    let end: [Recorded<Event<Int>>] = [.next(231, 3), .next(241, -1), .completed(241)]
    #expect(observers[0].events == [.next(211, 1), .next(221, 2)] + end)
    #expect(observers[1].events == (replay == 1 ? [.next(225, 2)] : []) + end)
    #expect(source.subscriptions == [Subscription(205, 240)])
  }

  @Test("closures are called at the virtual time of the element")
  func closures() {
    let source = scheduler.createHotObservable([.next(210, 1), .completed(220)])
    let log = Recording<String>()
    SharingScheduler.mock(scheduler: scheduler) {
      let driven = source.asDriver(onErrorJustReturn: -1).drive(
        onNext: { [scheduler] in log.add("\($0) at \(scheduler.clock)") },
        onCompleted: { [scheduler] in log.add("end at \(scheduler.clock)") })
      scheduler.start()
      driven.dispose()
    }
    #expect(log.elements == ["1 at 211", "end at 221"])
  }

  @Test("outside of mock, and after it has thrown, the main queue's scheduler is used")
  func restored() {
    #expect(SharingScheduler.make() is MainScheduler)
    #expect(SharingScheduler.mock(scheduler: scheduler) { SharingScheduler.make() } is TestScheduler)
    #expect(throws: TestError.one) {
      try SharingScheduler.mock(scheduler: scheduler) {
        #expect(SharingScheduler.make() is TestScheduler)
        SharingScheduler.mock(makeScheduler: { HistoricalScheduler() }) {
          #expect(SharingScheduler.make() is HistoricalScheduler)
        }
        #expect(DriverSharingStrategy.scheduler is TestScheduler)
        #expect(SignalSharingStrategy.scheduler is TestScheduler)
        throw TestError.one
      }
    }
    #expect(SharingScheduler.make() is MainScheduler)
  }

  @Test("a mock is not visible to other threads, so tests may run at the same time")
  func perTask() {
    let log = Recording<Bool>()
    SharingScheduler.mock(scheduler: scheduler) {
      onAnotherThread { log.add(SharingScheduler.make() is MainScheduler) }
    }
    #expect(log.elements == [true])
  }
}
