import Foundation
import RxBlocking
import RxCocoa
import RxSwift
import RxTest
import XCTest

private enum LibraryError: Error { case offline, busy }

/// Deprecated names, used as in RxSwift's documentation and playground, but for other things.
final class RxSwiftSamplesTests: XCTestCase {
  private var scheduler: TestScheduler!
  private var bag: DisposeBag!

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

  /// A list of suggestions for the text of a field, shared by two views.
  func testSuggestions() {
    let scheduler = self.scheduler!
    func titles(_ text: String) -> Observable<[String]> {
      text == "x" ? .error(LibraryError.offline) : .just([text, text + "s"])
    }
    let text = scheduler.createHotObservable([.next(210, "x"), .next(260, "book"), .next(270, "book")])
    let counts = scheduler.createObserver(Int.self), first = scheduler.createObserver(String?.self)
    let suggestions =
      text
      .throttle(.seconds(30), scheduler: scheduler)
      .distinctUntilChanged()
      .flatMapLatest { titles($0).observeOn(MainScheduler.instance).catchErrorJustReturn([]) }
      .share(replay: 1)
    suggestions.map { $0.count }.bind(to: counts).disposed(by: bag)
    suggestions.map { $0.first }.bind(to: first).disposed(by: bag)
    scheduler.start()
    XCTAssertEqual(counts.events, [.next(210, 0), .next(260, 2)])
    XCTAssertEqual(first.events, [.next(210, nil), .next(260, "book")])
  }

  /// Slow work on one queue, its result on another.
  func testWorkOnAQueue() throws {
    let slow = DispatchQueue(label: "slow"), other = DispatchQueue(label: "other")
    let key = DispatchSpecificKey<String>()
    for queue in [slow, other] { queue.setSpecific(key: key, value: queue.label) }
    let labels = Observable.just(1)
      .observeOn(SerialDispatchQueueScheduler(queue: slow, internalSerialQueueName: "slow"))
      .map { _ in [DispatchQueue.getSpecific(key: key)] }
      .observeOn(SerialDispatchQueueScheduler(queue: other, internalSerialQueueName: "other"))
      .map { $0 + [DispatchQueue.getSpecific(key: key)] }
    XCTAssertEqual(try labels.toBlocking().single().map { $0 != nil }, [true, true])
  }

  /// A source whose subscription blocks.
  func testASubscriptionOnAnotherThread() throws {
    let here = Thread.current
    let isElsewhere = Observable<Bool>.create { observer in
      observer.onNext(Thread.current != here)
      observer.onCompleted()
      return Disposables.create()
    }
    let background = ConcurrentDispatchQueueScheduler(qos: .background)
    XCTAssertTrue(try isElsewhere.subscribeOn(background).toBlocking().single())
  }

  /// Values until the owner is gone.
  func testValuesUntilTheOwnerIsGone() {
    let gone = PublishSubject<Void>(), values = PublishSubject<Int>()
    let received = scheduler.createObserver(Int.self)
    _ = values.takeUntil(gone).subscribe(received)
    values.onNext(1)
    gone.onNext(())
    values.onNext(2)
    XCTAssertEqual(received.events, [.next(0, 1), .completed(0)])
  }

  /// Waits longer after each failure, and gives up after the third.
  func testRetriesThatWait() {
    let scheduler = self.scheduler!
    let load: TestableObservable<Int> = scheduler.createColdObservable([.error(10, LibraryError.busy)])
    let result = scheduler.start(disposed: 1000) {
      load.retryWhen { errors in
        errors.enumerated().flatMap { attempt, error -> Observable<Int> in
          attempt == 2 ? .error(error) : .timer(.seconds(100 * (attempt + 1)), scheduler: scheduler)
        }
      }
    }
    XCTAssertEqual(load.subscriptions, [Subscription(200, 210), Subscription(310, 320), Subscription(520, 530)])
    XCTAssertEqual(result.events, [.error(530, LibraryError.busy)])
  }

  /// A second source when the first fails, and a last element when that fails, too.
  func testRecovery() {
    let server = PublishSubject<String>(), store = PublishSubject<String>()
    let shown = scheduler.createObserver(String.self)
    server.catchError { _ in store }.catchErrorJustReturn("nothing").subscribe(shown).disposed(by: bag)
    server.onNext("fresh")
    server.onError(LibraryError.offline)
    store.onNext("old")
    store.onError(LibraryError.offline)
    XCTAssertRecordedElements(shown.events.dropLast(), ["fresh", "old", "nothing"])
    XCTAssertEqual(shown.events.last, .completed(0))
  }

