import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("distinctUntilChanged")
struct DistinctUntilChangedTests {
  private struct Word: Equatable {
    let text: String
    var count: Int { text.count }
  }

  @Test("emits each element that differs from the previous one")
  func emits() {
    let recording = Observable.of(1, 1, 2, 2, 1).distinctUntilChanged().record()
    #expect(recording.elements == [1, 2, 1])
    #expect(recording.terminals == ["completed"])
  }

  @Test("nil is an element like any other")
  func emitsNil() {
    #expect(Observable<Int?>.of(nil, nil, 1, nil).distinctUntilChanged().record().elements == [nil, 1, nil])
  }

  @Test("what a former key emits in its deinit follows the element that has replaced the key")
  func formerKeyEmits() {
    final class Key: Sendable {
      let number: Int
      let whenReleased: @Sendable () -> Void

      init(_ number: Int, _ whenReleased: @escaping @Sendable () -> Void) {
        (self.number, self.whenReleased) = (number, whenReleased)
      }

      deinit { whenReleased() }
    }
    let source = RawSource()
    let recording = source.distinctUntilChanged(
      { number in Key(number) { if number == 1 { source.send(.next(3)) } } }, comparer: { $0.number == $1.number }
    ).record()
    source.send(.next(1))
    source.send(.next(2))
    #expect(recording.elements == [1, 2, 3])
    source.forget()
  }

  @Test("compares keys, by selector and by key path")
  func comparesKeys() {
    let words = Observable.of(Word(text: "a"), Word(text: "b"), Word(text: "cc"))
    #expect(words.distinctUntilChanged { $0.count }.record().elements.map(\.text) == ["a", "cc"])
    #expect(words.distinctUntilChanged(at: \.count).record().elements.map(\.text) == ["a", "cc"])
  }

  @Test("by key path, reads the property of the previous element when the next one arrives")
  func readsPropertyLate() {
    final class Counter: Sendable {
      private let state: Guarded<Int>
      var count: Int {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
      }
      init(_ count: Int) { state = Guarded(count) }
    }
    let first = Counter(1)
    let probe = SourceProbe<Counter>()
    let recording = probe.observable.distinctUntilChanged(at: \.count).record()
    probe.send(first)
    first.count = 2
    let second = Counter(1)
    probe.send(Counter(2), second)
    #expect(recording.elements.map(ObjectIdentifier.init) == [first, second].map(ObjectIdentifier.init))
  }

  @Test("passes the previously emitted element and the new one to the comparer")
  func asksComparer() {
    let recording = Observable.of(1, 2, 3, 2, 5).distinctUntilChanged { $1 - $0 < 2 }.record()
    #expect(recording.elements == [1, 3, 5])
  }

  @Test("passes the keys to the comparer")
  func asksComparerWithKeys() {
    let recording = Observable.of("1", "2", "3", "2", "5")
      .distinctUntilChanged({ try #require(Int($0)) }, comparer: { $1 - $0 < 2 }).record()
    #expect(recording.elements == ["1", "3", "5"])
  }

  @Test("each subscription compares its own elements")
  func comparesForEachSubscription() {
    let source = Observable.of(1).distinctUntilChanged()
    #expect(source.record().elements == [1])
    #expect(source.record().elements == [1])
  }
}

@Suite("distinctUntilChanged in virtual time")
struct DistinctUntilChangedTimeTests {
  @Test("drops elements that equal the previously emitted one")
  func emits() throws {
    try play { try $0.hot("-1-1-2-2-1|").distinctUntilChanged() }.expect("-1---2---1|", "^---------!")
    try play { try $0.hot("-1-3-5-6-8|").distinctUntilChanged { $0 % 2 } }.expect("-1-----6--|", "^---------!")
    try play { try $0.hot("-1-2-3-4-5|").distinctUntilChanged { $1 - $0 < 2 } }.expect("-1---3---5|", "^---------!")
    try play { try $0.hot("-1-2-3-4-5|").distinctUntilChanged({ $0 / 2 }, comparer: { $0 == $1 }) }
      .expect("-1-2---4--|", "^---------!")
  }
}
