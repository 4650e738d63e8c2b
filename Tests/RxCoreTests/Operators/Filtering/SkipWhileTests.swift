import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("skip(while:)")
struct SkipWhileTests {
  @Test("emits the first element that does not match, and all that follow")
  func emits() throws {
    try play { try $0.hot("-1-2-3-1|").skip(while: { $0 < 3 }) }.expect("-----3-1|", "^-------!")
    try play { try $0.hot("-1-2|").skip(while: { $0 < 3 }) }.expect("----|", "^---!")
    try play { try $0.hot("-3-1|").skip(while: { $0 < 3 }) }.expect("-3-1|", "^---!")
  }

  @Test("the predicate is not called after it has returned false or thrown")
  func stops() {
    let source = UntidySource<Int>()
    let calls = Recording<Int>()
    let recording = source.skip(while: {
      calls.add($0)
      return $0 < 2
    }).record()
    let failing = source.skip(while: {
      calls.add($0)
      throw TestError.one
    }).record()
    for element in [1, 2, 3, 1] { source.send(.next(element)) }
    #expect(calls.elements == [1, 1, 2])
    #expect(recording.elements == [2, 3, 1])
    #expect(failing.terminals == ["one"])
    source.forgetObservers()
  }
}
