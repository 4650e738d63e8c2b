import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("startWith")
struct StartWithTests {
  @Test("emits its elements before the source is subscribed, and then those of the source")
  func starts() {
    let log = Log<String>()
    let source = Observable<Int>.create { observer in
      log.add("subscribed")
      observer.onNext(3)
      observer.onCompleted()
      return Disposables.create()
    }
    _ = source.startWith(1, 2).subscribe { log.add("\($0)") }
    #expect(log.entries == ["next(1)", "next(2)", "subscribed", "next(3)", "completed"])
  }

  @Test("passes on the error of the source")
  func fails() {
    let recording = Observable<Int>.error(TestError.one).startWith(1).record()
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["one"])
  }

  @Test("disposal from inside one of its elements keeps the others back and frees the source")
  func disposesEarly() {
    let source = SourceProbe<Int>()
    let recording = source.observable.startWith(1, 2, 3).take(1).record()
    source.send(4)
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
    #expect(source.disposals == source.subscriptions)
  }

  @Test("emits nothing after disposal in mid-stream")
  func disposes() {
    let source = SourceProbe<Int>()
    let recording = source.observable.startWith(1).record(disposeAfter: 2)
    source.send(2, 3)
    #expect(recording.elements == [1, 2])
    #expect(source.disposals == 1)
  }
}

@Suite("startWith in virtual time")
struct StartWithTimeTests {
  @Test("emits its elements with the subscription, and then those of the source")
  func sends() throws {
    try play { try $0.hot("-3-|").startWith(1, 2) }.expect("(12)3-|", "^--!")
    try play { try $0.hot("-3-#").startWith(1, 2) }.expect("(12)3-#", "^--!")
    try play("^-!") { try $0.hot("-3-|").startWith(1) }.expect("13", "^-!")
  }
}
