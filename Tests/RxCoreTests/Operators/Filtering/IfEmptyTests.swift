import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("ifEmpty")
struct IfEmptyTests {
  @Test("emits the default element if the source completes without an element")
  func emitsDefault() throws {
    try play { try $0.hot("--|").ifEmpty(default: 7) }.expect("--(7|)", "^-!")
    try play { try $0.hot("-1-|").ifEmpty(default: 7) }.expect("-1-|", "^--!")
    try play { try $0.hot("--#").ifEmpty(default: 7) }.expect("--#", "^-!")
    try play("^-!") { try $0.hot("---|").ifEmpty(default: 7) }.expect("", "^-!")
  }

  @Test("an optional element that is nil is an element")
  func emitsNil() {
    #expect(Observable<Int?>.just(nil).ifEmpty(default: 7).record().elements == [nil])
    #expect(Observable<Int?>.empty().ifEmpty(default: nil).record().elements == [nil])
  }

  @Test("subscribes to the other sequence when the source completes without an element, and frees the source")
  func switches() throws {
    try play { marbles in
      let other = try marbles.cold("-7-8|")
      return try marbles.hot("--|").ifEmpty(switchTo: other)
    }.expect("---7-8|", "--^---!", "^-!")
    try play { marbles in
      let other = try marbles.cold("-7-#")
      return try marbles.hot("--|").ifEmpty(switchTo: other)
    }.expect("---7-#", "--^--!", "^-!")
  }

  @Test("does not subscribe to the other sequence if there is an element or an error")
  func staysWithSource() throws {
    try play { marbles in
      let other = try marbles.cold("-7-8|")
      return try marbles.hot("-1-|").ifEmpty(switchTo: other)
    }.expect("-1-|", [], "^--!")
    try play { marbles in
      let other = try marbles.cold("-7-8|")
      return try marbles.hot("--#").ifEmpty(switchTo: other)
    }.expect("--#", [], "^-!")
  }

  @Test("disposal frees the current sequence")
  func disposes() throws {
    try play("^-!") { marbles in
      let other = try marbles.cold("-7-8|")
      return try marbles.hot("---|").ifEmpty(switchTo: other)
    }.expect("", [], "^-!")
    try play("^---!") { marbles in
      let other = try marbles.cold("-7-8|")
      return try marbles.hot("--|").ifEmpty(switchTo: other)
    }.expect("---7", "--^-!", "^-!")
  }

  @Test("subscribes to the other sequence before it disposes the source", arguments: [true, false])
  func disposesAfterSwitch(completesInside: Bool) {
    let log = Recording<String>()
    let trigger = PublishSubject<Void>()
    let source = Observable<Int>.create { observer in
      if completesInside { observer.onCompleted() }
      let subscription = trigger.subscribe(onNext: { observer.onCompleted() })
      return Disposables.create(subscription, Disposables.create { log.add("source disposed") })
    }
    let other = Observable<Int>.create { observer in
      log.add("other subscribed")
      observer.onNext(1)
      return Disposables.create { log.add("other disposed") }
    }
    let subscription = source.ifEmpty(switchTo: other).subscribe(onNext: { log.add("\($0)") })
    trigger.onNext(())
    #expect(log.elements == ["other subscribed", "1", "source disposed"])
    subscription.dispose()
    #expect(log.elements.dropFirst(3) == ["other disposed"])
  }

  @Test("a source that completes inside its subscription is replaced, and its later events are ignored")
  func switchesImmediately() {
    #expect(Observable.empty().ifEmpty(switchTo: .of(1, 2)).record().elements == [1, 2])
    let source = UntidySource<Int>()
    let other = SourceProbe<Int>()
    let recording = source.ifEmpty(switchTo: other.observable).record()
    for event in [.completed, .next(1), .completed, Event<Int>.error(TestError.one)] { source.send(event) }
    other.send(2)
    #expect(other.subscriptions == 1)
    #expect(recording.elements == [2])
    #expect(recording.terminals == [])
    source.forgetObservers()
  }
}
