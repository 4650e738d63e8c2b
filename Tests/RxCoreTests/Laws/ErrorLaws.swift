import OperatorTable
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("laws of errors", .serialized)
struct ErrorLaws {
  @Test("an error thrown by a closure is emitted immediately and frees all sources", arguments: ThrowingOperator.all)
  func forwards(_ law: ThrowingOperator) throws {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(250)])
    let companion = scheduler.createHotObservable([.next(205, 0), .next(207, 0), .next(208, 0)])
    let seen = scheduler.start { law.apply(source.asObservable(), companion.asObservable()) }
    #expect(seen.events.filter { $0.time >= 220 } == [.error(220, ThrowingOperator.Failure.closure)])
    #expect(source.subscriptions == [Subscription(200, 220)])
    #expect(companion.subscriptions.allSatisfy { $0.unsubscribe == 220 })
  }

  @Test(
    "the closure is not called again after it has thrown, even if the source continues", arguments: ThrowingOperator.all
  )
  func stops(_ law: ThrowingOperator) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = UntidySource<Int>()
    let seen = scheduler.record(law.apply(source, .of(0, 0, 0, 0)))
    for event in [.next(1), .next(2), .next(2), .next(3), .error(TestError.two), Event<Int>.completed] {
      source.send(event)
    }
    #expect(seen.events.filter(\.value.isStopEvent) == [.error(0, ThrowingOperator.Failure.closure)])
    #expect(seen.events.last?.value.isStopEvent == true)
    source.forgetObservers()
  }
}
