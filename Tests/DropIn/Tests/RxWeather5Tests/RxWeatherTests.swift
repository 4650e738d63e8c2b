import Foundation
import RxBlocking
import RxCocoa
import RxRelay
import RxSwift
import RxTest
import XCTest

#if swift(>=6)
  @testable import RxWeather6
#else
  @testable import RxWeather5
#endif

private enum WeatherError: Error { case noSignal }

final class RxWeatherTests: XCTestCase {
  var scheduler: TestScheduler!
  var bag: DisposeBag!

  override func setUp() {
    super.setUp()
    scheduler = TestScheduler(initialClock: 0)
    bag = DisposeBag()
  }

  override func tearDown() {
    scheduler = nil
    bag = nil
    super.tearDown()
  }

  func testAnOperatorInVirtualTime() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 4), .completed(240)])
    let result = scheduler.start { source.pairwise().map { $0.current - $0.previous } }
    XCTAssertEqual(result.events, [.next(220, 1), .next(230, 2), .completed(240)])
    XCTAssertEqual(source.subscriptions, [Subscription(200, 240)])
  }

  func testAnOperatorThatCreatesItsObservable() throws {
    XCTAssertEqual(try Observable.of("a", "b").counted().toBlocking().single(), 2)
    XCTAssertEqual(try Observable.of(1, 2).mapTo("x").toBlocking().toArray(), ["x", "x"])
    XCTAssertThrowsError(try Observable<Int>.error(WeatherError.noSignal).counted().toBlocking().first())
  }

  func testAnOperatorThatWaits() {
    let source = scheduler.createColdObservable([.next(10, "a"), .error(20, WeatherError.noSignal)])
    let result = scheduler.start { source.retry(1, delay: .seconds(100), scheduler: self.scheduler) }
    XCTAssertEqual(result.events, [.next(210, "a"), .next(330, "a"), .error(340, WeatherError.noSignal)])
  }

  func testTheFastestOfSeveral() {
    let slow = scheduler.createColdObservable([.next(30, "slow")])
    let fast = scheduler.createColdObservable([.next(20, "fast"), .completed(40)])
    let result = scheduler.start { Observable.of(slow, fast).fastest() }
    XCTAssertEqual(result.events, [.next(220, "fast"), .completed(240)])
  }

  func testDrivers() {
    let relay = BehaviorRelay(value: 1)
    let trends = scheduler.createObserver(Trend.self)
    let some = scheduler.createObserver(Int.self)
    relay.asDriver().trend().drive(trends).disposed(by: bag)
    relay.asDriver().until { $0 > 1 }.drive(some).disposed(by: bag)
    for value in [2, 3, 3, 1] { relay.accept(value) }
    XCTAssertRecordedElements(trends.events, [.rising, .steady, .falling])
    XCTAssertEqual(some.events, [.next(0, 1), .next(0, 2), .completed(0)])
  }

  func testASubjectOfTheLibrary() {
    let subject = LimitedSubject<Int>(count: 2)
    let observer = scheduler.createObserver(Int.self)
    subject.map { $0 * 10 }.subscribe(observer).disposed(by: bag)
    XCTAssertTrue(subject.hasObservers)
    Observable.of(1, 2, 3).subscribe(subject.asObserver()).disposed(by: bag)
    XCTAssertEqual(observer.events, [.next(0, 10), .next(0, 20), .completed(0)])
    subject.disposed(by: bag)
    bag = nil
    XCTAssertTrue(subject.isDisposed)
  }

  #if DEBUG
    func testTheResourcesOfTheLibraryAreCounted() {
      let before = RxSwift.Resources.total
      var subject: LimitedSubject<Int>? = LimitedSubject(count: 1)
      XCTAssertNotNil(subject)
      // The library's subject and the subject in it.
      XCTAssertEqual(RxSwift.Resources.total, before + 2)
      subject = nil
      XCTAssertEqual(RxSwift.Resources.total, before)
    }
  #endif

  func testReactiveExtensions() {
    let thermostat = Thermostat()
    var readings: [Double] = []
    thermostat.rx.readings.subscribe(onNext: { readings.append($0) }).disposed(by: bag)
    thermostat.report(21)
    Observable.just(18).bind(to: thermostat.rx.target).disposed(by: bag)
    XCTAssertEqual(readings, [21])
    XCTAssertEqual(thermostat.target, 18)
    bag = nil
    thermostat.report(22)
    XCTAssertEqual(readings, [21])

    let center = NotificationCenter()
    let observer = scheduler.createObserver(Bool.self)
    let subscription = center.rx.thermostatWasReset.map { true }.subscribe(observer)
    center.post(name: .thermostatWasReset, object: nil)
    subscription.dispose()
    XCTAssertEqual(observer.events, [.next(0, true)])
  }

  func testASchedulerOfTheLibrary() {
    var log: [String] = []
    let logging = LoggingScheduler(scheduler) { log.append($0) }
    let result = scheduler.start(disposed: 240) {
      Observable<Int>.interval(.seconds(10), scheduler: logging).delay(.seconds(5), scheduler: logging)
    }
    XCTAssertEqual(result.events, [.next(215, 0), .next(225, 1), .next(235, 2)])
    XCTAssertEqual(log.first, "every seconds(10)")
    XCTAssertTrue(log.contains("after seconds(5)"))
  }

  func testQualifiedNames() throws {
    let readings = Qualified.Relay(value: 19.0)
    let station = Station(readings.asObservable())
    XCTAssertTrue(station.isWarm)
    let temperature: Qualified.View<Double> = station.temperature
    XCTAssertEqual(try temperature.toBlocking().first(), 19)
    let sequence: Qualified.Sequence<Double> = temperature.asObservable()
    XCTAssertEqual(try sequence.take(1).toBlocking().toArray(), [19])
  }

  func testBlockingResults() {
    let result = Observable.of(1, 2).concat(Observable.error(WeatherError.noSignal)).toBlocking().materialize()
    guard case .failed(let elements, let error) = result else { return XCTFail("The sequence did not fail.") }
    XCTAssertEqual(elements, [1, 2])
    XCTAssertEqual(error as? WeatherError, .noSignal)
  }
}
