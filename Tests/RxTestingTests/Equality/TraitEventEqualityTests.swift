import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("The equality of the events of traits")
struct TraitEventEqualityTests {
  @Test("events of maybes are compared by kind, element and error")
  func maybes() {
    let all: [MaybeEvent<Int>] = [
      .success(1), .success(2), .error(Failure(code: 1)), .error(Failure(code: 2)), .completed,
    ]
    expectEachEqualsOnlyItself(all)
    #expect(all.dropFirst(3) == [.error(Failure(code: 2)), .completed])
  }

  @Test("events of completables are compared by kind and error")
  func completables() {
    expectEachEqualsOnlyItself([CompletableEvent.error(Failure(code: 1)), .error(Failure(code: 2)), .completed])
  }

  @Test("events of infallibles are compared by kind and element")
  func infallibles() {
    expectEachEqualsOnlyItself([InfallibleEvent<Int>.next(1), .next(2), .completed])
  }

  @Test("events of a maybe, a completable and an infallible can be compared with a list")
  func delivered() {
    let log = Recording<MaybeEvent<Int>>()
    _ = Maybe.just(1).subscribe { log.add($0) }
    _ = Maybe<Int>.error(Failure(code: 1)).subscribe { log.add($0) }
    _ = Maybe<Int>.empty().subscribe { log.add($0) }
    #expect(log.elements == [.success(1), .error(Failure(code: 1)), .completed])

    let outcomes = Recording<CompletableEvent>()
    _ = Completable.empty().subscribe { outcomes.add($0) }
    _ = Completable.error(Failure(code: 1)).subscribe { outcomes.add($0) }
    #expect(outcomes.elements == [.completed, .error(Failure(code: 1))])

    let events = Recording<InfallibleEvent<Int>>()
    _ = Infallible.of(1, 2).subscribe { events.add($0) }
    #expect(events.elements == [.next(1), .next(2), .completed])
  }

  private func expectEachEqualsOnlyItself<Value: Equatable>(
    _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (index, one) in values.enumerated() {
      for (other, two) in values.enumerated() {
        #expect((one == two) == (index == other), sourceLocation: sourceLocation)
      }
    }
  }
}

/// An error without a `==`.
private struct Failure: Error {
  let code: Int
}
