import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("enumerated")
struct EnumeratedTests {
  @Test("emits each element with its index, and ends with the source")
  func emits() throws {
    try play { try $0.hot("-5-5-5|").enumerated().map { $0.element + $0.index } }.expect("-5-6-7|", "^-----!")
    try play { try $0.hot("-5-#").enumerated().map { $0.element + $0.index } }.expect("-5-#", "^--!")
    try play("^-!") { try $0.hot("-5-5|").enumerated().map { $0.element + $0.index } }.expect("-5", "^-!")
  }

  @Test("each subscription has its own count")
  func countsForEachSubscription() {
    let source = Observable.of("a", "b").enumerated().map { index, element in "\(index)\(element)" }
    for _ in 1...2 { #expect(source.record().elements == ["0a", "1b"]) }
  }

  @Test("the index is correct when the observer causes the next element")
  func reenters() {
    let probe = SourceProbe<Int>()
    let indices = Recording<Int>()
    _ = probe.observable.enumerated().subscribe(onNext: {
      indices.add($0.index)
      if $0.element < 3 { probe.send($0.element + 1) }
    })
    probe.send(1)
    probe.send(3)
    #expect(indices.elements == [0, 1, 2, 3])
  }
}