  /// Parts of a sequence.
  func testParts() throws {
    let pages = Observable.of(12, 30, 45, 8, 60)
    XCTAssertEqual(try pages.takeWhile { $0 < 40 }.toBlocking().toArray(), [12, 30])
    XCTAssertEqual(try pages.skipWhile { $0 < 40 }.toBlocking().toArray(), [45, 8, 60])
    XCTAssertEqual(try pages.takeUntil(.inclusive) { $0 > 40 }.toBlocking().toArray(), [12, 30, 45])
    XCTAssertEqual(try pages.elementAt(3).toBlocking().single(), 8)
  }

  /// Nothing before the library opens, nothing after it closes.
  func testOpeningHours() {
    let visitors = PublishSubject<String>(), opens = PublishSubject<Void>(), closes = PublishSubject<Void>()
    let counted = scheduler.createObserver(String.self)
    visitors.skipUntil(opens).takeUntil(closes).subscribe(counted).disposed(by: bag)
    visitors.onNext("early")
    opens.onNext(())
    visitors.onNext("guest")
    closes.onNext(())
    visitors.onNext("late")
    XCTAssertEqual(counted.events, [.next(0, "guest"), .completed(0)])
  }

  /// A request that succeeds or fails.
  func testARequest() {
    func loan(_ book: Int) -> Single<String> {
      Single.create { single in
        single(book > 0 ? .success("book \(book)") : .failure(LibraryError.offline))
        return Disposables.create()
      }
    }
    var log: [String] = []
    for book in [1, 0] {
      loan(book).subscribe(onSuccess: { log.append($0) }, onError: { log.append("\($0)") }).disposed(by: bag)
    }
    XCTAssertEqual(log, ["book 1", "offline"])
  }

  /// A view that shows the last result for a while.
  func testANoticeForAWhile() {
    let scheduler = self.scheduler!
    let ticks = scheduler.createHotObservable([.next(210, 3), .next(220, 2), .next(230, 1)])
    let result = scheduler.start {
      ticks.take(.seconds(25), scheduler: scheduler).observeOn(scheduler).map { "closes in \($0)" }
    }
    XCTAssertEqual(
      result.events, [.next(211, "closes in 3"), .next(221, "closes in 2"), .completed(226)])
  }

  // MARK: What else compiles unchanged

  func testADecoderAsAType() throws {
    struct Book: Codable, Equatable { let title: String }
    let decoder: DataDecoder = JSONDecoder()
    let data = try JSONEncoder().encode(Book(title: "Emma"))
    XCTAssertEqual(try decoder.decode(Book.self, from: data), Book(title: "Emma"))
    XCTAssertEqual(
      try Observable.just(data).decode(type: Book.self, decoder: decoder).toBlocking().single(), Book(title: "Emma"))
  }

  func testADecoderOfTheProgram() throws {
    struct Fixed: DataDecoder {
      func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item {
        try JSONDecoder().decode(type, from: Data("[1]".utf8))
      }
    }
    XCTAssertEqual(try Observable.just(Data()).decode(type: [Int].self, decoder: Fixed()).toBlocking().single(), [1])
  }

  func testTheParameterOfABlockingResult() {
    XCTAssertTrue(Observable.of(1, 2).toBlocking().materialize().element() == Int.self)
  }

  func testSubjectsAreDisposables() {
    final class Box { var value = 0 }
    let publish = PublishSubject<Box>(), behavior = BehaviorSubject(value: Box()),
      replay = ReplaySubject<Box>.create(bufferSize: 1)
    let disposables: [Disposable] = [publish, behavior, replay]
    XCTAssertEqual(disposables.compactMap { ($0 as? Cancelable)?.isDisposed }, [false, false, false])
    let group = CompositeDisposable(publish, Disposables.create(behavior, replay))
    group.dispose()
    XCTAssertTrue(publish.isDisposed && behavior.isDisposed && replay.isDisposed)
    XCTAssertThrowsError(try behavior.value())

    let numbers = PublishSubject<Int>(), received = scheduler.createObserver(Int.self)
    let cancelable: Cancelable = numbers
    numbers.subscribe(received).disposed(by: bag)
    numbers.disposed(by: bag)
    numbers.onNext(1)
    bag = nil
    XCTAssertTrue(cancelable.isDisposed)
    XCTAssertEqual(received.events, [.next(0, 1)])
  }
}

extension MaterializedSequenceResult {
  fileprivate func element() -> T.Type { T.self }
}
