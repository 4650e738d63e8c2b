import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("asMaybe")
struct AsMaybeTests {
  @Test("emits the only element, or nothing, when the source completes")
  func emits() throws {
    try play { try $0.hot("-1--|").asMaybe().asObservable() }.expect("----(1|)", "^---!")
    try play { try $0.hot("--|").asMaybe().asObservable() }.expect("--|", "^-!")
  }

  @Test("fails when the source fails, and at a second element")
  func fails() throws {
    try play { try $0.hot("-1-#").asMaybe().asObservable() }.expect("---#", "^--!")
    try play { try $0.hot("-1-2-|").asMaybe().asObservable() }
      .expect("---#", "^--!", error: RxError.moreThanOneElement)
  }

  @Test("nil is an element like any other")
  func takesNil() {
    #expect(Observable<Int?>.just(nil).asMaybe().record().elements == [nil])
    #expect(Observable<Int?>.of(nil, nil).asMaybe().record().terminals == ["\(RxError.moreThanOneElement)"])
  }
}
