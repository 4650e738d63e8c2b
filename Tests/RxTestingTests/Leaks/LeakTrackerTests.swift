import BindableKit
import Dispatch
import RxBindable
import RxCore
import TestSupport
import Testing

@testable import RxTesting

@Suite("LeakTracker")
struct LeakTrackerTests {
  @Test("reports nothing if all objects are deallocated")
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

  @Test("returns the result of the body, or rethrows its error")
  func result() throws {
    #expect(try LeakTracker.run { _ in 7 } == 7)
    #expect(throws: TestError.one) { try LeakTracker.run { _ in throw TestError.one } }
  }

  @Test("reports a tracked object that is still alive, and where it was tracked")
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

  @Test("waits for objects that another thread is about to release")
  func timeout() throws {
    try LeakTracker.run(timeout: limit) { leaks in
      let plain = leaks.track(Plain())
      DispatchQueue.global().async { _ = withExtendedLifetime(plain) { (0..<100_000).reduce(0, &+) } }
    }
  }

  @Test("does not report objects made outside its scope")
  func outside() throws {
    let before = PublishSubject<Int>()
    try LeakTracker.run(timeout: .seconds(0)) { _ in before.onNext(1) }
    _ = before.subscribe(onNext: { _ in })
  }

  #if DEBUG
    @Test("reports a leaked subscription with its sinks, and the line that subscribed")
    func subscription() {
      let subject = PublishSubject<Int>()
      let found = leaks { _ in
        let doubled = subject.map { $0 * 2 }
        _ = doubled.subscribe(onNext: { _ in })
      }
      let location = "LeakTrackerTests.swift:\(#line - 2)"
      #expect(found.contains { $0.description == "MapSink<Int, Int>, made at \(location)" })
      #expect(found.allSatisfy { $0.location == location && !$0.isTracked })
      subject.onCompleted()
    }

    @Test("reports a tracked object of the package once")
    func trackedSubject() {
      let kept = Guarded<[PublishSubject<Int>]>([])
      let found = leaks { leaks in
        let subject = leaks.track(PublishSubject<Int>(), "the subject")
        kept.withLock { $0.append(subject) }
      }
      #expect(found.map(\.name) == ["the subject"])
    }

