import RxBlocking
import RxCocoa
import RxSwift
import RxTest
import XCTest

private struct SampleError: Error {}

/// Uses each name that RxSwift 6 deprecates. The comments state its warning and its fix-it; the compiler compares them
/// with its own when `.ci/run dropin` passes it `-verify`.
final class FormerNamesTests: XCTestCase {
  private let scheduler = TestScheduler(initialClock: 0)
  private let numbers = Observable.of(1, 2, 3, 2)
  private let failing = Observable.of(1).concat(Observable.error(SampleError()))

  // MARK: Observable

  func testObserveOn() {
    // expected-warning@+2 {{'observeOn' is deprecated: renamed to 'observe(on:)'}}
    // expected-note@+1 {{use 'observe(on:)' instead}} {{28-37=observe}} {{38-38=on: }}
    let observed = numbers.observeOn(scheduler)
    XCTAssertEqual(scheduler.start { observed }.events.first, .next(201, 1))
  }

  func testSubscribeOn() {
    // expected-warning@+2 {{'subscribeOn' is deprecated: renamed to 'subscribe(on:)'}}
    // expected-note@+1 {{use 'subscribe(on:)' instead}} {{30-41=subscribe}} {{42-42=on: }}
    let subscribed = numbers.subscribeOn(scheduler)
    XCTAssertEqual(scheduler.start { subscribed }.events.first, .next(201, 1))
  }

  func testCatchError() {
    // expected-warning@+2 {{'catchError' is deprecated: renamed to 'catch(_:)'}}
    // expected-note@+1 {{use 'catch(_:)' instead}} {{26-36=catch}}
    let caught = failing.catchError { _ in .of(8, 9) }
    XCTAssertEqual(try caught.toBlocking().toArray(), [1, 8, 9])
  }

  func testCatchErrorOfASequence() {
    // expected-warning@+2 {{'catchError' is deprecated: renamed to 'catch(sequence:)'}}
    // expected-note@+1 {{use 'catch(sequence:)' instead}} {{34-44=catch}} {{45-45=sequence: }}
    let caught = Observable<Int>.catchError([failing, numbers])
    XCTAssertEqual(try caught.toBlocking().toArray(), [1, 1, 2, 3, 2])
  }

  func testCatchErrorJustReturn() {
    // expected-warning@+2 {{'catchErrorJustReturn' is deprecated: renamed to 'catchAndReturn(_:)'}}
    // expected-note@+1 {{use 'catchAndReturn(_:)' instead}} {{26-46=catchAndReturn}}
    let caught = failing.catchErrorJustReturn(9)
    XCTAssertEqual(try caught.toBlocking().toArray(), [1, 9])
  }

  func testRetryWhen() {
    // expected-warning@+2 {{'retryWhen' is deprecated: renamed to 'retry(when:)'}}
    // expected-note@+1 {{use 'retry(when:)' instead}} {{27-36=retry}}
    let retried = failing.retryWhen { errors in errors.take(2) }
    XCTAssertEqual(try retried.toBlocking().toArray(), [1, 1, 1])
  }

  func testRetryWhenWithATypedError() {
    // expected-warning@+2 {{'retryWhen' is deprecated: renamed to 'retry(when:)'}}
    // expected-note@+1 {{use 'retry(when:)' instead}} {{27-36=retry}}
    let retried = failing.retryWhen { (errors: Observable<SampleError>) in errors.take(1) }
    XCTAssertEqual(try retried.toBlocking().toArray(), [1, 1])
  }

  func testElementAt() {
    // expected-warning@+2 {{'elementAt' is deprecated: renamed to 'element(at:)'}}
    // expected-note@+1 {{use 'element(at:)' instead}} {{25-34=element}} {{35-35=at: }}
    let third = numbers.elementAt(2)
    XCTAssertEqual(try third.toBlocking().toArray(), [3])
  }

  func testSkipWhile() {
    // expected-warning@+2 {{'skipWhile' is deprecated: renamed to 'skip(while:)'}}
    // expected-note@+1 {{use 'skip(while:)' instead}} {{24-33=skip}}
    let rest = numbers.skipWhile { $0 < 3 }
    XCTAssertEqual(try rest.toBlocking().toArray(), [3, 2])
  }

