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
    let log = Log<String>()
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
    #expect(log.entries == ["1", "12", "123"])
    subscription.dispose()
  }

  @Test("each subscription begins with the seed")
  func beginsForEachSubscription() {
    let sums = Observable.of(1, 2).scan(0, accumulator: { $0 + $1 })
    #expect(sums.record().elements == [1, 3])
    #expect(sums.record().elements == [1, 3])
  }

  @Test("an error thrown by the accumulator ends the sequence and frees the source", arguments: [false, true])
  func fails(into: Bool) {
    let probe = SourceProbe<Int>()
    let sums =
      into
      ? probe.observable.scan(into: 0) { sum, element in
        if element == 2 { throw TestError.one }
        sum += element
      }
      : probe.observable.scan(0) { sum, element in
        if element == 2 { throw TestError.one }
        return sum + element
      }
    let recording = sums.record()
    probe.send(1, 2, 3)
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["one"])
    #expect(probe.disposals == 1)
  }

  @Test("forwards an error from the source")
  func forwardsError() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.scan(0, accumulator: { $0 + $1 }).record()
    probe.fail(TestError.two)
    #expect(recording.terminals == ["two"])
  }

  @Test("emits nothing after disposal")
  func disposes() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.scan(0, accumulator: { $0 + $1 }).record(disposeAfter: 2)
    probe.send(1, 2, 3)
    probe.complete()
    #expect(recording.elements == [1, 3])
    #expect(recording.terminals == [])
    #expect(probe.disposals == 1)
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

  @Test("fails with the source or when the closure throws")
  func fails() throws {
    try play { try $0.hot("-1-#").scan(0) { $0 + $1 } }.expect("-1-#", "^--!")
    try play { try $0.hot("-1-2-3|").scan(0) { if $1 == 2 { throw TestError.one } else { $0 + $1 } } }
      .expect("-1-#", "^--!", error: TestError.one)
    try play { try $0.hot("-1-2-3|").scan(into: 0) { if $1 == 2 { throw TestError.one } else { $0 += $1 } } }
      .expect("-1-#", "^--!", error: TestError.one)
  }

  @Test("disposal frees the source")
  func disposes() throws {
    try play("^-!") { try $0.hot("-1-2|").scan(0) { $0 + $1 } }.expect("-1", "^-!")
  }
}
