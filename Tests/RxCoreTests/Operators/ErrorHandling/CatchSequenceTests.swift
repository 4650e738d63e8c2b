import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("catch(sequence:)")
struct CatchSequenceTests {
  @Test("continues with the next source after each error, and completes with the first that completes")
  func continuesAfterErrors() {
    let failing = Observable.just(1).concat(Observable.error(TestError.one))
    let last = SourceProbe<Int>()
    let recording = Observable<Int>.catch(sequence: [failing, failing, .just(2), last.observable]).record()
    #expect(recording.elements == [1, 1, 2])
    #expect(recording.terminals == ["completed"])
    #expect(last.subscriptions == 0)
  }

  @Test("fails with the last error, and completes without sources")
  func failsWithLastError() {
    #expect(
      Observable<Int>.catch(sequence: [.error(TestError.one), .error(TestError.two)]).record().terminals == ["two"])
    #expect(Observable<Int>.catch(sequence: []).record().terminals == ["completed"])
  }
}

@Suite("catch(sequence:) in virtual time")
struct CatchSequenceTimeTests {
  @Test("subscribes to one source after the other until one completes or the last one fails")
  func continuesAfterErrors() throws {
    try play {
      Observable<Int>.catch(sequence: [try $0.cold("-1#"), try $0.cold("-2#"), try $0.cold("-3|"), try $0.cold("-4|")])
    }.expect("-1-2-3|", "^-!", "--^-!", "----^-!", [])
    try play { Observable<Int>.catch(sequence: [try $0.cold("-1#"), try $0.cold("-2#", error: TestError.two)]) }
      .expect("-1-2#", "^-!", "--^-!", error: TestError.two)
    try play("^--!") { Observable<Int>.catch(sequence: [try $0.cold("-1#"), try $0.cold("-2#")]) }
      .expect("-1", "^-!", "--^!")
  }
}
