import OperatorTable
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("laws of succession")
struct SuccessionLaws {
  @Test(
    "a source that has completed is released while the next one runs",
    arguments: Succession.all.filter { $0.end == .completion })
  func releasesCompleted(_ succession: Succession) {
    check(succession) { $0.onCompleted() }
  }

  @Test(
    "a source that has failed is released while the next one runs",
    arguments: Succession.all.filter { $0.end == .error })
  func releasesFailed(_ succession: Succession) {
    check(succession) { $0.onError(TestError.one) }
  }

  private func check(_ succession: Succession, _ end: @escaping @Sendable (AnyObserver<Int>) -> Void) {
    let lifetimes = Lifetimes()
    let second = PublishSubject<Int>()
    for isInside in [true, false] {
      let trigger = PublishSubject<Void>()
      let subscription: any Disposable
      do {
        let tracked = lifetimes.make()
        let first = Observable<Int>.create { observer in
          tracked.touch()
          if isInside {
            end(observer)
            return Disposables.create()
          }
          return trigger.subscribe(onNext: {
            tracked.touch()
            end(observer)
          })
        }
        subscription = succession.apply(first, second).subscribe()
      }
      trigger.onNext(())
      #expect(lifetimes.alive == 0, "\(isInside ? "ended inside" : "ended after") subscribe")
      #expect(second.hasObservers)
      subscription.dispose()
      #expect(!second.hasObservers)
    }
  }

  @Test("the elements of startWith are released while the source runs")
  func releasesFirstElements() {
    let lifetimes = Lifetimes()
    let source = PublishSubject<Tracked>()
    let subscription = source.startWith(lifetimes.make()).subscribe()
    #expect(lifetimes.alive == 0)
    subscription.dispose()
  }

  @Test("an error handler is released once it has been called")
  func releasesHandler() {
    let lifetimes = Lifetimes()
    let subscription: any Disposable
    do {
      let tracked = lifetimes.make()
      subscription = Observable<Int>.error(TestError.one).catch { _ in
        tracked.touch()
        return .never()
      }.subscribe()
    }
    #expect(lifetimes.alive == 0)
    subscription.dispose()
  }
}
