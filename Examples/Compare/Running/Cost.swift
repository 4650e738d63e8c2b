import BindableKit
import RxBindable
import RxCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What one approach costs, measured in this run.
struct Cost: Sendable {
  /// The time from setting or emitting a value until its only observer returned.
  let nanosecondsPerValue: Double
  /// The memory of an observer that lives as long as its owner; `nil` if there is no such observer, or if memory cannot
  /// be measured on this platform.
  let bytesPerObserverWithOwner: Double?
  /// The memory of an observer with its token or, with Rx, its disposable; `nil` if memory cannot be measured.
  let bytesPerObserverWithToken: Double?
}

/// Measures what a value and an observer cost. In a debug build the figures would mean nothing.
enum CostMeter {
  #if DEBUG
    static let isMeaningful = false
  #else
    static let isMeaningful = true
  #endif

  private static let values = 200_000
  private static let observers = 100_000

  private final class Sum: @unchecked Sendable {  // Used on one thread.
    var value = 0
  }

  /// To be called before the run: new observers might use memory that the run freed, and seem to take none.
  static func measure() -> [Cost] {
    // For the same reason, all observers are kept until the last are measured.
    let withOwner = [memory(of: bindableObservers), nil, memory(of: bridgedObservers)]
    let withToken = [memory(of: bindableTokens), memory(of: rxDisposables), memory(of: bridgedTokens)]
    let deliveries = [bindableValues, rxValues, bridgedValues]
    var times = deliveries.map { _ in [Double]() }
    for _ in 0..<5 {
      for (index, deliver) in deliveries.enumerated() {
        let elapsed = ContinuousClock().measure { deliver(values) }
        times[index].append(elapsed / .nanoseconds(1) / Double(values))
      }
    }
    return times.indices.map { index in
      Cost(
        nanosecondsPerValue: times[index].sorted()[2], bytesPerObserverWithOwner: withOwner[index]?.bytesPerObserver,
        bytesPerObserverWithToken: withToken[index]?.bytesPerObserver)
    }
  }

  /// Makes observers, and returns what they need to exist. Tokens and disposables are stored one by one in `tokens`, which has room for all
  /// of them.
  private typealias MakeObservers = (_ count: Int, _ tokens: inout [AnyObject?]) -> [AnyObject]

  private static func memory(of make: MakeObservers) -> (bytesPerObserver: Double, kept: [AnyObject?])? {
    var tokens = [AnyObject?](repeating: nil, count: observers)
    // What is allocated only once, such as metadata, does not count.
    let first = make(1, &tokens)
    guard let before = residentBytes() else { return nil }
    let made = make(observers, &tokens)
    guard let after = residentBytes() else { return nil }
    return (Double(max(0, after - before)) / Double(observers), first + made + tokens)
  }

  // MARK: - One observer, many values

  private static func bindableValues(_ count: Int) {
    let (bindable, sum) = (Bindable(0), Sum())
    let token = bindable.observe { sum.value &+= $0 }
    for number in 0..<count { bindable.value = number }
    token.cancel()
  }

  private static func rxValues(_ count: Int) {
    let (subject, sum) = (BehaviorSubject(value: 0), Sum())
    let subscription = subject.subscribe(onNext: { sum.value &+= $0 })
    for number in 0..<count { subject.onNext(number) }
    subscription.dispose()
  }

  private static func bridgedValues(_ count: Int) {
    let (subject, sum) = (BehaviorSubject(value: 0), Sum())
    let bindable = subject.asBindable(initial: 0, onError: .replace(with: 0))
    let token = bindable.observe { sum.value &+= $0 }
    for number in 0..<count { subject.onNext(number) }
    token.cancel()
  }

  // MARK: - Many observers

  private static func bindableObservers(_ count: Int, _: inout [AnyObject?]) -> [AnyObject] {
    let bindable = Bindable(0)
    return [bindable, observe(bindable, count)]
  }

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

  private static func bridgedObservers(_ count: Int, _: inout [AnyObject?]) -> [AnyObject] {
    let subject = BehaviorSubject(value: 0)
    let bindable = subject.asBindable(initial: 0, onError: .replace(with: 0))
    return [subject, bindable, observe(bindable, count)]
  }

  private static func bridgedTokens(_ count: Int, _ tokens: inout [AnyObject?]) -> [AnyObject] {
    let subject = BehaviorSubject(value: 0)
    let bindable = subject.asBindable(initial: 0, onError: .replace(with: 0))
    observe(bindable, count, &tokens)
    return [subject, bindable]
  }

  /// Returns the owner.
  private static func observe(_ bindable: Bindable<Int>, _ count: Int) -> AnyObject {
    let (owner, sum) = (Sum(), Sum())
    for _ in 0..<count { bindable.observe(on: owner) { sum.value &+= $0 } }
    return owner
  }

  private static func observe(_ bindable: Bindable<Int>, _ count: Int, _ tokens: inout [AnyObject?]) {
    let sum = Sum()
    for index in 0..<count { tokens[index] = bindable.observe { sum.value &+= $0 } }
  }

  /// The memory of the process that is in use; `nil` where that cannot be found out.
  private static func residentBytes() -> Int? {
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // In pages: the size of all, then what is resident.
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * Int(getpagesize())
  }
}
