import BindableKit
import Dispatch
import RxBindable
import RxCore
import RxTesting

/// Small experiments on what the run itself does not show, each with its own observers.
struct Probe: Sendable {
  /// How many of 100 values an observer was told that its queue kept from running meanwhile.
  let slowQueue: Int
  /// The same with the policy `.latest`; `nil` where there is none.
  let slowQueueLatest: Int?
  /// How many subscriptions were left when their owner was gone and nobody had disposed of anything.
  let orphans: Int

  static func run() async -> [Probe] {
    let every = await toldOfBusyQueue(.bindable, .publishSubject, .subjectAsBindable)
    let latest = await toldOfBusyQueue(
      .bindable("Bindable", policy: .latest), .subjectAsBindable("Bridged", policy: .latest))
    return [
      Probe(slowQueue: every[0], slowQueueLatest: latest[0], orphans: bindableOrphans()),
      Probe(slowQueue: every[1], slowQueueLatest: nil, orphans: rxOrphans()),
      Probe(slowQueue: every[2], slowQueueLatest: latest[1], orphans: bridgedOrphans()),
    ]
  }

  /// How many of 100 changes an observer was told in the end whose queue was busy when they were made.
  private static func toldOfBusyQueue(_ contenders: Contender<Int>...) async -> [Int] {
    let queue = DispatchQueue(label: "Compare.slow")
    let changes = (1...100).map { Scenario<Int>.Action.at(20, .set($0)) }
    let scenario = Scenario(
      0, [.at(0, .subscribe("observer", on: queue)), .busy(queue, from: 10, until: 30)] + changes)
    return await scenario.compare(contenders).recordings.map { $0.entries.count { !$0.isReplay } }
  }

  // MARK: - An owner that goes without a word

  private final class Owner: Sendable {}

  private static func bindableOrphans() -> Int {
    let (value, watch) = (Bindable(0), Watch())
    observe(value, by: Owner(), watch)
    value.value = 1
    return watch.alive
  }

  private static func rxOrphans() -> Int {
    let (value, watch) = (PublishSubject<Int>(), Watch())
    subscribe(to: value, by: Owner(), watch)
    value.onNext(1)
    return watch.alive
  }

  private static func bridgedOrphans() -> Int {
    let (source, watch) = (PublishSubject<Int>(), Watch())
    let value = source.asBindable(initial: 0, onError: .replace(with: 0))
    observe(value, by: Owner(), watch)
    source.onNext(1)
    return withExtendedLifetime(value) { watch.alive }
  }

  private static func observe(_ value: Bindable<Int>, by owner: Owner, _ watch: Watch) {
    let witness = watch.makeWitness()
    value.observe(with: owner) { _, _ in withExtendedLifetime(witness) {} }
  }

  private static func subscribe(to value: PublishSubject<Int>, by owner: Owner, _ watch: Watch) {
    let witness = watch.makeWitness()
    _ = value.subscribe(with: owner, onNext: { _, _ in withExtendedLifetime(witness) {} })
  }
}