    @Test("reports a leaked observation and a leaked Bindable")
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
          "Observation<Int>, made at LeakTrackerTests.swift:\(line)",
          "Bindable<String>, made at LeakTrackerTests.swift:\(line + 1)",
        ])
      withExtendedLifetime(kept) {}
    }

    @Test("reports subscriptions and observations before sources and operators")
    func subscriptionsFirst() {
      let kept = Guarded<[Any]>([])
      let line = #line + 2
      let found = leaks { _ in
        let count = Bindable(0)
        let subject = PublishSubject<Int>()
        let mapped = subject.map { $0 }
        let subscription = mapped.subscribe(onNext: { _ in })
        let token = count.observe { _ in }
        kept.withLock { $0 += [count, subject, mapped, subscription, token] }
      }
      let lines = LeakError(leaks: found, scope: "").description.split(separator: "\n").filter { $0.hasPrefix("-") }
      #expect(
        lines.map { $0.prefix { $0 != "<" } } == [
          "- made at LeakTrackerTests.swift:\(line + 3): AnonymousObserver",
          "- made at LeakTrackerTests.swift:\(line + 4): Observation",
          "- made at LeakTrackerTests.swift:\(line): Bindable",
          "- made at LeakTrackerTests.swift:\(line + 1): PublishSubject",
          "- made at LeakTrackerTests.swift:\(line + 2): Map",
        ])
      kept.withLock { $0 = [] }
    }

    @Test("does not report objects kept by a static variable that is first used in the scope")
    func statics() throws {
      #if os(Linux)
        let line = #line + 2
        let found = leaks { _ in
          let subject = PublishSubject<Int>()
          Shared.subject.onNext(1)
          _ = Shared.uppercased
          _ = subject.map { $0 }.subscribe(onNext: { _ in })
          Shared.cache.withLock { $0.append(subject) }
        }
        #expect(!found.isEmpty)
        #expect(
          Set(found.map(\.location)) == ["LeakTrackerTests.swift:\(line)", "LeakTrackerTests.swift:\(line + 3)"])
        Shared.cache.withLock { $0.removeAll() }
      #endif
    }

    @Test("does not wait until its timeout for the objects of a static variable")
    func patienceWithStatics() throws {
      #if os(Linux)
        try LeakTracker.run(timeout: .never) { _ in OtherShared.subject.onNext(1) }
      #endif
    }

    @Test("does not report allowed objects")
    func allowed() async throws {
      let kept = Guarded<[PublishSubject<Int>]>([])
      let result = try allowed(kept)
      #expect(result == 7)
      try await LeakTracker.run { leaks in
        await leaks.allow {
          await Task.yield()
          kept.withLock { $0.append(PublishSubject<Int>()) }
        }
      }
      let found = leaks { leaks in
        leaks.allow {}
        kept.withLock { $0.append(PublishSubject<Int>()) }
      }
      #expect(found.map(\.name) == ["PublishSubject<Int>"])
    }

    private func allowed(_ kept: Guarded<[PublishSubject<Int>]>) throws -> Int {
      try LeakTracker.run { leaks in
        leaks.allow {
          kept.withLock { $0.append(PublishSubject<Int>()) }
          return 7
        }
      }
    }

    @Test("an asynchronous body is also a scope, with its child tasks")
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
        try await LeakTracker.run(timeout: .seconds(0)) { _ in
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

    @Test("an asynchronous body need not await")
    func nothingAwaited() async throws {
      let subject = PublishSubject<Int>()
      await #expect(throws: LeakError.self) {
        try await LeakTracker.run(timeout: .seconds(0)) { leaks async in
          leaks.allow {}
          _ = subject.subscribe(onNext: { _ in })
        }
      }
      subject.onCompleted()
    }

    @Test("a body that cancels its own task is checked like any other", arguments: [false, true])
    func cancelled(leaks: Bool) async throws {
      let subject = PublishSubject<Int>()
      let task = Task {
        try await LeakTracker.run(timeout: leaks ? .milliseconds(1) : limit) { _ in
          let subscription = subject.map { $0 }.subscribe(onNext: { _ in })
          withUnsafeCurrentTask { $0?.cancel() }
          await Task.yield()
          if !leaks { startThread { subscription.dispose() } }
        }
      }
      let result = await task.result
      if leaks { #expect(throws: LeakError.self) { try result.get() } } else { try result.get() }
      subject.onCompleted()
    }
  #endif

  @Test("the message groups objects by location, and gives advice")
  func message() {
    let leaks = [
      Leak(name: "SearchModel", location: "SearchTests.swift:21", isTracked: true),
      Leak(name: "DebounceSink<String>", location: "SearchModel.swift:14", isTracked: false),
      Leak(name: "MapSink<String, Int>", location: "SearchModel.swift:14", isTracked: false),
      Leak(name: "MapSink<String, Int>", location: "SearchModel.swift:14", isTracked: false),
    ]
    #expect(
      LeakError(leaks: leaks, scope: "SearchTests/SearchTests.swift:20").description == """
        4 objects outlive the leak tracker's scope at SearchTests/SearchTests.swift:20:
        - tracked at SearchTests.swift:21: SearchModel
        - made at SearchModel.swift:14: DebounceSink<String>, 2 MapSink<String, Int>
        Something still refers to them: look for a closure that captures its owner or what it observes, or a DisposeBag or \
        token that is not released. Make objects that may outlive the scope inside allow(_:).
        """)
  }
}

/// The leaks reported by a tracker after `body`.
private func leaks(_ body: (LeakTracker) -> Void) -> [Leak] {
  do {
    try LeakTracker.run(timeout: .seconds(0), body)
    return []
  } catch let error as LeakError {
    return error.leaks
  } catch {
    Issue.record(error)
    return []
  }
}

private enum Shared {
  static let subject = PublishSubject<Int>()
  static let uppercased = BehaviorSubject(value: "a").map { $0.uppercased() }
  static let cache = Guarded<[PublishSubject<Int>]>([])
}

private enum OtherShared {
  static let subject = PublishSubject<Int>()
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
