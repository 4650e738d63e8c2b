import RxCore
import TestSupport
import Testing

@Suite("conversions between traits")
struct ConversionsTests {
  @Test("a single becomes a maybe and a completable")
  func single() {
    #expect(Single.just(1).asMaybe().record().elements == [1])
    #expect(Single<Int>.error(TestError.one).asMaybe().record().terminals == ["one"])
    #expect(Single.just(1).asCompletable().record().terminals == ["completed"])
    #expect(Single<Int>.error(TestError.one).asCompletable().record().terminals == ["one"])
  }

  @Test("a maybe becomes a single, which fails without an element, and a completable")
  func maybe() {
    #expect(Maybe.just(1).asSingle().record().elements == [1])
    #expect(Maybe<Int>.empty().asSingle().record().terminals == ["\(RxError.noElements)"])
    #expect(Maybe.just(1).asCompletable().record().terminals == ["completed"])
    #expect(Maybe<Int>.empty().asCompletable().record().terminals == ["completed"])
  }

  @Test("an observable of Never becomes a completable, and a completable an observable")
  func completable() {
    #expect(Observable<Never>.empty().asCompletable().record().terminals == ["completed"])
    #expect(Observable<Never>.error(TestError.one).asCompletable().record().terminals == ["one"])
    #expect(Completable.empty().primitiveSequence.asObservable().record().terminals == ["completed"])
  }
}
