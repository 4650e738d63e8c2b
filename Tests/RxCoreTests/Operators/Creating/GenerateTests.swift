import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("generate", .dedicatedThreads)
struct GenerateTests {
  @Test("emits states as long as the condition holds, and completes")
  func generates() {
    let recording = Observable.generate(initialState: 1, condition: { $0 < 100 }, iterate: { $0 * 3 }).record()
    #expect(recording.elements == [1, 3, 9, 27, 81])
    #expect(recording.terminals == ["completed"])
    #expect(Observable.generate(initialState: 1, condition: { _ in false }, iterate: { $0 }).record().elements == [])
  }

  @Test("disposal stops the loop: no closure is called any more", arguments: [1, 4])
  func stops(count: Int) {
    let calls = Recording<String>()
    let recording = Observable.generate(
      initialState: 0,
      condition: { _ in
        calls.add("condition")
        return true
      },
      iterate: {
        calls.add("iterate")
        return $0 + 1
      }
    ).take(count).record()
    #expect(recording.elements == Array(0..<count))
    #expect(calls.elements.filter { $0 == "condition" }.count == count)
    #expect(calls.elements.filter { $0 == "iterate" }.count == count - 1)
  }

  @Test("after a disposal inside iterate, condition is not called")
  func disposesInside() {
    let calls = Recording<String>()
    let scheduler = ManualScheduler()
    let subscription = SingleAssignmentDisposable()
    let numbers = Observable.generate(
      initialState: 0,
      condition: { _ in
        calls.add("condition")
        return true
      },
      scheduler: scheduler,
      iterate: {
        calls.add("iterate")
        subscription.dispose()
        return $0 + 1
      })
    subscription.setDisposable(numbers.subscribe())
    while scheduler.runNext() {}
    #expect(calls.elements == ["condition", "iterate"])
  }

  @Test("two loops on the same thread alternate")
  func alternates() {
    let loop = { (first: Int) in
      Observable.generate(initialState: first, condition: { $0 < first + 3 }, iterate: { $0 + 1 })
    }
    #expect(Observable<Int>.merge(loop(0), loop(10)).record().elements == [0, 10, 1, 11, 2, 12])
  }

  @Test("a long loop does not overflow the stack")
  func doesNotOverflowStack() {
    let last = Guarded(0)
    withStack {
      _ = Observable.generate(initialState: 0, condition: { $0 <= 100_000 }, iterate: { $0 + 1 })
        .subscribe(onNext: { element in last.withLock { $0 = element } })
    }
    #expect(last.withLock { $0 } == 100_000)
  }
}

@Suite("generate in virtual time")
struct GenerateTimeTests {
  @Test("uses a turn of the scheduler for each element and one for the completion")
  func emits() throws {
    try play {
      Observable.generate(initialState: 0, condition: { $0 <= 3 }, scheduler: $0.scheduler, iterate: { $0 + 1 })
    }.expect("-0123|")
  }

  @Test("fails when the condition or the step throws")
  func fails() throws {
    try play {
      Observable.generate(
        initialState: 0, condition: { if $0 > 1 { throw TestError.one } else { true } }, scheduler: $0.scheduler,
        iterate: { $0 + 1 })
    }.expect("-01#", error: TestError.one)
    try play {
      Observable<Int>.generate(
        initialState: 0, condition: { _ in true }, scheduler: $0.scheduler, iterate: { _ in throw TestError.one })
    }.expect("-0#", error: TestError.one)
  }

  @Test("disposal ends it")
  func disposes() throws {
    try play("^--!") {
      Observable.generate(initialState: 0, condition: { _ in true }, scheduler: $0.scheduler, iterate: { $0 + 1 })
    }.expect("-01")
  }
}
