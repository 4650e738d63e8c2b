import OperatorTable
import RxCore
import TestSupport
import Testing

@Suite("laws of released values", .serialized)
struct ReleasedValueLaws {
  @Test("the deinit of a value that the operator releases can make the source emit", arguments: KeepingOperator.all)
  func emits(_ law: KeepingOperator) {
    let source = UntidySource<ReleasedValue>()
    let scheduler = ManualScheduler()
    let numbers = Recording<Int>()
    let subscription = law.apply(source, scheduler).subscribe(onNext: { numbers.add($0.number) })
    for number in 1...3 {
      source.send(.next(ReleasedValue(number, onDeinit: { source.send(.next(ReleasedValue(10 * number))) })))
      scheduler.advance(by: 10)
    }
    source.send(.next(ReleasedValue(4)))
    scheduler.advance(by: 50)
    // Which elements are emitted depends on the operator, but it must still work after it has released values.
    #expect(numbers.elements.contains { $0 == 3 || $0 == 4 })
    #expect(numbers.elements.contains { $0 >= 10 })
    subscription.dispose()
    source.forgetObservers()
  }

  @Test("the deinit of an error that a later error replaces can make the source fail again")
  func fails() {
    let sources = (0..<4).map { _ in UntidySource<Int>() }
    let errors = Recording<String>()
    let subscription = Observable<Int>.catch(sequence: sources).subscribe(
      onError: { errors.add("\(($0 as? ReleasedValue)?.number ?? 0)") })
    sources[0].send(.error(ReleasedValue(1, onDeinit: { sources[1].send(.error(ReleasedValue(3))) })))
    sources[1].send(.error(ReleasedValue(2)))
    sources[3].send(.error(ReleasedValue(4)))
    #expect(errors.elements == ["4"])
    subscription.dispose()
    for source in sources { source.forgetObservers() }
  }
}
