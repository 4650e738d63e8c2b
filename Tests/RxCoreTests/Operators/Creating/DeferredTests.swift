import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("deferred")
struct DeferredTests {
  @Test("makes a source only on subscription, one for each")
  func makesSources() {
    let made = Guarded(0)
    let source = Observable<Int>.deferred {
      .just(
        made.withLock { count -> Int in
          count += 1
          return count
        })
    }
    #expect(made.withLock { $0 } == 0)
    #expect(source.record().elements == [1])
    let second = source.record()
    #expect(second.elements == [2])
    #expect(second.terminals == ["completed"])
  }

  @Test("an error thrown by the factory ends the sequence")
  func fails() {
    #expect(Observable<Int>.deferred { throw TestError.one }.record().terminals == ["one"])
  }
}

@Suite("deferred in virtual time")
struct DeferredTimeTests {
  @Test("makes its source on subscription, and emits the source's elements")
  func defers() throws {
    try play { marbles in
      let source = try marbles.cold("-1-2|")
      return .deferred {
        #expect(marbles.scheduler.clock == 200)
        return source
      }
    }.expect("-1-2|", "^---!")
  }

  @Test("fails with its source or when the closure throws")
  func fails() throws {
    try play { marbles in
      let source = try marbles.hot("-1-#")
      return .deferred { source }
    }.expect("-1-#", "^--!")
    try play { _ in Observable<Int>.deferred { throw TestError.one } }.expect("#", error: TestError.one)
  }
}
