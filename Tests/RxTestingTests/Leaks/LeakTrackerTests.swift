import BindableKit
import Dispatch
import RxBindable
import RxCore
import TestSupport
import Testing

@testable import RxTesting

@Suite("LeakTracker")
struct LeakTrackerTests {
  @Test("says nothing when all has gone")
  func nothingLeaks() throws {
    try LeakTracker.run { leaks in
      let model = leaks.track(Model())
      model.start()
      model.name.onNext("a")
      let count = Bindable(0)
      let token = count.observe { _ in }
      count.value = 1
      token.cancel()
    }
  }

  @Test("hands over what the body makes and throws")
  func result() throws {
    #expect(try LeakTracker.run { _ in 7 } == 7)
    #expect(throws: TestError.one) { try LeakTracker.run { _ in throw TestError.one } }
  }

  @Test("names an object that stays, and where the test named it")
  func namedObject() {
    let kept = Guarded<[Plain]>([])
    let line = #line + 2
    let found = leaks { leaks in
      let plain = leaks.track(Plain())
      kept.withLock { $0.append(plain) }
      leaks.track(plain, "the plain one")
    }
    #expect(
      found.map(\.description) == [
        "Plain, tracked at RxTestingTests/LeakTrackerTests.swift:\(line)",
        "the plain one, tracked at RxTestingTests/LeakTrackerTests.swift:\(line + 2)",
      ])
  }

  @Test("waits a little for what another thread is just letting go of")
  func patience() throws {
    try LeakTracker.run(patience: .seconds(10)) { leaks in
      let plain = leaks.track(Plain())
      DispatchQueue.global().async { _ = withExtendedLifetime(plain) { (0..<100_000).reduce(0, &+) } }
    }
  }

  @Test("what is made outside of the scope, or by another test, is not its business")
  func outside() throws {
    let before = PublishSubject<Int>()
    try LeakTracker.run(patience: .seconds(0)) { _ in before.onNext(1) }
    _ = before.subscribe(onNext: { _ in })
  }

  #if DEBUG
    @Test("names a subscription that stays, with all that it is made of, and the line that subscribed")
    func subscription() {
      let subject = PublishSubject<Int>()
      let found = leaks { _ in
        let doubled = subject.map { $0 * 2 }
        _ = doubled.subscribe(onNext: { _ in })
      }
      let place = "LeakTrackerTests.swift:\(#line - 2)"
      #expect(found.contains { $0.description == "MapSink<Int, Int>, made at \(place)" })
      #expect(found.allSatisfy { $0.place == place && !$0.isTracked })
      subject.onCompleted()
    }

    @Test("names an observation of a Bindable that stays, and a Bindable")
    func bindable() {
      let kept = Guarded<[Any]>([])
      let count = Bindable(0)
      let line = #line + 2
      let found = leaks { _ in
        let token = count.observe { _ in }
        let other = Bindable("")
        kept.withLock { $0 += [token, other] }
      }
      #expect(
        found.map(\.description) == [
          "ValueEntry<Int>, made at LeakTrackerTests.swift:\(line)",
          "Bindable<String>, made at LeakTrackerTests.swift:\(line + 1)",
        ])
      withExtendedLifetime(kept) {}
    }

    @Test("a test that suspends has a scope too, its child tasks with it")
    func suspending() async throws {
      let subject = PublishSubject<Int>()
      try await LeakTracker.run { _ in
        let values = Task {
          for try await value in subject.map({ $0 }).values where value == 2 { break }
        }
        while !subject.hasObservers { await Task.yield() }
        subject.onNext(2)
        try await values.value
      }
      let line = #line + 2
      do {
        try await LeakTracker.run(patience: .seconds(0)) { _ in
          await Task.yield()
          _ = subject.filter { $0 > 1 }.subscribe(onNext: { _ in })
        }
        Issue.record("no leak was found")
      } catch let error as LeakError {
        #expect(
          error.leaks.contains { $0.description == "FilterSink<Int>, made at LeakTrackerTests.swift:\(line + 2)" })
        #expect(error.scope == "RxTestingTests/LeakTrackerTests.swift:\(line)")
      }
      subject.onCompleted()
    }
  #endif

  @Test("the message, to the letter")
  func message() {
    let leaks = [
      Leak(name: "SearchModel", place: "SearchTests.swift:21", isTracked: true),
      Leak(name: "DebounceSink<String>", place: "SearchModel.swift:14", isTracked: false),
      Leak(name: "MapSink<String, Int>", place: "SearchModel.swift:14", isTracked: false),
      Leak(name: "MapSink<String, Int>", place: "SearchModel.swift:14", isTracked: false),
    ]
    #expect(
      LeakError(leaks: leaks, scope: "SearchTests/SearchTests.swift:20").description == """
        4 objects outlive the leak tracker's scope at SearchTests/SearchTests.swift:20:
        - tracked at SearchTests.swift:21: SearchModel
        - made at SearchModel.swift:14: DebounceSink<String>, 2 MapSink<String, Int>
        Something still refers to them: look for a closure that holds its owner, or a DisposeBag or token that lives on.
        """)
  }
}

/// What a tracker finds after `body`.
private func leaks(_ body: (LeakTracker) -> Void) -> [Leak] {
  do {
    try LeakTracker.run(patience: .seconds(0), body)
    return []
  } catch let error as LeakError {
    return error.leaks
  } catch {
    Issue.record(error)
    return []
  }
}

private final class Plain: Sendable {}

private final class Model: @unchecked Sendable {  // Used by one thread.
  let name = BehaviorSubject(value: "")
  private let bag = DisposeBag()
  private(set) var shown = ""

  func start() {
    name.map { $0.uppercased() }.subscribe(onNext: { [weak self] name in self?.shown = name }).disposed(by: bag)
  }
}
