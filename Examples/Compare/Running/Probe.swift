import BindableKit
import Dispatch
import RxBindable
import RxCore
import Synchronization

/// Small experiments on what the run itself does not show, each with its own observers.
struct Probe: Sendable {
  /// How many of 100 values an observer was told that its queue kept from running meanwhile.
  let slowQueue: Int
  /// The same with the policy `.latest`; `nil` where there is none.
  let slowQueueLatest: Int?
  /// How many subscriptions were left when their owner was gone and nobody had disposed of anything.
  let orphans: Int

  static func run() -> [Probe] {
    [
      Probe(slowQueue: bindable(.every), slowQueueLatest: bindable(.latest), orphans: bindableOrphans()),
      Probe(slowQueue: rx(), slowQueueLatest: nil, orphans: rxOrphans()),
      Probe(slowQueue: bridged(.every), slowQueueLatest: bridged(.latest), orphans: bridgedOrphans()),
    ]
  }

  private static let values = 1...100

  // MARK: - A queue that is slower than the setter

  /// A queue that runs nothing until it is let go.
  private final class HeldQueue: Sendable {
    let queue = DispatchQueue(label: "Compare.slow")
    private let told = Mutex(0)
    private let hold = DispatchSemaphore(value: 0)

    init() {
      queue.async { [hold] in hold.wait() }
    }

    func tell() { told.withLock { $0 += 1 } }

    /// Lets the queue go, and says how often it told someone.
    func release() -> Int {
      hold.signal()
      // Deliveries of many values come in several turns of the queue.
      for _ in values { queue.sync {} }
      return told.withLock { $0 }
    }
  }

  private static func bindable(_ policy: DeliveryPolicy) -> Int {
    let slow = HeldQueue()
    let value = Bindable(0)
    let token = value.observe(replay: false, queue: slow.queue, policy: policy) { _ in slow.tell() }
    for number in values { value.value = number }
    return withExtendedLifetime(token) { slow.release() }
  }

  private static func rx() -> Int {
    let slow = HeldQueue()
    let value = PublishSubject<Int>()
    let scheduler = SerialDispatchQueueScheduler(queue: slow.queue, internalSerialQueueName: "Compare.slow.serial")
    let subscription = value.observe(on: scheduler).subscribe(onNext: { _ in slow.tell() })
    for number in values { value.onNext(number) }
    defer { subscription.dispose() }
    return slow.release()
  }

  private static func bridged(_ policy: DeliveryPolicy) -> Int {
    let slow = HeldQueue()
    let source = PublishSubject<Int>()
    let value = source.asBindable(initial: 0, onError: .replace(with: 0))
    let token = value.observe(replay: false, queue: slow.queue, policy: policy) { _ in slow.tell() }
    for number in values { source.onNext(number) }
    return withExtendedLifetime(token) { slow.release() }
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
