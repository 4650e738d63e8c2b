import Dispatch
import RxCore
import Synchronization
import TestSupport
import Testing

/// R5 for elements that wait for a scheduler and are never delivered.
@Suite("No lock is held while waiting elements are released", .dedicatedThreads)
struct ObserveOnLockingTests {
  /// An element that calls a closure in its deinit.
  private final class Element: Sendable {
    private let atEnd: @Sendable () -> Void

    init(atEnd: @escaping @Sendable () -> Void = {}) { self.atEnd = atEnd }

    deinit { atEnd() }
  }

  /// A scheduler that never runs anything.
  private struct Idle: ImmediateSchedulerType {
    func schedule<State>(
      _ state: State, action: @escaping @Sendable (State) -> any Disposable
    ) -> any Disposable { Disposables.create() }
  }

  @Test("a waiting element that a disposal releases may use the subscription in its deinit", arguments: [false, true])
  func disposed(isNeverRun: Bool) {
    let ends = Atomic<Int>(0)
    let queue = DispatchQueue(label: "waiting")
    onAnotherThread {
      let subject = PublishSubject<Element>()
      let scheduler: any ImmediateSchedulerType =
        isNeverRun ? Idle() : SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "waiting")
      queue.suspend()
      let subscription = subject.observe(on: scheduler).subscribe(onNext: { _ in })
      for _ in 0..<100 {
        subject.onNext(
          Element {
            subscription.dispose()
            subject.onNext(Element())
            subject.subscribe(onNext: { _ in }).dispose()
            ends.wrappingAdd(1, ordering: .relaxed)
          })
      }
      subscription.dispose()
      queue.resume()
      // Each element may need its own turn.
      for _ in 0..<102 { queue.sync {} }
    }
    #expect(ends.load(ordering: .relaxed) == 100)
  }
}
