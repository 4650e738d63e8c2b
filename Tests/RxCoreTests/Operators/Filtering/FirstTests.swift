import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("first")
struct FirstTests {
  @Test("emits the first element, completes, and frees the source immediately")
  func emits() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.first().record()
    probe.send(1)
    #expect(probe.disposals == 1)
    probe.send(2)
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
  }

  @Test("emits nil for a sequence without elements")
  func emitsNil() {
    let recording = Observable<Int>.empty().first().record()
    #expect(recording.elements == [nil])
    #expect(recording.terminals == ["completed"])
  }

  @Test("ends an endless source")
  func endsEndless() {
    #expect(Observable.from(sequence(first: 7) { $0 + 1 }).first().record().elements == [7])
  }

  @Test("an element that makes the source emit again is the only one")
  func emitsOnlyOne() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.first().asObservable().do(onNext: { if $0 == 1 { probe.send(2) } }).record()
    probe.send(1)
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
  }

  @Test("a source that completes inside its first element emits no nil")
  func completesInside() {
    let probe = SourceProbe<Int>()
    let seen = Recording<Event<Int?>>()
    _ = probe.observable.first().asObservable().subscribe { event in
      seen.add(event)
      if !event.isStopEvent { probe.complete() }
    }
    probe.send(1)
    #expect(seen.elements.map(\.debugDescription) == ["next(Optional(1))", "completed"])
  }

  @Test("can be subscribed to as a Single")
  func subscribesAsSingle() {
    let outcomes = Recording<Int?>()
    _ = Observable.of(4, 5).first().subscribe(onSuccess: { element in outcomes.add(element) })
    #expect(outcomes.elements == [4])
  }
}

@Suite("first in virtual time")
struct FirstTimeTests {
  @Test("emits the first element and frees the source, or emits nil at completion")
  func emits() throws {
    try play { try $0.hot("--1-2|").first().asObservable().map { $0 ?? 0 } }.expect("--(1|)", "^-!")
    try play { try $0.hot("---|").first().asObservable().map { $0 ?? 0 } }.expect("---(0|)", "^--!")
  }
}