  func testSkipUntil() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(230, 2)])
    let other = scheduler.createHotObservable([.next(220, "open")])
    // expected-warning@+2 {{'skipUntil' is deprecated: renamed to 'skip(until:)'}}
    // expected-note@+1 {{use 'skip(until:)' instead}} {{23-32=skip}} {{33-33=until: }}
    let rest = source.skipUntil(other)
    XCTAssertEqual(scheduler.start { rest }.events, [.next(230, 2)])
  }

  func testTakeWhile() {
    // expected-warning@+2 {{'takeWhile' is deprecated: renamed to 'take(while:)'}}
    // expected-note@+1 {{use 'take(while:)' instead}} {{25-34=take}}
    let first = numbers.takeWhile { $0 < 3 }
    XCTAssertEqual(try first.toBlocking().toArray(), [1, 2])
  }

  func testTakeUntil() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(230, 2)])
    let other = scheduler.createHotObservable([.next(220, "close")])
    // expected-warning@+2 {{'takeUntil' is deprecated: renamed to 'take(until:)'}}
    // expected-note@+1 {{use 'take(until:)' instead}} {{24-33=take}} {{34-34=until: }}
    let first = source.takeUntil(other)
    XCTAssertEqual(scheduler.start { first }.events, [.next(210, 1), .completed(220)])
  }

  func testTakeUntilWithABehavior() {
    // expected-warning@+2 {{'takeUntil(_:predicate:)' is deprecated: renamed to 'take(until:behavior:)'}}
    // expected-note@+1 {{use 'take(until:behavior:)' instead}} {{25-34=take}} {{35-35=until: }} {{47-56=behavior}}
    let first = numbers.takeUntil(.inclusive, predicate: { $0 == 2 })
    XCTAssertEqual(try first.toBlocking().toArray(), [1, 2])
  }

  func testTakeForADuration() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(230, 2)])
    // expected-warning@+2 {{'take(_:scheduler:)' is deprecated: renamed to 'take(for:scheduler:)'}}
    // expected-note@+1 {{use 'take(for:scheduler:)' instead}} {{29-29=for: }}
    let first = source.take(.seconds(20), scheduler: scheduler)
    XCTAssertEqual(scheduler.start { first }.events, [.next(210, 1), .completed(220)])
  }

  // MARK: Traits

  func testObserveOnOfATrait() {
    // expected-warning@+2 {{'observeOn' is deprecated: renamed to 'observe(on:)'}}
    // expected-note@+1 {{use 'observe(on:)' instead}} {{35-44=observe}} {{45-45=on: }}
    let observed = Single.just(1).observeOn(scheduler)
    XCTAssertEqual(scheduler.start { observed.asObservable() }.events.first, .next(201, 1))
  }

  func testSubscribeOnOfATrait() {
    // expected-warning@+2 {{'subscribeOn' is deprecated: renamed to 'subscribe(on:)'}}
    // expected-note@+1 {{use 'subscribe(on:)' instead}} {{37-48=subscribe}} {{49-49=on: }}
    let subscribed = Single.just(1).subscribeOn(scheduler)
    XCTAssertEqual(scheduler.start { subscribed.asObservable() }.events.first, .next(201, 1))
  }

  func testCatchErrorOfATrait() {
    // expected-warning@+2 {{'catchError' is deprecated: renamed to 'catch(_:)'}}
    // expected-note@+1 {{use 'catch(_:)' instead}} {{51-61=catch}}
    let caught = Completable.error(SampleError()).catchError { _ in .empty() }
    XCTAssertEqual(try caught.toBlocking().toArray().count, 0)
  }

  func testRetryWhenOfATrait() {
    var attempts = 0
    let single = Single<Int>.deferred {
      attempts += 1
      return attempts < 3 ? .error(SampleError()) : .just(attempts)
    }
    // expected-warning@+2 {{'retryWhen' is deprecated: renamed to 'retry(when:)'}}
    // expected-note@+1 {{use 'retry(when:)' instead}} {{26-35=retry}}
    let retried = single.retryWhen { errors in errors.map { _ in true } }
    XCTAssertEqual(try retried.toBlocking().single(), 3)
  }

  func testRetryWhenOfATraitWithATypedError() {
    // expected-warning@+2 {{'retryWhen' is deprecated: renamed to 'retry(when:)'}}
    // expected-note@+1 {{use 'retry(when:)' instead}} {{51-60=retry}}
    let retried = Maybe<Int>.error(SampleError()).retryWhen { (errors: Observable<SampleError>) in errors.take(1) }
    XCTAssertEqual(try retried.toBlocking().toArray(), [])
  }

  func testCatchErrorJustReturnOfASingle() {
    // expected-warning@+2 {{'catchErrorJustReturn' is deprecated: renamed to 'catchAndReturn(_:)'}}
    // expected-note@+1 {{use 'catchAndReturn(_:)' instead}} {{46-66=catchAndReturn}}
    let caught = Single.error(SampleError()).catchErrorJustReturn(1)
    XCTAssertEqual(try caught.toBlocking().single(), 1)
  }

  func testCatchErrorJustReturnOfAMaybe() {
    // expected-warning@+2 {{'catchErrorJustReturn' is deprecated: renamed to 'catchAndReturn(_:)'}}
    // expected-note@+1 {{use 'catchAndReturn(_:)' instead}} {{45-65=catchAndReturn}}
    let caught = Maybe.error(SampleError()).catchErrorJustReturn(1)
    XCTAssertEqual(try caught.toBlocking().single(), 1)
  }

  func testSubscribeOfASingleWithOnError() {
    var failed = false
    // expected-warning@+2 {{is deprecated: renamed to 'subscribe(onSuccess:onFailure:onDisposed:)'}}
    // expected-note@+1 {{use 'subscribe(onSuccess:onFailure:onDisposed:)' instead}} {{73-80=onFailure}}
    _ = Single<Int>.error(SampleError()).subscribe(onSuccess: { _ in }, onError: { _ in failed = true })
    XCTAssertTrue(failed)
  }

  func testAClosureWithoutALabelReceivesTheEvent() {
    var events: [String] = []
    _ = Single.just(1).subscribe { event in events.append("\(event)") }
    _ = Single.just(2).subscribe { events.append("\($0)") }
    XCTAssertEqual(events, ["success(1)", "success(2)"])
  }

  // MARK: RxCocoa

  #if NAMES_WITHOUT_A_SUCCESSOR
    func testWithUnretainedOfADriver() {
      // expected-error@+1 {{withUnretained has been deprecated for Driver. Consider using `drive(with:}}
      _ = Driver.just(1).withUnretained(self)
      // expected-error@+1 {{withUnretained has been deprecated for Driver. Consider using `drive(with:}}
      _ = Driver.just(1).withUnretained(self) { $1 }
    }
  #endif
}
