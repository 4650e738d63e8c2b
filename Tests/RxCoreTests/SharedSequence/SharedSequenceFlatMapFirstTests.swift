import RxCore
import TestSupport
import Testing

@MainActor
@Suite("flatMapFirst of shared sequences")
struct SharedSequenceFlatMapFirstTests {
  @Test("drops elements until the inner sequence has completed, and shares like the inner sequences")
  func drops() {
    let taps = PublishRelay<Int>()
    let answers = [PublishSubject<String>(), PublishSubject<String>()]
    let driver: Driver<String> = taps.asSignal().flatMapFirst { answers[$0].asDriver(onErrorJustReturn: "failed") }
    let (first, second) = (Recording<String>(), Recording<String>())
    let bag = DisposeBag()
    driver.drive(onNext: { first.add($0) }).disposed(by: bag)
    taps.accept(0)
    taps.accept(1)
    #expect(!answers[1].hasObservers)
    answers[0].onNext("a")
    answers[0].onCompleted()
    taps.accept(1)
    answers[1].onNext("b")
    driver.drive(onNext: { second.add($0) }).disposed(by: bag)
    answers[1].onError(TestError.one)
    #expect(first.elements == ["a", "b", "failed"])
    #expect(second.elements == ["b", "failed"])
  }
}
