import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("catchAndReturn")
struct CatchAndReturnTests {
  @Test("emits an element in place of the error, and completes")
  func returns() {
    let source = SourceProbe<Int>()
    let recording = source.observable.catchAndReturn(9).record()
    source.send(1)
    source.fail(TestError.one)
    #expect(recording.elements == [1, 9])
    #expect(recording.terminals == ["completed"])
    #expect(source.disposals == 1)
    #expect(Observable.just(1).catchAndReturn(9).record().elements == [1])
  }
}

@Suite("catchAndReturn in virtual time")
struct CatchAndReturnTimeTests {
  @Test("emits the element in place of the error")
  func returns() throws {
    try play { try $0.hot("-1-#").catchAndReturn(9) }.expect("-1-(9|)", "^--!")
    try play { try $0.hot("-1-|").catchAndReturn(9) }.expect("-1-|", "^--!")
    try play("^-!") { try $0.hot("-1-#").catchAndReturn(9) }.expect("-1", "^-!")
  }
}
