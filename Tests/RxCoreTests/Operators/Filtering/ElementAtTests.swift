import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("element(at:)")
struct ElementAtTests {
  @Test("emits the element at the index, completes, and frees the source")
  func emits() throws {
    try play { try $0.hot("-1-2-3|").element(at: 0) }.expect("-(1|)", "^!")
    try play { try $0.hot("-1-2-3|").element(at: 2) }.expect("-----(3|)", "^----!")
  }

  @Test("fails when the source completes before the index")
  func isOutOfRange() throws {
    try play { try $0.hot("-1-2-3|").element(at: 3) }
      .expect("------#", "^-----!", error: RxError.argumentOutOfRange)
    try play { try $0.hot("-|").element(at: 0) }.expect("-#", "^!", error: RxError.argumentOutOfRange)
  }

  @Test("an element emitted during the last one is not forwarded")
  func reenters() {
    let probe = SourceProbe<Int>()
    let log = Recording<Int>()
    _ = probe.observable.element(at: 1).subscribe(onNext: {
      log.add($0)
      if $0 < 5 { probe.send($0 + 1) }
    })
    probe.send(1, 2)
    #expect(log.elements == [2])
  }

  @Test("a negative index stops the program")
  func refusesNegativeIndex() async {
    await #expect(processExitsWith: .failure) { _ = Observable.of(1).element(at: -1) }
  }
}
