import Dispatch
import RxCore

/// Drives a subject and a chain of operators on it. Owners keep the subscriptions.
final class RxDriver<Value: Equatable & Sendable>: SettledDriver {
  private let source: Releasable<SubjectBase<Value>>
  private let observable: Observable<Value>
  private let value: @Sendable () throws -> Value

  init(source: SubjectBase<Value>, observable: Observable<Value>, value: @escaping @Sendable () throws -> Value) {
    self.source = Releasable(source)
    self.observable = observable
    self.value = value
  }

  func set(_ value: Value) throws { try source.get().onNext(value) }

  func subscribe(_ subscriber: ScenarioSubscriber<Value>, owner: ScenarioOwner) {
    observable.subscribe(subscriber, owner: owner)
  }

  func complete() throws { try source.get().onCompleted() }

  func fail(_ error: any Error) throws { try source.get().onError(error) }

  func releaseSource() throws { try source.release() }

  func read() throws -> Value { try value() }
}

extension Observable where Element: Equatable & Sendable {
  /// Delivers the events to `subscriber` until `owner` is deallocated.
  func subscribe(_ subscriber: ScenarioSubscriber<Element>, owner: ScenarioOwner) {
    let source =
      subscriber.queue.map { queue in
        observe(on: SerialDispatchQueueScheduler(serialQueue: queue))
      } ?? self
    owner.keep(
      source.subscribe(
        with: owner, onNext: { _, value in subscriber.receive(.next(value)) },
        onError: { _, error in subscriber.receive(.error(error)) },
        onCompleted: { _ in subscriber.receive(.completed) }))
  }
}
