import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("takeLast")
struct TakeLastTests {
  @Test("emits the last elements when the source completes")
  func emits() throws {
    try play { try $0.hot("-1-2-3|").takeLast(0) }.expect("------|", "^-----!")
    try play { try $0.hot("-1-2-3|").takeLast(2) }.expect("------(23|)", "^-----!")
    try play { try $0.hot("-1-2-3|").takeLast(3) }.expect("------(123|)", "^-----!")
    try play { try $0.hot("-1-2-3|").takeLast(.max) }.expect("------(123|)", "^-----!")
    try play { try $0.hot("-|").takeLast(2) }.expect("-|", "^!")
  }

  @Test("emits nothing but the error if the source fails")
  func fails() throws {
    try play { try $0.hot("-1-#").takeLast(2) }.expect("---#", "^--!")
  }

  @Test("disposal frees the source, even while the elements are emitted")
  func disposes() throws {
    try play("^--!") { try $0.hot("-1-2|").takeLast(2) }.expect("", "^--!")
    let probe = SourceProbe<Int>()
    let recording = probe.observable.takeLast(3).record(disposeAfter: 2)
    probe.send(1, 2, 3)
    probe.complete()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == [])
  }

  @Test("stores no more elements than it will emit, and none after the end")
  func isBounded() {
    let lifetimes = Lifetimes()
    let probe = SourceProbe<Tracked>()
    let subscription = probe.observable.takeLast(2).subscribe()
    for _ in 1...1_000 {
      probe.send(lifetimes.make())
      #expect(lifetimes.alive <= 2)
    }
    #expect(lifetimes.alive == 2)
    probe.complete()
    #expect(lifetimes.alive == 0)
    subscription.dispose()
  }

  @Test("the deinit of an element that is not stored any more can make the source emit")
  func survivesDeinit() {
    let lifetimes = Lifetimes()
    let source = UntidySource<Tracked>()
    let third = lifetimes.make()
    let seen = Recording<Tracked>()
    _ = source.takeLast(1).subscribe(onNext: { seen.add($0) })
    source.send(.next(lifetimes.make(atEnd: { source.send(.next(third)) })))
    source.send(.next(lifetimes.make()))
    source.send(.completed)
    #expect(seen.count == 1)
    #expect(seen.elements.first === third)
    source.forgetObservers()
  }

  @Test("a negative count stops the program")
  func refusesNegativeCount() async {
    await #expect(processExitsWith: .failure) { _ = Observable.of(1).takeLast(-1) }
  }
}
