import CAllocations
import OpenCombine
import RxCore

/// Counts the allocations of a chain of six `map` and six `filter`, with RxCore and with OpenCombine.
///
///     swift run -c release --package-path Tests/Benchmarks Allocations
///
/// A separate program, because it replaces `malloc`, which would slow down the benchmarks.
@main
enum AllocationCounts {
  private static let repetitions = 1000

  private final class Sum: @unchecked Sendable {
    var value = 0
  }

  // Unguarded, because there is only one thread.
  private static let sum = Sum()

  static func main() {
    print("per chain, of \(repetitions):")
    var kept = ContiguousArray<Any?>(repeating: nil, count: repetitions)
    report("made and subscribed", "RxCore") {
      let subject = PublishSubject<Int>()
      return { index in kept[index] = chain(subject).subscribe(onNext: { sum.value &+= $0 }) }
    }
    report("made and subscribed", "OpenCombine") {
      let subject = PassthroughSubject<Int, Never>()
      return { index in kept[index] = chain(subject) }
    }
    report("with its subject, one event and disposal", "RxCore") {
      { index in
        let subject = PublishSubject<Int>()
        let subscription = chain(subject).subscribe(onNext: { sum.value &+= $0 })
        subject.onNext(index)
        subscription.dispose()
      }
    }
    report("with its subject, one event and disposal", "OpenCombine") {
      { index in
        let subject = PassthroughSubject<Int, Never>()
        let subscription = chain(subject)
        subject.send(index)
        subscription.cancel()
      }
    }
    keep(kept)
  }

  private static func report(_ task: String, _ library: String, _ prepare: () -> (Int) -> Void) {
    let run = prepare()
    // The first run also makes one-time allocations, such as metadata.
    run(0)
    beginCountingAllocations()
    for index in 0..<repetitions { run(index) }
    let allocations = endCountingAllocations()
    print(
      "\(task), \(library): \(each(allocations.count)) allocations, \(each(allocations.liveBytes)) bytes live, "
        + "\(each(allocations.liveBlockBytes)) as malloc rounds them")
  }

  private static func each(_ total: Int) -> Double { (Double(total) * 10 / Double(repetitions)).rounded() / 10 }

  private static func chain(_ source: Observable<Int>) -> Observable<Int> {
    (0..<6).reduce(source) { source, _ in source.map(increased).filter(isNatural) }
  }

  private static func chain(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
    source
      .map(increased).filter(isNatural).map(increased).filter(isNatural).map(increased).filter(isNatural)
      .map(increased).filter(isNatural).map(increased).filter(isNatural).map(increased).filter(isNatural)
      .sink { sum.value &+= $0 }
  }

  @Sendable
  private static func increased(_ number: Int) -> Int { number &+ 1 }

  @Sendable
  private static func isNatural(_ number: Int) -> Bool { number >= 0 }
}

/// Uses a value in a way that is opaque to the optimiser.
@inline(never)
@_optimize(none)
private func keep<Value>(_ value: Value) {}
