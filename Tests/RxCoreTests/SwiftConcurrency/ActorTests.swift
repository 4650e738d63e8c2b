import Dispatch
import RxCore
import TestSupport
import Testing

/// Closures of `subscribe(with:)` that are isolated to an actor.
@Suite("Subscriptions of actors")
struct ActorTests {
  private enum Local {
    @TaskLocal static var name = "none"
  }

  @globalActor fileprivate actor Worker {
    static let shared = Worker()
  }

  private final class Owner: Sendable {}

  @Test("closures see neither the task-local values nor the priority of the task that emits")
  func inheritsNothing() async throws {
    let subject = PublishSubject<Int>()
    let log = Recording<String>()
    let done = DispatchSemaphore(value: 0)
    let owner = Owner()
    let plain = await Task.detached { Task.currentPriority }.value
    let note: @Sendable (String) -> Void = { log.add("\($0) \(Local.name) \(Task.currentPriority == plain)") }
    let subscription = subject.subscribe(
      with: owner, onNext: { @Worker _, element in note("\(element)") },
      onCompleted: { @Worker _ in note("completed") },
      onDisposed: { @Worker _ in
        note("disposed")
        done.signal()
      })
    await Task.detached(priority: .background) {
      Local.$name.withValue("emitter") {
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
      }
    }.value
    #expect(try await onDedicatedThread { done.wait(timeout: .now() + limit) == .success })
    #expect(log.elements == ["1 none true", "2 none true", "completed none true", "disposed none true"])
    subscription.dispose()
    withExtendedLifetime(owner) {}
  }
}
