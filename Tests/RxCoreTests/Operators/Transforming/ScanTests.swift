import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("scan")
struct ScanTests {
  @Test("emits each accumulated value, but not the seed")
  func emits() {
    let recording = Observable.of(1, 2, 3).scan(10) { $0 + $1 }.record()
    #expect(recording.elements == [11, 13, 16])
    #expect(recording.terminals == ["completed"])
  }

  @Test("scan(into:) emits the value after each change")
  func emitsInto() {
    let recording = Observable.of(1, 2, 3).scan(into: []) { (list: inout [Int], element) in list.append(element) }
      .record()
    #expect(recording.elements == [[1], [1, 2], [1, 2, 3]])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an element that the observer emits follows those that the accumulator has emitted")
  func keepsOrder() {
    let source = SourceProbe<Int>()
    let log = Recording<String>()
    let subscription = source.observable
      .scan("") { all, number in
        if number == 1 { source.send(2) }
        return all + "\(number)"
      }
      .subscribe(onNext: { all in
        log.add(all)
        if all == "1" { source.send(3) }
      })
    source.send(1)
    #expect(log.elements == ["1", "12", "123"])
    subscription.dispose()
  }

  @Test("each subscription begins with the seed")
  func beginsForEachSubscription() {
    let sums = Observable.of(1, 2).scan(0, accumulator: { $0 + $1 })
    #expect(sums.record().elements == [1, 3])
    #expect(sums.record().elements == [1, 3])
  }

  @Test("an event emitted by the accumulator waits until the accumulator has returned")
  func waits() {
    let source = UntidySource<Int>()
    let recording = source.scan(into: [Int]()) { list, element in
      list.append(element)
      if element == 1 {
        source.send(.next(2))
        source.send(.next(3))
      }
      if element == 2 { source.send(.next(4)) }
      if element == 4 { source.send(.completed) }
    }.record()
    source.send(.next(1))
    #expect(recording.elements == [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]])
    #expect(recording.terminals == ["completed"])
    source.forgetObservers()
  }
}

@Suite("scan in virtual time")
struct ScanTimeTests {
  @Test("emits each value when its element arrives")
  func emits() throws {
    try play { try $0.hot("-1-2-3|").scan(1) { $0 + $1 } }.expect("-2-4-7|", "^-----!")
    try play { try $0.hot("-1-2-3|").scan(into: 1) { $0 += $1 } }.expect("-2-4-7|", "^-----!")
  }
}
