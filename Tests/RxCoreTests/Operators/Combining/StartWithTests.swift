import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("startWith")
struct StartWithTests {
  @Test("emits its elements before it subscribes to the source, and then the source's elements")
  func starts() {
    let log = Recording<String>()
    let source = Observable<Int>.create { observer in
      log.add("subscribed")
      observer.onNext(3)
      observer.onCompleted()
      return Disposables.create()
    }
    _ = source.startWith(1, 2).subscribe { log.add("\($0)") }
    #expect(log.elements == ["next(1)", "next(2)", "subscribed", "next(3)", "completed"])
  }

  @Test("disposal during one of its elements drops the others and frees the source")
  func disposesEarly() {
    let source = SourceProbe<Int>()
    let recording = source.observable.startWith(1, 2, 3).take(1).record()
    source.send(4)
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
    #expect(source.disposals == source.subscriptions)
  }

  @Test("an operator that has been disposed by one of its elements does not see the others")
  func stopsOperators() {
    let mapped = Recording<Int>()
    let numbers = Observable<Int>.never().startWith(1, 2, 3).map { number in
      mapped.add(number)
      return number
    }
    #expect(numbers.take(1).record().elements == [1])
    #expect(mapped.elements == [1])
  }

  @Test("an element that makes flatMapLatest replace the sequence does not end the replacement")
  func isReplacedByItsElement() {
    let numbers = RawSource()
    let rest = PublishSubject<Int>()
    let recording = numbers.flatMapLatest { rest.startWith($0) }
      .do(onNext: { if $0 == 1 { numbers.send(.next(2)) } })
      .record()
    numbers.send(.next(1))
    rest.onNext(3)
    #expect(recording.elements == [1, 2, 3])
    recording.dispose()
    numbers.forget()
  }
}

@Suite("startWith in virtual time")
struct StartWithTimeTests {
  @Test("emits its elements at subscription, and then the source's elements")
  func emits() throws {
    try play { try $0.hot("-3-|").startWith(1, 2) }.expect("(12)3-|", "^--!")
    try play { try $0.hot("-3-#").startWith(1, 2) }.expect("(12)3-#", "^--!")
    try play("^-!") { try $0.hot("-3-|").startWith(1) }.expect("13", "^-!")
  }
}
