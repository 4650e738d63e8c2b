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
  let nanosecondsPerEvent: Double
  let bytesPerObserver: Double
}

/// Measures what an event and an observer cost. In a debug build the figures would mean nothing.
enum CostMeter {
  #if DEBUG
    static let isMeaningful = false
  #else
    static let isMeaningful = true
  #endif

  static let events = 200_000
  static let observers = 50_000

  private final class Sum: @unchecked Sendable {
    var value = 0
  }

  /// Call it before the run: memory that was used and freed would hide what observers take.
  static func measure() -> [Cost] {
    // All of them are kept until the last is measured, for the same reason.
    let memory = [bindableObservers, rxObservers, bridgedObservers].map(growth)
    let pumps = [bindableEvents, rxEvents, bridgedEvents]
    var times = pumps.map { _ in [Double]() }
    for _ in 0..<5 {
      for (index, pump) in pumps.enumerated() {
        let elapsed = ContinuousClock().measure { pump(events) }
        times[index].append(elapsed / .nanoseconds(1) / Double(events))
      }
    }
    return zip(times, memory).map { times, memory in
      Cost(nanosecondsPerEvent: times.sorted()[2], bytesPerObserver: Double(memory.bytes) / Double(observers))
    }
  }

  private static func growth(_ make: (Int) -> Any) -> (bytes: Int, kept: Any) {
    let before = residentBytes()
    let kept = make(observers)
    return (max(0, residentBytes() - before), kept)
  }

  // MARK: - One observer, many events

  private static func bindableEvents(_ count: Int) {
    let (bindable, sum) = (Bindable(0), Sum())
    let token = bindable.observe { sum.value &+= $0 }
    for number in 0..<count { bindable.value = number }
    token.cancel()
  }

  private static func rxEvents(_ count: Int) {
    let (subject, sum) = (BehaviorSubject(value: 0), Sum())
    let subscription = subject.subscribe(onNext: { sum.value &+= $0 })
    for number in 0..<count { subject.onNext(number) }
    subscription.dispose()
  }

  private static func bridgedEvents(_ count: Int) {
    let (subject, sum) = (BehaviorSubject(value: 0), Sum())
    let bindable = subject.asBindable(initial: 0, onError: .replace(with: 0))
    let token = bindable.observe { sum.value &+= $0 }
    for number in 0..<count { subject.onNext(number) }
    token.cancel()
  }

  // MARK: - Many observers

  private static func bindableObservers(_ count: Int) -> Any {
    let (bindable, sum) = (Bindable(0), Sum())
    for _ in 0..<count { bindable.observe(on: sum, replay: false) { [weak sum] in sum?.value &+= $0 } }
    return (bindable, sum)
  }

  private static func rxObservers(_ count: Int) -> Any {
    let (subject, sum) = (BehaviorSubject(value: 0), Sum())
    let bag = DisposeBag()
    for _ in 0..<count { subject.subscribe(onNext: { [weak sum] in sum?.value &+= $0 }).disposed(by: bag) }
    return (subject, sum, bag)
  }

  private static func bridgedObservers(_ count: Int) -> Any {
    let (subject, sum) = (BehaviorSubject(value: 0), Sum())
    let bindable = subject.asBindable(initial: 0, onError: .replace(with: 0))
    for _ in 0..<count { bindable.observe(on: sum, replay: false) { [weak sum] in sum?.value &+= $0 } }
    return (subject, bindable, sum)
  }

  /// The memory of the process that is in use, in bytes; 0 where it cannot be asked.
  private static func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
  }
}
