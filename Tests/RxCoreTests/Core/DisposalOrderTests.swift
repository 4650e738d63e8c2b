import RxCore
import RxTesting
import TestSupport
import Testing

/// When a source that has ended is disposed, as in RxSwift.
@Suite("DisposalOrderTests")
struct DisposalOrderTests {
  private enum Joining: CaseIterable {
    case flatMapLatest, combineLatest, zip, delay, switchLatest

    func join(_ source: Observable<Int>) -> Observable<Int> {
      switch self {
      case .flatMapLatest: Observable.just(0).flatMapLatest { _ in source }
      case .switchLatest: Observable.just(source).switchLatest()
      case .combineLatest: Observable.combineLatest(source, Observable.just(0)) { $0 + $1 }
      case .zip: Observable.zip(source, Observable.just(0)) { $0 + $1 }
      case .delay: source.delay(.seconds(1), scheduler: TestScheduler(initialClock: 0))
      }
    }
  }

  @Test(
    "a source that has ended is disposed before its end is forwarded", arguments: Joining.allCases,
    [Event<Int>.completed, .error(TestError.one)])
  private func endedSource(joining: Joining, end: Event<Int>) {
    if joining == .delay, end.error == nil { return }  // The completion is delayed.
    let (source, log) = (PublishSubject<Int>(), Recording<String>())
    let subscription = joining.join(source.do(onDispose: { log.add("disposed") }))
      .subscribe(onError: { _ in log.add("ended") }, onCompleted: { log.add("ended") })
    source.on(end)
    #expect(log.elements == ["disposed", "ended"])
    subscription.dispose()
  }

  @Test("the source of a Single is disposed after its outcome", arguments: [false, true])
  func single(hasObject: Bool) {
    let (source, log) = (PublishSubject<Int>(), Recording<String>())
    let single = source.take(1).asSingle()
      .do(afterSuccess: { _ in log.add("after") }, onDispose: { log.add("disposed") })
    let subscription =
      hasObject
      ? single.subscribe(with: log, onSuccess: { log, _ in log.add("success") })
      : single.subscribe(onSuccess: { _ in log.add("success") })
    source.onNext(1)
    #expect(log.elements == ["success", "after", "disposed"])
    subscription.dispose()
  }

  @Test("the sequence that replaces an error is subscribed to before the failed one is disposed")
  func fallback() {
    let (source, log) = (PublishSubject<Int>(), Recording<String>())
    let fallback = Infallible<Int>.deferred {
      log.add("subscribed")
      return .never()
    }
    let subscription = source.do(onDispose: { log.add("disposed") })
      .asInfallible(onErrorFallbackTo: fallback).subscribe()
    source.onError(TestError.one)
    #expect(log.elements == ["subscribed", "disposed"])
    subscription.dispose()
  }
}
