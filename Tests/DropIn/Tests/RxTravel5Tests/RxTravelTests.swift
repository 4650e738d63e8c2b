import RxBlocking
import RxRelay
import RxSwift
import RxTest
import XCTest

@testable import RxTravel5

private enum TravelError: Error { case noSeat }

private enum Journey: Step, Equatable { case start, search(String), seat(Int), finished }

private final class Traveller: Stepper {
  let steps = PublishRelay<Step>()
}

private final class BookingFlow: Flow {
  let search = Traveller(), seats = Traveller()

  func navigate(to step: Step) -> NextSteppers {
    switch step as? Journey {
    case .start: return .several([search, seats])
    case .seat: return .end(forwarding: Journey.finished)
    default: return .none
    }
  }
}

private struct Day: SectionType, Equatable {
  let identity: String
  var items: [Int]
}

private struct Search {
  var query: String?
  var trains: [String] = []
}

private enum SearchMutation { case search(String), found([String]), clear }

final class RxTravelTests: XCTestCase {
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

  func testAnActionRunsOneAtATime() {
    let scheduler = self.scheduler!
    let action = Action<String, Int> { text in
      Observable.just(text.count).delay(.seconds(20), scheduler: scheduler)
    }
    let enabled = scheduler.createObserver(Bool.self), outputs = scheduler.createObserver(Int.self)
    let failed = scheduler.createObserver(Bool.self)
    action.isEnabled.subscribe(enabled).disposed(by: bag)
    action.outputs.subscribe(outputs).disposed(by: bag)
    action.errors.map { _ in true }.subscribe(failed).disposed(by: bag)
    scheduler.createColdObservable([.next(10, "Rome"), .next(20, "Pisa"), .next(40, "Milan")])
      .bind(to: action.inputs).disposed(by: bag)
    scheduler.start()
    XCTAssertEqual(outputs.events, [.next(30, 4), .next(60, 5)])
    XCTAssertEqual(
      enabled.events, [.next(0, true), .next(10, false), .next(31, true), .next(40, false), .next(61, true)])
    XCTAssertEqual(failed.events, [.next(20, true)])
  }

  func testAnActionThatIsNotEnabledOrFails() throws {
    let condition = BehaviorRelay(value: false)
    let action = Action<Int, Int>(enabledIf: condition.asObservable()) { seat in
      seat > 0 ? Single.just(seat) : .error(TravelError.noSeat)
    }
    XCTAssertThrowsError(try action.execute(1).toBlocking().first())
    condition.accept(true)
    XCTAssertEqual(try action.execute(1).toBlocking().toArray(), [1])
    let noSeats = scheduler.createObserver(Bool.self)
    action.errors.map { error -> Bool in
      if case .failed(TravelError.noSeat) = error { return true }
      return false
    }.subscribe(noSeats).disposed(by: bag)
    XCTAssertThrowsError(try action.execute(0).toBlocking().first()) { XCTAssertEqual($0 as? TravelError, .noSeat) }
    XCTAssertEqual(noSeats.events, [.next(0, true)])
    XCTAssertEqual(try action.isExecuting.toBlocking().first(), false)
  }

  func testTheSubjectsOfAnActionEndWithIt() {
    var action: Action<Int, Int>? = Action { Single.just($0) }
    let outputs = scheduler.createObserver(Int.self)
    action?.outputs.subscribe(outputs).disposed(by: bag)
    let later = action?.outputs
    action?.execute(1)
    action = nil
    XCTAssertEqual(outputs.events, [.next(0, 1)])
    XCTAssertThrowsError(try later?.toBlocking().first())
  }

