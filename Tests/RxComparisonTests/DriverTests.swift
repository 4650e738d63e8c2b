import Dispatch
import RxComparison
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("Scenarios with a Driver")
struct DriverTests {
  private typealias Actions = [Scenario<Int, Int>.Action]

  private func compare(_ actions: Actions, _ contenders: Contender<Int, Int>...) async throws -> Comparison<Int> {
    try await Scenario(0, actions).compare(contenders)
  }

  private func sentences(_ comparison: Comparison<Int>) -> [String] { comparison.differences().map { "\($0)" } }

  @Test("on the main queue a Driver behaves like a BehaviorRelay and a Bindable")
  func agreement() async throws {
    let comparison = try await compare(
      [
        .at(10, .subscribe("view"), .subscribe("other"), from: .main), .at(20, .set(1), from: .main),
        .at(30, .subscribe("late"), from: .main), .at(40, .set(2), .set(3), from: .main),
        .at(50, .dispose("view"), from: .main), .at(60, .set(4), .read("value"), from: .main),
        .at(70, .releaseOwner("other"), from: .main), .at(80, .set(5), from: .main),
      ],
      .bindable, .behaviorRelay, .driver)
    #expect(comparison.isEquivalent)
    let driver = comparison.recordings[2]
    #expect(driver.events(of: "view") == [.next(10, 0), .next(20, 1), .next(40, 2), .next(40, 3)])
    #expect(driver.events(of: "late").first == .next(30, 1))
    #expect(driver.events(of: "value") == [.next(60, 4)])
  }

  @Test("a Driver delivers on the main queue, wherever the value is set")
  func mainQueue() async throws {
    let worker = DispatchQueue(label: "worker")
    let actions: Actions = [
      .at(10, .subscribe("view"), from: .main), .at(20, .set(1), .set(2)), .at(30, .set(3), from: worker),
    ]
    let comparison = try await compare(actions, .driver, .behaviorRelay)
    #expect(
      sentences(comparison) == [
        "Driver delivers next(1) to \"view\" at tick 20 on the queue main, BehaviorRelay on the scenario's thread.",
        "Driver delivers next(2) to \"view\" at tick 20 on the queue main, BehaviorRelay on the scenario's thread.",
        "Driver delivers next(3) to \"view\" at tick 30 on the queue main, BehaviorRelay on the queue worker.",
      ])
    #expect(try await compare(actions, .bindable("Bindable", queue: .main), .driver).isEquivalent)
  }

  @Test("a Driver is driven only on the main queue; elsewhere it is an ordinary observable")
  func subscriptionElsewhere() async throws {
    let queue = DispatchQueue(label: "own")
    let comparison = try await compare(
      [.at(10, .subscribe("view"), .subscribe("queued", on: queue)), .at(20, .set(1))], .behaviorRelay, .driver)
    #expect(
      sentences(comparison) == [
        "BehaviorRelay delivers next(0) to \"view\" at tick 10, Driver does not.",
        "BehaviorRelay delivers next(1) to \"view\" at tick 20, Driver does not.",
        "Driver cannot subscribe(\"view\") at tick 10, because a Driver is driven on the main queue only; "
          + "BehaviorRelay can.",
      ])
    #expect(comparison.recordings[1].events(of: "queued") == [.next(10, 0), .next(20, 1)])
  }

  @Test("a Driver of a failing subject emits a value instead of the error and completes")
  func failure() async throws {
    let driver = Contender<Int, Int>.rx("Driver", queues: [.main]) { source in
      source.asDriver(onErrorJustReturn: 9).asObservable()
    }
    let comparison = try await compare(
      [
        .at(10, .subscribe("view"), from: .main), .at(20, .set(1), from: .main),
        .at(30, .fail(TestError.one), from: .main),
      ],
      .behaviorSubject, driver)
    #expect(
      sentences(comparison) == [
        "BehaviorSubject delivers error(one) to \"view\" at tick 30, Driver delivers next(9).",
        "Driver delivers completed to \"view\" at tick 30, BehaviorSubject does not.",
      ])
  }

  @Test("a Driver of a sequence without a value replays the last element only while it has subscribers")
  func sharing() async throws {
    let driver = Contender<Int, Int>.rx("Driver", queues: [.main]) { source in
      source.skip(1).asDriver(onErrorJustReturn: 9).asObservable()
    }
    let recording = try await Scenario(
      0,
      [
        .at(10, .subscribe("early"), from: .main), .at(20, .set(1), from: .main),
        .at(30, .subscribe("late"), from: .main),
        .at(40, .dispose("early"), .dispose("late"), from: .main), .at(50, .subscribe("later"), from: .main),
        .at(60, .set(2), from: .main),
      ]
    ).run(driver)
    #expect(recording.events(of: "early") == [.next(20, 1)])
    #expect(recording.events(of: "late") == [.next(30, 1)])
    #expect(recording.events(of: "later") == [.next(60, 2)])
  }

  @Test("a value set inside a callback on the main queue is delivered to all after the current one")
  func reentrantSet() async throws {
    let comparison = try await compare(
      [
        .at(10, .subscribe("first"), .subscribe("second"), from: .main), .when("first", gets: 1, .set(2)),
        .at(20, .set(1), from: .main),
      ],
      .bindable, .behaviorRelay, .driver)
    #expect(comparison.isEquivalent)
    #expect(
      comparison.recordings[2].entries.suffix(4).map { "\($0.subscriber) \($0.event)" } == [
        "first next(1)", "second next(1)", "first next(2)", "second next(2)",
      ])
  }
}
