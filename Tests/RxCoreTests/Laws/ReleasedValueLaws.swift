import Dispatch
import RxCore
import TestSupport
import Testing

/// An element or an error that calls a closure in its deinit.
private final class Value: Error, Equatable {
  let number: Int
  private let onDeinit: @Sendable () -> Void

  init(_ number: Int, onDeinit: @escaping @Sendable () -> Void = {}) {
    self.number = number
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }

  static func == (one: Value, other: Value) -> Bool { one.number == other.number }
}

/// An operator that stores elements, or values made from them.
private struct KeepingOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Observable<Value>, ManualScheduler) -> Observable<Value>

  init(_ name: String, _ apply: @escaping @Sendable (Observable<Value>, ManualScheduler) -> Observable<Value>) {
    testDescription = name
    self.apply = apply
  }

  static let all = [
    KeepingOperator("scan") { source, _ in source.scan(Value(0)) { $1 } },
    KeepingOperator("scan(into:)") { source, _ in source.scan(into: Value(0)) { $0 = $1 } },
    KeepingOperator("distinctUntilChanged") { source, _ in source.distinctUntilChanged() },
    KeepingOperator("distinctUntilChanged, key") { source, _ in source.distinctUntilChanged { [$0] } },
    KeepingOperator("debounce") { source, scheduler in source.debounce(.milliseconds(5), scheduler: scheduler) },
    KeepingOperator("throttle") { source, scheduler in source.throttle(.milliseconds(25), scheduler: scheduler) },
    KeepingOperator("delay") { source, scheduler in source.delay(.milliseconds(5), scheduler: scheduler) },
    KeepingOperator("buffer") { source, scheduler in
      source.buffer(timeSpan: .milliseconds(5), count: 2, scheduler: scheduler).flatMap { Observable.from($0) }
    },
    KeepingOperator("window") { source, scheduler in
      source.window(timeSpan: .milliseconds(5), count: 2, scheduler: scheduler).flatMap { $0 }
    },
    KeepingOperator("groupBy") { source, _ in source.groupBy { $0.number % 2 }.flatMap { $0 } },
    KeepingOperator("withLatestFrom") { source, _ in source.withLatestFrom(source) },
    KeepingOperator("sample") { source, _ in source.sample(source) },
    KeepingOperator("combineLatest") { source, _ in .combineLatest(source, source) { $1 } },
    KeepingOperator("zip") { source, _ in .zip(source, source) { $1 } },
    KeepingOperator("flatMapLatest") { source, _ in
      source.flatMapLatest { Observable.just($0).concat(Observable.never()) }
    },
    KeepingOperator("concatMap") { source, _ in source.concatMap { Observable.just($0) } },
    KeepingOperator("share(replay:)") { source, _ in source.share(replay: 1) },
  ]
}

@Suite("laws of released values", .serialized)
struct ReleasedValueLaws {
  @Test("the deinit of a value that the operator releases can make the source emit", arguments: KeepingOperator.all)
  fileprivate func emits(_ law: KeepingOperator) {
    let source = UntidySource<Value>()
    let scheduler = ManualScheduler()
    let numbers = Log<Int>()
    let subscription = law.apply(source, scheduler).subscribe(onNext: { numbers.add($0.number) })
    for number in 1...3 {
      source.send(.next(Value(number, onDeinit: { source.send(.next(Value(10 * number))) })))
      scheduler.advance(by: 10)
    }
    source.send(.next(Value(4)))
    scheduler.advance(by: 50)
    // Which elements are emitted depends on the operator, but it must still work after it has released values.
    #expect(numbers.entries.contains { $0 == 3 || $0 == 4 })
    #expect(numbers.entries.contains { $0 >= 10 })
    subscription.dispose()
    source.forgetObservers()
  }

  @Test("the deinit of an error that a later error replaces can make the source fail again")
  func fails() {
    let sources = (0..<4).map { _ in UntidySource<Int>() }
    let errors = Log<String>()
    let subscription = Observable<Int>.catch(sequence: sources).subscribe(
      onError: { errors.add("\(($0 as? Value)?.number ?? 0)") })
    sources[0].send(.error(Value(1, onDeinit: { sources[1].send(.error(Value(3))) })))
    sources[1].send(.error(Value(2)))
    sources[3].send(.error(Value(4)))
    #expect(errors.entries == ["4"])
    subscription.dispose()
    for source in sources { source.forgetObservers() }
  }
}