  func testACoordinatorRunsAFlowToItsEnd() {
    let coordinator = Coordinator(), flow = BookingFlow(), first = Traveller()
    let navigated = scheduler.createObserver(Journey.self), ends = scheduler.createObserver(Journey.self)
    coordinator.rx.didNavigate.compactMap { $0.step as? Journey }.subscribe(navigated).disposed(by: bag)
    coordinator.coordinate(flow, with: first).asObservable().compactMap { $0 as? Journey }.subscribe(ends)
      .disposed(by: bag)
    first.steps.accept(Journey.start)
    scheduler.scheduleAt(10) { flow.search.steps.accept(Journey.search("Rome")) }
    XCTAssertEqual(coordinator.count, 1)
    scheduler.scheduleAt(20) { flow.seats.steps.accept(Journey.seat(3)) }
    scheduler.scheduleAt(30) { first.steps.accept(Journey.start) }
    scheduler.start()
    XCTAssertEqual(navigated.events, [.next(0, .start), .next(10, .search("Rome")), .next(20, .seat(3))])
    XCTAssertEqual(ends.events, [.next(20, .finished), .completed(20)])
    XCTAssertEqual(coordinator.count, 0)
  }

  func testAStoreWithFeedback() {
    let scheduler = self.scheduler!
    let store = Store<Search, SearchMutation>(
      Search(),
      feedback: [
        Store.request({ $0.query }) { query in
          Single.just(.found(["\(query) 8:00", "\(query) 9:00"])).delay(.seconds(10), scheduler: scheduler)
        }
      ]
    ) { state, mutation in
      switch mutation {
      case .search(let query): state.query = query
      case .found(let trains): (state.query, state.trains) = (nil, trains)
      case .clear: state = Search()
      }
    }
    let counts = scheduler.createObserver(Int.self)
    store.$state.map { $0.trains.count }.distinctUntilChanged().drive(counts).disposed(by: bag)
    scheduler.scheduleAt(10) { store.mutate(.search("Pisa")) }
    scheduler.scheduleAt(15) { store.mutate(.search("Rome")) }
    scheduler.scheduleAt(40) { store.mutate(.clear) }
    scheduler.scheduleAt(30) { XCTAssertEqual(store.state.trains, ["Rome 8:00", "Rome 9:00"]) }
    scheduler.start()
    XCTAssertEqual(counts.events, [.next(0, 0), .next(25, 2), .next(40, 0)])
  }

  func testTheSchedulerOfTheStore() {
    let turns = TurnScheduler()
    var log: [String] = []
    _ = turns.schedule(()) { _ in
      log.append("begin")
      _ = turns.schedule("later") {
        log.append($0); return Disposables.create()
      }
      turns.schedule("disposed") {
        log.append($0); return Disposables.create()
      }.dispose()
      log.append("end")
      return Disposables.create()
    }
    XCTAssertEqual(log, ["begin", "end", "later"])
  }

  func testAPropertyWrapperOverARelay() {
    final class Ticket { @Relayed var seat = 1 }
    let ticket = Ticket(), seats = scheduler.createObserver(Int.self)
    ticket.$seat.drive(seats).disposed(by: bag)
    ticket.seat += 1
    XCTAssertEqual(ticket.seat, 2)
    XCTAssertRecordedElements(seats.events, [1, 2])
  }

  func testDifferencesOfSections() throws {
    let days = [
      [Day(identity: "Mon", items: [1, 2]), Day(identity: "Tue", items: [3])],
      [Day(identity: "Tue", items: [2, 3, 4]), Day(identity: "Wed", items: [5])],
    ]
    let changes = try Observable.from(days).changes().map { $0.changes }.toBlocking().toArray()
    var first = SectionChanges(), second = SectionChanges()
    first.insertedSections = [0, 1]
    second.deletedSections = [0]
    second.insertedSections = [1]
    second.insertedItems = [ItemPath(0, 0), ItemPath(0, 2)]
    XCTAssertEqual(changes, [first, second])

    let moved = try Day.changes(
      from: [Day(identity: "Mon", items: [1, 2, 6]), Day(identity: "Tue", items: [3])],
      to: [Day(identity: "Mon", items: [1]), Day(identity: "Tue", items: [3, 2])])
    XCTAssertEqual(moved.movedItems, [ItemPath(0, 1): ItemPath(1, 1)])
    XCTAssertEqual(moved.deletedItems, [ItemPath(0, 2)])

    let result = Observable.just([days[0][0], days[0][0]]).changes().toBlocking().materialize()
    guard case .failed(let elements, let error) = result else { return XCTFail("Two days are the same.") }
    XCTAssertTrue(elements.isEmpty)
    XCTAssertTrue(error is SectionError<String>)
  }
}
