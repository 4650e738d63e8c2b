import BindableKit
import Dispatch
import RxBindable
import RxCore
import TestSupport

/// Threads that set and emit, in turns, what is delivered on one queue, while observers of that queue come and go. It
/// must arrive in the order of the turns.
struct QueueOrder {
  private let seed: Int

  init(seed: Int) { self.seed = seed }

  func run() throws {
    let queue = Guarded<DispatchQueue?>(nil)
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "soak.order") { made in
      queue.withLock { $0 = made }
    }
    guard let queue = queue.withLock({ $0 }) else { throw Failure("The scheduler has no queue.") }
    let seen = Recording<Int>()
    let (plain, queued, source, target, subject) = (
      Bindable(0), Bindable(0, queue: queue), Bindable(0), Bindable(0, queue: queue), PublishSubject<Int>()
    )
    let receive: @Sendable (Int) -> Void = { seen.add($0) }
    let kept: [Any] = [
      plain.observe(replay: false, queue: queue, receive),
      queued.map { $0 }.observe(replay: false, queue: nil, receive),
      target.observe(replay: false, queue: nil, receive), source.map { $0 }.bind(to: target),
    ]
    let subscription = subject.observe(on: scheduler).subscribe(onNext: receive)
    queue.sync {}
    let first = seen.count  // The binding has set its target.
    let sent = Guarded<[Int]>([])
    let seed = seed
    try onThreadsOrThrow(3) { thread in
      var dice = SplitMix64(seed: seed &* 3 &+ thread)
      for _ in 0..<Int.random(in: 1...60, using: &dice) {
        let kind = Int.random(in: 0..<6, using: &dice)
        sent.withLock { sent in
          if kind == 5 { return plain.observe(queue: queue) { _ in }.cancel() }
          let number = sent.count + 1
          sent.append(number)
          switch kind {
          case 0: plain.value = number
          case 1: queued.value = number
          case 2: source.value = number
          case 3: subject.onNext(number)
          default:
            _ = scheduler.schedule(number) {
              receive($0)
              return Disposables.create()
            }
          }
        }
      }
    }
    settle([queue], hops: 10)
    let (expected, arrived) = (sent.withLock { $0 }, Array(seen.elements.dropFirst(first)))
    if arrived != expected { throw Failure("\(arrived) arrives instead of \(expected.count) numbers in order.") }
    subscription.dispose()
    withExtendedLifetime(kept) {}
  }
}
