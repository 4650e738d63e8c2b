import BindableKit
import Dispatch
import Observation
import RxBindable
import RxCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures the cost of assignments, observers and chains. Figures from a debug build are meaningless.
enum CostMeter {
  #if DEBUG
    static let isMeaningful = false
  #else
    static let isMeaningful = true
  #endif

  private static let sets = 50_000
  private static let objects = 100_000

  private final class Sum: @unchecked Sendable {  // Used on one thread.
    var value = 0
  }

  /// Measures all costs. Call this before the run: new observers might otherwise reuse memory that the run freed, and
  /// seem to take none.
  static func measure() -> [Row] {
    // Keep all objects until the last measurement: otherwise later objects would reuse the memory of freed ones.
    let observers = [bindableTokens, rxDisposables, bridgedTokens, observableRegistrations].map(memory)
    let values = [bindableBacklog, rxBacklog, bridgedBacklog, observableBacklog].map(memory)
    let rows = [
      Row("memory", "bytes per observer", observers.map { $0.map { .number($0.bytes) } ?? .none }),
      Row("queue", "bytes, queued value", values.map { $0.map { .number($0.bytes) } ?? .none }),
    ]
    withExtendedLifetime((observers, values)) {}
    return [
      Row("set", "ns, one observer", times([bindableSets, rxSets, bridgedSets, observableSets])),
      Row("chain", "ns through six maps", times([bindableChain, rxChain, bridgedChain, observableChain])),
    ] + rows
  }

  /// Nanoseconds per assignment, the median of five rounds.
  private static func times(_ contenders: [(_ count: Int) -> Void]) -> [Cell] {
    var times = contenders.map { _ in [Double]() }
    for _ in 0..<5 {
      for (index, run) in contenders.enumerated() {
        let elapsed = ContinuousClock().measure { run(sets) }
        times[index].append(elapsed / .nanoseconds(1) / Double(sets))
      }
    }
    return times.map { .decimal($0.sorted()[2]) }
  }

  /// Makes `count` objects, and returns the objects on which they depend. Tokens and disposables are stored
  /// individually in `tokens`, which has room for all of them.
  private typealias Make = (_ count: Int, _ tokens: inout [AnyObject?]) -> [AnyObject]

  private static func memory(of make: Make) -> (bytes: Int, kept: [AnyObject?])? {
    var tokens = [AnyObject?](repeating: nil, count: objects)
    // Make one object first, so that one-time allocations, such as metadata, do not count.
    let first = make(1, &tokens)
    guard let before = residentBytes() else { return nil }
    let made = make(objects, &tokens)
    guard let after = residentBytes() else { return nil }
    return (max(0, after - before) / objects, first + made + tokens)
  }

  // MARK: - One observer, many changes

  private static func bindableSets(_ count: Int) {
    let bindable = Bindable(0)
    set(bindable, count, observed: bindable)
  }

  private static func bindableChain(_ count: Int) {
    let bindable = Bindable(0)
    let end = bindable.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    set(bindable, count, observed: end)
  }

  private static func set(_ bindable: Bindable<Int>, _ count: Int, observed: ReadOnlyBindable<Int>) {
    let sum = Sum()
    let token = observed.observe { sum.value &+= $0 }
    for number in 0..<count { bindable.value = number }
    token.cancel()
  }

  private static func rxSets(_ count: Int) {
    let subject = BehaviorSubject(value: 0)
    set(subject, count, observed: subject)
  }

  private static func rxChain(_ count: Int) {
    let subject = BehaviorSubject(value: 0)
    set(subject, count, observed: sixMaps(subject))
  }

  private static func set(_ subject: BehaviorSubject<Int>, _ count: Int, observed: Observable<Int>) {
    let sum = Sum()
    let subscription = observed.subscribe(onNext: { sum.value &+= $0 })
    for number in 0..<count { subject.onNext(number) }
    subscription.dispose()
  }

  private static func sixMaps(_ source: Observable<Int>) -> Observable<Int> {
    source.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
  }

  private static func bridgedSets(_ count: Int) { bridged(count) { $0 } }

  private static func bridgedChain(_ count: Int) { bridged(count, sixMaps) }

  private static func bridged(_ count: Int, _ chain: (Observable<Int>) -> Observable<Int>) {
    let (subject, sum) = (BehaviorSubject(value: 0), Sum())
    let bindable = chain(subject).asBindable(initial: 0, onError: .replace(with: 0))
    let token = bindable.observe { sum.value &+= $0 }
    for number in 0..<count { subject.onNext(number) }
    token.cancel()
  }

