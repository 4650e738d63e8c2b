import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("asSingle")
struct AsSingleTests {
  @Test("emits the only element when the source completes")
  func emits() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.asSingle().record()
    probe.send(1)
    #expect(recording.elements == [])
    probe.complete()
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
    #expect(probe.disposals == 1)
  }

  @Test("fails if there is no element")
  func refusesNone() {
    #expect(Observable<Int>.empty().asSingle().record().terminals == ["\(RxError.noElements)"])
  }

  @Test("fails at the second element and frees the source immediately")
  func refusesSecond() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.asSingle().record()
    probe.send(1, 2)
    #expect(recording.elements == [])
    #expect(recording.terminals == ["\(RxError.moreThanOneElement)"])
    #expect(probe.disposals == 1)
  }

  @Test("nil is an element like any other")
  func takesNil() {
    #expect(Observable<Int?>.of(nil, nil).asSingle().record().terminals == ["\(RxError.moreThanOneElement)"])
  }

  @Test("forwards an error from the source")
  func forwardsError() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.asSingle().record()
    probe.send(1)
    probe.fail(TestError.one)
    #expect(recording.elements == [])
    #expect(recording.terminals == ["one"])
  }
}

@Suite("asSingle in virtual time")
struct AsSingleTimeTests {
  @Test("emits the only element when the source completes")
  func emits() throws {
    try play { try $0.hot("-1--|").asSingle().asObservable() }.expect("----(1|)", "^---!")
  }

  @Test("fails when the source fails, at a second element, and at completion without an element")
  func fails() throws {
    try play { try $0.hot("-1-#").asSingle().asObservable() }.expect("---#", "^--!")
    try play { try $0.hot("-1-2-|").asSingle().asObservable() }
      .expect("---#", "^--!", error: RxError.moreThanOneElement)
    try play { try $0.hot("--|").asSingle().asObservable() }.expect("--#", "^-!", error: RxError.noElements)
  }
}
