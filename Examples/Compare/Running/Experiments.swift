import BindableKit
import Dispatch
import RxBindable
import RxComparison
import RxCore

/// The results of small experiments on one approach, each with observers of its own.
struct Experiments: Sendable {
  /// How many of 100 values an observer receives if its queue is busy while they are set.
  let receivedOnBusyQueue: Int
  /// The same with the policy `.latest`; `nil` if the approach has no policies.
  let receivedOnBusyQueueWithLatest: Int?
  /// How many observers are left when their owner was deallocated and cancelled or disposed of nothing.
  let observersLeftByOwner: Int

  static func run() async throws(Failure) -> [Experiments] {
    let every = try await receivedOnBusyQueue(.bindable, .publishSubject, .subjectAsBindable)
    let latest = try await receivedOnBusyQueue(
      .bindable("Bindable", policy: .latest), .subjectAsBindable("Bridged", policy: .latest))
    return [
      Experiments(
        receivedOnBusyQueue: every[0], receivedOnBusyQueueWithLatest: latest[0],
        observersLeftByOwner: observersLeftInBindable()),
      Experiments(
        receivedOnBusyQueue: every[1], receivedOnBusyQueueWithLatest: nil,
        observersLeftByOwner: observersLeftInSubject()),
      Experiments(
        receivedOnBusyQueue: every[2], receivedOnBusyQueueWithLatest: latest[1],
        observersLeftByOwner: observersLeftInBridge()),
    ]
  }

  private static func receivedOnBusyQueue(_ contenders: Contender<Int, Int>...) async throws(Failure) -> [Int] {
    let queue = DispatchQueue(label: "Compare.busy")
    let changes = (1...100).map { Scenario<Int, Int>.Action.at(20, .set($0)) }
    let scenario = Scenario(
      0, [.at(0, .subscribe("observer", on: queue)), .busy(queue, from: 10, until: 30)] + changes)
    do {
      return try await scenario.compare(contenders).recordings.map { $0.entries.count { !$0.isReplay } }
    } catch {
      throw Failure("\(error)")
    }
  }

  // MARK: - An owner that is deallocated

  private final class Owner: Sendable {}

  private static func observersLeftInBindable() -> Int {
    let (value, observers) = (Bindable(0), ObserverCounter())
    observe(value, by: Owner(), observers)
    value.value = 1
    return observers.count
  }

  private static func observersLeftInSubject() -> Int {
    let (subject, observers) = (PublishSubject<Int>(), ObserverCounter())
    subscribe(to: subject, by: Owner(), observers)
    subject.onNext(1)
    return observers.count
  }

  private static func observersLeftInBridge() -> Int {
    let (subject, observers) = (PublishSubject<Int>(), ObserverCounter())
    let value = subject.asBindable(initial: 0, onError: .replace(with: 0))
    observe(value, by: Owner(), observers)
    subject.onNext(1)
    return withExtendedLifetime(value) { observers.count }
  }

  private static func observe(_ value: Bindable<Int>, by owner: Owner, _ observers: ObserverCounter) {
    let marker = observers.makeMarker()
    value.observe(with: owner) { _, _ in withExtendedLifetime(marker) {} }
  }

  private static func subscribe(to subject: PublishSubject<Int>, by owner: Owner, _ observers: ObserverCounter) {
    let marker = observers.makeMarker()
    _ = subject.subscribe(with: owner, onNext: { _, _ in withExtendedLifetime(marker) {} })
  }
}