  /// A number with a chain of six computed properties.
  @Observable
  final class ObservableNumber {
    var value = 0
    var one: Int { value + 1 }
    var two: Int { one + 1 }
    var three: Int { two + 1 }
    var four: Int { three + 1 }
    var five: Int { four + 1 }
    var six: Int { five + 1 }
  }

  private static func observableSets(_ count: Int) { set(ObservableNumber(), count) { $0.value } }

  private static func observableChain(_ count: Int) { set(ObservableNumber(), count) { $0.six } }

  /// Reads the value after each assignment, so that no value is missed, and registers again.
  private static func set(_ number: ObservableNumber, _ count: Int, _ read: (ObservableNumber) -> Int) {
    let (sum, changes) = (Sum(), Sum())
    func track() { sum.value &+= withObservationTracking({ read(number) }, onChange: { changes.value += 1 }) }
    track()
    for value in 1...count {
      number.value = value
      if changes.value == value { track() }
    }
  }

  // MARK: - Many observers

  private static func bindableTokens(_ count: Int, _ tokens: inout [AnyObject?]) -> [AnyObject] {
    let bindable = Bindable(0)
    observe(bindable, count, &tokens)
    return [bindable]
  }

  private static func rxDisposables(_ count: Int, _ tokens: inout [AnyObject?]) -> [AnyObject] {
    let (subject, sum) = (BehaviorSubject(value: 0), Sum())
    for index in 0..<count { tokens[index] = subject.subscribe(onNext: { sum.value &+= $0 }) as AnyObject }
    return [subject]
  }

  private static func bridgedTokens(_ count: Int, _ tokens: inout [AnyObject?]) -> [AnyObject] {
    let subject = BehaviorSubject(value: 0)
    let bindable = subject.asBindable(initial: 0, onError: .replace(with: 0))
    observe(bindable, count, &tokens)
    return [subject, bindable]
  }

  private static func observe(_ bindable: Bindable<Int>, _ count: Int, _ tokens: inout [AnyObject?]) {
    let sum = Sum()
    for index in 0..<count { tokens[index] = bindable.observe { sum.value &+= $0 } }
  }

  private static func observableRegistrations(_ count: Int, _: inout [AnyObject?]) -> [AnyObject] {
    let (number, sum) = (ObservableNumber(), Sum())
    for _ in 0..<count { sum.value &+= withObservationTracking({ number.value }, onChange: { sum.value += 1 }) }
    return [number]
  }

  // MARK: - Many values for one busy observer

  /// A queue that is busy until this object is released, and a subscription on the queue.
  private final class Busy {
    let queue = DispatchQueue(label: "Compare.busy")
    var subscription: (any Disposable)?

    init() { queue.suspend() }

    deinit {
      subscription?.dispose()
      queue.resume()
    }
  }

  private static func bindableBacklog(_ count: Int, _: inout [AnyObject?]) -> [AnyObject] {
    let (bindable, busy) = (Bindable(0), Busy())
    busy.subscription = bindable.observe(queue: busy.queue) { _ in }
    for number in 0..<count { bindable.value = number }
    return [bindable, busy]
  }

  private static func rxBacklog(_ count: Int, _: inout [AnyObject?]) -> [AnyObject] {
    let (subject, busy) = (BehaviorSubject(value: 0), Busy())
    let scheduler = SerialDispatchQueueScheduler(queue: busy.queue, internalSerialQueueName: "Compare.busy.serial")
    busy.subscription = subject.observe(on: scheduler).subscribe(onNext: { _ in })
    for number in 0..<count { subject.onNext(number) }
    return [subject, busy]
  }

  private static func bridgedBacklog(_ count: Int, _: inout [AnyObject?]) -> [AnyObject] {
    let (subject, busy) = (BehaviorSubject(value: 0), Busy())
    let bindable = subject.asBindable(initial: 0, onError: .replace(with: 0))
    busy.subscription = bindable.observe(queue: busy.queue) { _ in }
    for number in 0..<count { subject.onNext(number) }
    return [subject, bindable, busy]
  }

  /// The observer is registered, but never reads.
  private static func observableBacklog(_ count: Int, _: inout [AnyObject?]) -> [AnyObject] {
    let (number, sum) = (ObservableNumber(), Sum())
    sum.value = withObservationTracking({ number.value }, onChange: { sum.value += 1 })
    for value in 0..<count { number.value = value }
    return [number]
  }

  /// The resident memory of the process, in bytes; `nil` where it is not known.
  private static func residentBytes() -> Int? {
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // In pages: the total size, then the resident part.
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * Int(getpagesize())
  }
}
