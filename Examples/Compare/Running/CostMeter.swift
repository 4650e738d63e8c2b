import BindableKit
import Observation
import RxBindable
import RxCore

/// Measures setting a number that one observer receives. Figures from a debug build are meaningless.
enum CostMeter {
  #if DEBUG
    static let isMeaningful = false
  #else
    static let isMeaningful = true
  #endif

  private static let sets = 50_000

  private final class Sum: @unchecked Sendable {  // Used on one thread.
    var value = 0
  }

  /// Nanoseconds for each set, the median of five rounds.
  static func measure() -> Row {
    let contenders = [setBindable, setSubject, setBridged, setObservable]
    var times = contenders.map { _ in [Double]() }
    for _ in 0..<5 {
      for (index, run) in contenders.enumerated() {
        let elapsed = ContinuousClock().measure { run() }
        times[index].append(elapsed / .nanoseconds(1) / Double(sets))
      }
    }
    return Row("set", "ns, one observer", times.map { .decimal($0.sorted()[2]) })
  }

  private static func setBindable() {
    let (bindable, sum) = (Bindable(0), Sum())
    let token = bindable.observe { sum.value &+= $0 }
    for number in 0..<sets { bindable.value = number }
    token.cancel()
  }

  private static func setSubject() {
    let (subject, sum) = (BehaviorSubject(value: 0), Sum())
    let subscription = subject.subscribe(onNext: { sum.value &+= $0 })
    for number in 0..<sets { subject.onNext(number) }
    subscription.dispose()
  }

  private static func setBridged() {
    let (subject, sum) = (BehaviorSubject(value: 0), Sum())
    let bindable = subject.asBindable(initial: 0, onError: .replace(with: 0))
    let token = bindable.observe { sum.value &+= $0 }
    for number in 0..<sets { subject.onNext(number) }
    token.cancel()
  }

  @Observable final class Number {
    var value = 0
  }

  /// Reads the value after each set, so that no value is missed, and registers again.
  private static func setObservable() {
    let (number, sum, changes) = (Number(), Sum(), Sum())
    func track() { sum.value &+= withObservationTracking({ number.value }, onChange: { changes.value += 1 }) }
    track()
    for value in 1...sets {
      number.value = value
      if changes.value == value { track() }
    }
  }
}
