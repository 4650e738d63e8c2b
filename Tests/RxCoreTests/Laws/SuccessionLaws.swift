import RxCore
import RxTesting
import TestSupport
import Testing

/// An operator that continues with a second source when the first one has ended.
struct Succession: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Combines the first source, which a closure keeps alive, and the second.
  let apply: @Sendable (_ first: Observable<Int>, _ second: Observable<Int>) -> Observable<Int>

  init(_ name: String, _ apply: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>) {
    testDescription = name
    self.apply = apply
  }

  /// Operators whose first source completes without an element.
  static let afterCompletion = [
    Succession("concat") { $0.concat($1) },
    Succession("concat of an array") { .concat([$0, $1]) },
    Succession("concat of arguments") { .concat($0, $1) },
    Succession("nested concat") { .concat(.concat($0, .empty()), $1) },
    Succession("concat of an observable") { Observable.of($0, $1).concat() },
    Succession("merge(maxConcurrent: 1)") { Observable.of($0, $1).merge(maxConcurrent: 1) },
    Succession("ifEmpty(switchTo:)") { $0.ifEmpty(switchTo: $1) },
    Succession("Maybe.ifEmpty(switchTo:)") { $0.asMaybe().ifEmpty(switchTo: $1.asSingle()).asObservable() },
    Succession("andThen(Observable)") { $0.ignoreElements().asCompletable().andThen($1) },
    Succession("andThen(Single)") { $0.ignoreElements().asCompletable().andThen($1.asSingle()).asObservable() },
    Succession("andThen(Maybe)") { $0.ignoreElements().asCompletable().andThen($1.asMaybe()).asObservable() },
    Succession("andThen(Completable)") { first, second in
      first.ignoreElements().asCompletable().andThen(second.ignoreElements().asCompletable()).asObservable()
        .map { never -> Int in }
    },
    Succession("Completable.concat") { first, second in
      Completable.concat(first.ignoreElements().asCompletable(), second.ignoreElements().asCompletable()).asObservable()
        .map { never -> Int in }
    },
    Succession("Infallible.concat") { first, second in
      Infallible.concat(first.asInfallible(onErrorJustReturn: 0), second.asInfallible(onErrorJustReturn: 0))
        .asObservable()
    },
    Succession("flatMapLatest, the source") { first, second in
      Observable.concat(.just(0), first).flatMapLatest { _ in second }
    },
    Succession("flatMap, the source") { first, second in Observable.concat(.just(0), first).flatMap { _ in second } },
    Succession("switchLatest, the former sequence") { first, second in Observable.of(first, second).switchLatest() },
    Succession("merge") { .merge($0, $1) },
    Succession("skip(until:)") { first, second in second.skip(until: Observable.concat(.just(0), first)) },
  ]

  /// Operators whose first source fails.
  static let afterError = [
    Succession("catch") { first, second in first.catch { _ in second } },
    Succession("catch(sequence:)") { .catch(sequence: [$0, $1]) },
    Succession("Single.catch") { first, second in
      first.asSingle().catch { _ in second.asSingle() }.asObservable()
    },
    Succession("asInfallible(onErrorFallbackTo:)") { first, second in
      first.asInfallible(onErrorFallbackTo: second.asInfallible(onErrorJustReturn: 0)).asObservable()
    },
  ]
}

@Suite("laws of succession")
struct SuccessionLaws {
  @Test(
    "a source that has completed is released while the next one runs", arguments: Succession.afterCompletion)
  func releasesCompleted(_ succession: Succession) {
    check(succession) { $0.onCompleted() }
  }

  @Test("a source that has failed is released while the next one runs", arguments: Succession.afterError)
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
