import Dispatch
import RxComparison
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("The end of a scenario")
struct ScenarioEndTests {
  /// Debounces the source, and maps the values with the closure.
  private func debounced(_ name: String, _ time: RxTimeInterval, _ change: @escaping @Sendable (Int) -> Int)
    -> Contender<Int, Int>
  {
    .rx(name) { source, scheduler in source.debounce(time, scheduler: scheduler).map(change) }
  }

  @Test("a value delivered after the last step is compared, however soon after")
  func lastValue() async throws {
    let comparison = try await Scenario(0, [.at(10, .subscribe("view")), .at(990, .set(1))]).compare(
      debounced("right", .milliseconds(300)) { $0 }, debounced("wrong", .milliseconds(300)) { min($0, 0) })
    #expect(
      comparison.differences().map { "\($0)" } == [
        "right delivers next(1) to \"view\" at tick 1290, wrong delivers next(0)."
      ])
  }

  @Test("elements of a cold observable on the run's scheduler reach a queue at their tick")
  func coldObservables() async throws {
    let queue = DispatchQueue(label: "own")
    let recording = try await Scenario(0, [.at(10, .subscribe("view", on: queue)), .at(100, .set(1))]).run(
      .rx("cold") { _, scheduler in scheduler.createColdObservable([.next(10, 1), .next(20, 2)]).asObservable() })
    #expect(recording.events(of: "view") == [.next(20, 1), .next(30, 2)])
  }

  @Test("a queue may be busy twice at a time, and is free after both", .timeLimit(.minutes(10)))
  func busyTwice() async throws {
    let queue = DispatchQueue(label: "own")
    let recording = try await Scenario(
      0,
      [
        .at(0, .subscribe("view", on: queue)), .busy(queue, from: 10, until: 30), .busy(queue, from: 20, until: 40),
        .at(25, .set(1)), .at(50, .set(2)),
      ]
    ).run(.bindable)
    #expect(recording.events(of: "view") == [.next(0, 0), .next(40, 1), .next(50, 2)])
  }

  @Test("a queue is free at the tick at which it is no longer busy, whichever action is listed first")
  func freeAgain() async throws {
    let queue = DispatchQueue(label: "own")
    let recording = try await Scenario(
      0,
      [
        .at(5, .subscribe("view", on: queue)), .at(10, .set(1), from: queue), .at(20, .set(2), from: queue),
        .busy(queue, from: 10, until: 20),
      ]
    ).run(.bindable)
    #expect(recording.events(of: "view") == [.next(5, 0), .next(10, 1), .next(20, 2)])
  }

  @Test("the run continues through work that schedules more work, until nothing is due")
  func workAfterWork() async throws {
    let recording = try await Scenario(0, [.at(10, .subscribe("view")), .at(20, .set(1))]).run(
      .rx("slow") { source, scheduler in
        source.debounce(.seconds(20), scheduler: scheduler).delay(.seconds(30), scheduler: scheduler)
      })
    #expect(recording.events(of: "view") == [.next(50_020, 1)])
    #expect(recording.pending == 0)
    #expect(recording.end == 50_020)
  }

  @Test("a repeating timer runs for a minute after the last action, and the comparison says that more was due")
  func repeatingTimer() async throws {
    let ticking = Contender<Int, Int>.rx("ticking") { _, scheduler in
      Observable<Int>.interval(.seconds(1), scheduler: scheduler)
    }
    let comparison = try await Scenario(0, [.at(10, .subscribe("view"))]).compare(ticking, ticking)
    #expect(comparison.recordings[0].entries.count == 60)
    #expect(comparison.recordings.map(\.end) == [60_010, 60_010])
    #expect(comparison.recordings.map(\.pending) == [1, 1])
    #expect(comparison.isEquivalent)
    #expect(
      comparison.text().hasSuffix(
        """
        ticking and ticking do not differ until tick 60010.
        The run of ticking ended at tick 60010 with 1 piece of work still due. A later `end:` includes more.
        The run of ticking ended at tick 60010 with 1 piece of work still due. A later `end:` includes more.

        """))
  }

  @Test("a value due after the given end is reported as pending, but not if it was cancelled")
  func givenEnd() async throws {
    let actions: [Scenario<Int, Int>.Action] = [.at(10, .subscribe("view")), .at(20, .set(1))]
    let contenders = [debounced("one", .milliseconds(300)) { $0 }, debounced("two", .milliseconds(300)) { min($0, 0) }]
    let comparison = try await Scenario(0, actions, end: 100).compare(contenders)
    #expect(comparison.recordings.map(\.end) == [100, 100])
    #expect(comparison.recordings.map(\.pending) == [1, 1])
    #expect(comparison.text().contains("one and two do not differ until tick 100.\n"))
    let disposed = try await Scenario(0, actions + [.at(30, .dispose("view"))], end: 100).run(contenders[0])
    #expect(disposed.pending == 0)
  }

  @Test("work scheduled at an absolute time also runs, although the run does not know of it")
  func absoluteTimes() async throws {
    let recording = try await Scenario(0, [.at(10, .subscribe("view"))]).run(
      .rx("absolute") { _, scheduler in
        Observable.create { observer in
          scheduler.scheduleAbsoluteVirtual((), time: 2_000) { _ in
            observer.onNext(1)
            return Disposables.create()
          }
        }
      })
    #expect(recording.events(of: "view") == [.next(2_000, 1)])
  }

  @Test("a scenario may end at the last tick if nothing is pending")
  func lastTick() async throws {
    let recording = try await Scenario(0, [.at(10, .subscribe("view")), .at(.max, .set(1))], end: .max).run(.bindable)
    #expect(recording.events(of: "view") == [.next(10, 0), .next(.max, 1)])
  }
}
