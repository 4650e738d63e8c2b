import BindableKit
import Dispatch
import TestSupport
import Testing

/// B10 for actors: a closure isolated to an actor is called on that actor, in order, while the actor is alive. The call
/// inherits nothing from the task that sets the value, unless it is made inside the set, on the main actor.
@Suite struct ActorTests {
  private enum Local {
    @TaskLocal static var name = "none"
  }

  @globalActor fileprivate actor Worker {
    static let shared = Worker()
  }

  /// An actor that observes a Bindable, as in the documentation.
  fileprivate actor Archive {
    private let log: Recording<Int>
    private let atEnd: @Sendable () -> Void
    private var token: BindableToken?

    init(log: Recording<Int>, atEnd: @escaping @Sendable () -> Void = {}) {
      self.log = log
      self.atEnd = atEnd
    }

    deinit { atEnd() }

    func follow(_ count: ReadOnlyBindable<Int>, policy: DeliveryPolicy = .every, last: Int, done: DispatchSemaphore) {
      token = count.observe(policy: policy) { count in
        self.append(count)
        if count == last { done.signal() }
      }
    }

    func stop() { token = nil }

    func append(_ count: Int) {
      assertIsolated()
      log.add(count)
    }
  }

  private static func wait(for semaphore: DispatchSemaphore) async throws -> Bool {
    try await onDedicatedThread { semaphore.wait(timeout: .now() + limit) == .success }
  }

  @Test("a closure of an actor is called on the actor, with each value in order")
  func inOrder() async throws {
    let count = Bindable(0)
    let log = Recording<Int>()
    let done = DispatchSemaphore(value: 0)
    let archive = Archive(log: log)
    await archive.follow(count, last: 2000, done: done)
    try await onDedicatedThread {
      onThreads(4) { _ in
        for _ in 0..<500 { count.modify { $0 += 1 } }
      }
    }
    #expect(try await Self.wait(for: done))
    #expect(log.elements == Array(0...2000))
    withExtendedLifetime(archive) {}
  }

  @Test("an actor that observes is released when the observation ends")
  func ends() async throws {
    let count = Bindable(0)
    let log = Recording<Int>()
    let (done, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    func observe() async throws {
      let archive = Archive(log: log, atEnd: { ended.signal() })
      await archive.follow(count, last: 1, done: done)
      count.value = 1
      #expect(try await Self.wait(for: done))
      await archive.stop()
    }
    try await observe()
    #expect(try await Self.wait(for: ended))
    count.value = 2
    #expect(log.elements == [0, 1])
  }

  @Test("a closure of an actor sees neither the task-local values nor the priority of the task that sets the value")
  func inheritsNothing() async throws {
    let count = Bindable(0)
    let log = Recording<String>()
    let done = DispatchSemaphore(value: 0)
    let owner = Owner()
    let plain = await Task.detached { Task.currentPriority }.value
    let note: @Sendable (Int) -> Void = { value in
      log.add("\(value) \(Local.name) \(Task.currentPriority == plain)")
      done.signal()
    }
    await Task.detached(priority: .background) {
      Local.$name.withValue("setter") {
        count.observe(on: owner) { @Worker in note($0) }
      }
      Local.$name.withValue("setter") { count.value = 1 }
    }.value
    for _ in 0..<2 { #expect(try await Self.wait(for: done)) }
    #expect(log.elements == ["0 none true", "1 none true"])
    withExtendedLifetime(owner) {}
  }

  @MainActor
  @Test("a closure of the main actor that is called inside a set sees the setting task's values")
  func insideTheSet() {
    let count = Bindable(0)
    let log = Recording<String>()
    let token = count.observe(replay: false) { log.add("\($0) \(Local.name)") }
    Local.$name.withValue("setter") { count.value = 1 }
    #expect(log.elements == ["1 setter"])
    token.cancel()
  }
}
