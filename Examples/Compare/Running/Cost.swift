import BindableKit
import Dispatch
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
struct Cost {
  let name: String
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

  private final class Sum: @unchecked Sendable {
    var value = 0
  }

  static func measure() -> [Cost] {
    [
      cost("Bindable", send: bindableEvents, observers: bindableObservers),
      cost("Rx", send: rxEvents, observers: rxObservers),
      cost("Bridged", send: bridgedEvents, observers: bridgedObservers),
    ]
  }

  private static func cost(_ name: String, send: (Int) -> Void, observers: (Int) -> Any) -> Cost {
    let count = 200_000
    let times = (0..<5).map { _ in
      let start = DispatchTime.now().uptimeNanoseconds
      send(count)
      return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
    }
    let held = 50_000
    let before = residentBytes()
    let kept = observers(held)
    let after = residentBytes()
    withExtendedLifetime(kept) {}
    return Cost(
      name: name, nanosecondsPerEvent: times.sorted()[2],
      bytesPerObserver: max(0, Double(after - before) / Double(held)))
  }

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
    let (bindable, sum) = (Bindable(0), Sum())
    let subscription = bindable.asObservable().subscribe(onNext: { sum.value &+= $0 })
    for number in 0..<count { bindable.value = number }
    subscription.dispose()
  }

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
    let (bindable, sum) = (Bindable(0), Sum())
    let (observable, bag) = (bindable.asObservable(), DisposeBag())
    for _ in 0..<count { observable.subscribe(onNext: { [weak sum] in sum?.value &+= $0 }).disposed(by: bag) }
    return (bindable, sum, bag)
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
