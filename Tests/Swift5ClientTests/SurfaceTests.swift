// Each name of RxSwift 6's public API listed in the article "Compared with RxSwift", used once as an RxSwift program
// would use it, in Swift 5 mode.

import Dispatch
import Foundation
import RxCore
import Testing

private struct Failure: Error {}

/// The article's names that have been used.
private final class Surface {
  private(set) var names: [String] = []

  /// Records a name of the article. `use` only has to compile and run.
  func has(_ name: String, _ use: @autoclosure () throws -> Any) rethrows {
    names.append(name)
    _ = try use()
  }

  let numbers = Observable.of(1, 2, 3)
  let texts = Observable.of("a", "b")
  let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
  let single = Single.just(1)
  let maybe = Maybe.just(1)
  let completable = Completable.empty()
  let infallible = Infallible.of(1, 2, 3)
  let driver = Driver.just(1)
  let signal = Signal.just(1)

  func creating() throws {
    has("Observable.create", Observable<Int>.create { _ in Disposables.create() })
    has("Observable.create(detached:priority:work:)", Observable<Int>.create { observer in observer(await one()) })
    has("Observable.deferred", Observable<Int>.deferred { .just(1) })
    has("Observable.empty", Observable<Int>.empty())
    has("Observable.error", Observable<Int>.error(Failure()))
    has("Observable.never", Observable<Int>.never())
    has("Observable.just", Observable.just(1))
    has("Observable.just(_:scheduler:)", Observable.just(1, scheduler: CurrentThreadScheduler.instance))
    has("Observable.of", Observable.of(1, 2))
    has("Observable.of(_:scheduler:)", Observable.of(1, 2, scheduler: CurrentThreadScheduler.instance))
    has("Observable.from", Observable.from([1, 2]))
    has("Observable.from(_:scheduler:)", Observable.from([1, 2], scheduler: CurrentThreadScheduler.instance))
    has("Observable.from(optional:)", Observable.from(optional: 1 as Int?))
    has(
      "Observable.from(optional:scheduler:)",
      Observable.from(optional: 1 as Int?, scheduler: CurrentThreadScheduler.instance))
    has("Observable.range", Observable.range(start: 1, count: 2))
    has("Observable.repeatElement", Observable.repeatElement(1))
    has("Observable.generate", Observable.generate(initialState: 0, condition: { $0 < 3 }, iterate: { $0 + 1 }))
    has("Observable.interval", Observable<Int>.interval(.seconds(1), scheduler: scheduler))
    has("Observable.timer", Observable<Int>.timer(.seconds(1), scheduler: scheduler))
    has(
      "Observable.timer(_:period:scheduler:)",
      Observable<Int>.timer(.seconds(1), period: .seconds(1), scheduler: scheduler))
    has(
      "Observable.using",
      Observable<Int>.using({ BooleanDisposable() }, observableFactory: { _ in .just(1) }))
  }

  func transforming() throws {
    has("map", numbers.map { $0 + 1 })
    has("compactMap", texts.compactMap { Int($0) })
    has("flatMap", numbers.flatMap { Observable.just($0) })
    has("flatMapFirst", numbers.flatMapFirst { Observable.just($0) })
    has("flatMapLatest", numbers.flatMapLatest { Observable.just($0) })
    has("concatMap", numbers.concatMap { Observable.just($0) })
    has("scan", numbers.scan(0) { $0 + $1 })
    has("scan(into:)", numbers.scan(into: 0) { $0 += $1 })
    has("reduce", numbers.reduce(0, accumulator: { $0 + $1 }))
    has("reduce(_:accumulator:mapResult:)", numbers.reduce(0, accumulator: { $0 + $1 }, mapResult: { "\($0)" }))
    has("toArray", numbers.toArray())
    has("buffer", numbers.buffer(timeSpan: .seconds(1), count: 2, scheduler: scheduler))
    has("window", numbers.window(timeSpan: .seconds(1), count: 2, scheduler: scheduler))
    has("groupBy", numbers.groupBy { $0 % 2 }.map { (group: GroupedObservable<Int, Int>) in group.key })
    has("materialize", numbers.materialize())
    has("dematerialize", numbers.materialize().dematerialize())
    has("enumerated", numbers.enumerated().map { index, element in index + element })
    has("withUnretained", numbers.withUnretained(DisposeBag()))
    has("withUnretained(_:resultSelector:)", numbers.withUnretained(DisposeBag()) { _, element in element })
    has("decode", Observable.just(Data("1".utf8)).decode(type: Int.self, decoder: TextDecoder()))
  }

  func filtering() throws {
    has("filter", numbers.filter { $0 > 1 })
    has("ignoreElements", numbers.ignoreElements())
    has("distinctUntilChanged", numbers.distinctUntilChanged())
    has("distinctUntilChanged(_:)", numbers.distinctUntilChanged { $0 / 2 })
    has("distinctUntilChanged(_: comparer)", numbers.distinctUntilChanged { $0 == $1 })
    has("distinctUntilChanged(_:comparer:)", numbers.distinctUntilChanged({ $0 / 2 }, comparer: { $0 == $1 }))
    has("distinctUntilChanged(at:)", texts.distinctUntilChanged(at: \.count))
    has("element(at:)", numbers.element(at: 1))
    has("first", numbers.first())
    has("single", numbers.single())
    has("single(_:)", numbers.single { $0 == 2 })
    has("sample", numbers.sample(texts))
    has("sample(_:defaultValue:)", numbers.sample(texts, defaultValue: 0))
    has("take", numbers.take(1))
    has("take(for:scheduler:)", numbers.take(for: .seconds(1), scheduler: scheduler))
    has("take(until:)", numbers.take(until: texts))
    has("take(until:behavior:)", numbers.take(until: { $0 == 2 }, behavior: .inclusive))
    has("take(while:behavior:)", numbers.take(while: { $0 < 3 }, behavior: .exclusive))
    has("takeLast", numbers.takeLast(1))
    has("skip", numbers.skip(1))
    has("skip(_:scheduler:)", numbers.skip(.seconds(1), scheduler: scheduler))
    has("skip(while:)", numbers.skip { $0 < 2 })
    has("skip(until:)", numbers.skip(until: texts))
    has("ifEmpty(default:)", numbers.ifEmpty(default: 1))
    has("ifEmpty(switchTo:)", numbers.ifEmpty(switchTo: .just(1)))
    has("asSingle", numbers.asSingle())
    has("asMaybe", numbers.asMaybe())
    has("asCompletable", numbers.ignoreElements().asCompletable())
    has("asInfallible(onErrorJustReturn:)", numbers.asInfallible(onErrorJustReturn: 0))
    has("asInfallible(onErrorFallbackTo:)", numbers.asInfallible(onErrorFallbackTo: .just(0)))
    has("asInfallible(onErrorRecover:)", numbers.asInfallible { _ in .just(0) })
  }

  func combining() throws {
    has("amb", numbers.amb(numbers))
    has("Observable.amb", Observable.amb([numbers, numbers]))
    has("combineLatest", Observable.combineLatest(numbers, texts))
    has("combineLatest(resultSelector:)", Observable.combineLatest(numbers, numbers) { $0 + $1 })
    has(
      "combineLatest of eight",
      Observable.combineLatest(numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers) {
        $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7
      })
    has("combineLatest of a collection", Observable.combineLatest([numbers, numbers]))
    has("combineLatest of a collection(resultSelector:)", Observable.combineLatest([numbers]) { $0.count })
    has("zip", Observable.zip(numbers, texts))
    has("zip(resultSelector:)", Observable.zip(numbers, numbers) { $0 + $1 })
    has(
      "zip of eight",
      Observable.zip(numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers) {
        $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7
      })
    has("zip of a collection", Observable.zip([numbers, numbers]))
    has("zip of a collection(resultSelector:)", Observable.zip([numbers]) { $0.count })
    has("concat", numbers.concat(numbers))
    has("concat of inner sequences", Observable.of(numbers, numbers).concat())
    has("Observable.concat", Observable.concat(numbers, numbers))
    has("Observable.concat of a collection", Observable.concat([numbers, numbers]))
    has("merge", Observable.of(numbers, numbers).merge())
    has("merge(maxConcurrent:)", Observable.of(numbers, numbers).merge(maxConcurrent: 1))
    has("Observable.merge", Observable.merge(numbers, numbers))
    has("Observable.merge of a collection", Observable.merge([numbers, numbers]))
    has("startWith", numbers.startWith(0))
    has("switchLatest", Observable.of(numbers, numbers).switchLatest())
    has("withLatestFrom", numbers.withLatestFrom(texts))
    has("withLatestFrom(resultSelector:)", numbers.withLatestFrom(texts) { "\($0)\($1)" })
  }

  func errorsAndTime() throws {
    has("catch", numbers.catch { _ in .just(0) })
    has("catchAndReturn", numbers.catchAndReturn(0))
    has("catch(sequence:)", Observable.catch(sequence: [numbers, numbers]))
    has("retry", numbers.retry())
    has("retry(_:)", numbers.retry(2))
    has("retry(when:)", numbers.retry(when: { (errors: Observable<Error>) in errors.map { _ in } }))
    has("retry(when:), typed", numbers.retry(when: { (errors: Observable<Failure>) in errors.map { _ in } }))
    has("debounce", numbers.debounce(.seconds(1), scheduler: scheduler))
    has("throttle", numbers.throttle(.seconds(1), latest: false, scheduler: scheduler))
    has("delay", numbers.delay(.seconds(1), scheduler: scheduler))
    has("delaySubscription", numbers.delaySubscription(.seconds(1), scheduler: scheduler))
    has("timeout", numbers.timeout(.seconds(1), scheduler: scheduler))
    has("timeout(_:other:scheduler:)", numbers.timeout(.seconds(1), other: numbers, scheduler: scheduler))
    has("observe(on:)", numbers.observe(on: scheduler))
    has("subscribe(on:)", numbers.subscribe(on: scheduler))
    has("do", numbers.do(onNext: { _ in }, onError: { _ in }, onCompleted: {}, onSubscribe: {}, onDispose: {}))
    has("debug", numbers.debug("numbers", trimOutput: true))
  }

  func sharing() throws {
    has("share", numbers.share())
    has("share(replay:scope:)", numbers.share(replay: 1, scope: .forever))
    has("publish", numbers.publish())
    has("replay", numbers.replay(1))
    has("replayAll", numbers.replayAll())
    has("multicast(_:)", numbers.multicast(PublishSubject<Int>()))
    has("multicast(makeSubject:)", numbers.multicast(makeSubject: { PublishSubject<Int>() }))
    has("multicast(_:selector:)", numbers.multicast({ PublishSubject<Int>() }, selector: { $0 }))
    has("connect", numbers.publish().connect())
    has("refCount", numbers.publish().refCount())
  }

  func subscribing() throws {
    has("subscribe(_:)", numbers.subscribe { (event: Event<Int>) in _ = event.element })
    has("subscribe(onNext:)", numbers.subscribe(onNext: { _ in }, onError: { _ in }, onCompleted: {}, onDisposed: {}))
    has("subscribe(with:)", numbers.subscribe(with: DisposeBag(), onNext: { _, _ in }))
    has("subscribe of an observer", numbers.subscribe(PublishSubject<Int>()))
    has("bind(to:)", numbers.bind(to: PublishSubject<Int>()))
    has("bind(to:) of several", numbers.bind(to: PublishSubject<Int>(), PublishSubject<Int>()))
    has("bind(to:) of optional elements", numbers.bind(to: PublishSubject<Int?>()))
    has("bind(to:) of a function", numbers.bind { $0.subscribe() } as Disposable)
    has("bind(to:curriedArgument:)", numbers.bind(to: { source in { source.element(at: $0) } }, curriedArgument: 1))
    has("bind(onNext:)", numbers.bind(onNext: { _ in }))
    has("bind(with:)", numbers.bind(with: DisposeBag(), onNext: { _, _ in }))
    has("asObservable", numbers.asObservable())
    has("RxObservable", [numbers] as [RxObservable<Int>])
    has("Event.map", Event.next(1).map { $0 + 1 })
    has("Event.element, error, isCompleted, isStopEvent", Event<Int>.completed.isStopEvent)
    has("EventConvertible", Event.next(1).event)
    has("AnyObserver", AnyObserver<Int> { _ in })
    let handler: AnyObserver<Int>.EventHandler = { _ in }
    has("AnyObserver.EventHandler", AnyObserver(eventHandler: handler))
    has("mapObserver", AnyObserver<Int> { _ in }.mapObserver { (text: String) in text.count })
    has("DisposeBag", DisposeBag())
    has("DisposeBag.insert", DisposeBag().insert(Disposables.create(), Disposables.create()))
    has(
      "DisposeBag(disposing:), DisposeBag { }",
      [DisposeBag(disposing: Disposables.create()), DisposeBag { Disposables.create() }])
    has("Disposable.disposed(by:)", numbers.subscribe().disposed(by: DisposeBag()))
    has("Disposables.create", Disposables.create(Disposables.create(), Disposables.create()))
    has("BooleanDisposable", BooleanDisposable())
    has("CompositeDisposable", CompositeDisposable())
    has("RefCountDisposable", RefCountDisposable(disposable: Disposables.create()))
    has("ScheduledDisposable", ScheduledDisposable(scheduler: scheduler, disposable: Disposables.create()))
    has("SerialDisposable", SerialDisposable())
    has("SingleAssignmentDisposable", SingleAssignmentDisposable())
    has("RxError", [RxError.unknown, .overflow, .argumentOutOfRange, .noElements, .moreThanOneElement, .timeout])
    has("RxError.disposed(object:)", RxError.disposed(object: "text"))
    has("Hooks", Hooks.recordCallStackOnError)
    has("Resources.total", Resources.total)
    has("Resources.incrementTotal", Resources.incrementTotal())
    has("Resources.decrementTotal", Resources.decrementTotal())
  }

  func subjectsAndRelays() throws {
    has("PublishSubject", PublishSubject<Int>())
    try has("BehaviorSubject", try BehaviorSubject(value: 1).value())
    has("ReplaySubject", [ReplaySubject<Int>.create(bufferSize: 1), .createUnbounded()])
    has("AsyncSubject", AsyncSubject<Int>())
    has("SubjectType.asObserver", PublishSubject<Int>().asObserver())
    has("hasObservers", PublishSubject<Int>().hasObservers)
    has("PublishRelay", PublishRelay<Int>().accept(1))
    has("BehaviorRelay", BehaviorRelay(value: 1).value)
    has("ReplayRelay", [ReplayRelay<Int>.create(bufferSize: 1), .createUnbound()])
    has("bind(to:) of a PublishRelay", numbers.bind(to: PublishRelay<Int>()))
    has("bind(to:) of a BehaviorRelay", numbers.bind(to: BehaviorRelay<Int>(value: 0)))
    has("bind(to:) of a ReplayRelay", numbers.bind(to: ReplayRelay<Int>.create(bufferSize: 1)))
    has("bind(to:) of several relays", numbers.bind(to: PublishRelay<Int>(), PublishRelay<Int>()))
    has("bind(to:) of an optional relay", numbers.bind(to: PublishRelay<Int?>()))
    has("accept", [PublishRelay().accept(1), BehaviorRelay(value: 0).accept(1), ReplayRelay.createUnbound().accept(1)])
    has("PublishRelay.asInfallible", PublishRelay<Int>().asInfallible())
    has("BehaviorRelay.asInfallible", BehaviorRelay(value: 1).asInfallible())
    has("ReplayRelay.asInfallible", ReplayRelay<Int>.createUnbound().asInfallible())
  }

  func schedulers() throws {
    has("CurrentThreadScheduler", CurrentThreadScheduler.instance)
    has("MainScheduler", MainScheduler.asyncInstance)
    has("ConcurrentMainScheduler", ConcurrentMainScheduler.instance)
    has("SerialDispatchQueueScheduler", SerialDispatchQueueScheduler(qos: .default))
    has("ConcurrentDispatchQueueScheduler", ConcurrentDispatchQueueScheduler(qos: .default))
    has("HistoricalScheduler", HistoricalScheduler())
    has("VirtualTimeScheduler", HistoricalScheduler() as VirtualTimeScheduler<HistoricalSchedulerTimeConverter>)
    has("schedule", scheduler.schedule(1) { _ in Disposables.create() })
    has("scheduleRelative", scheduler.scheduleRelative(1, dueTime: .never) { _ in Disposables.create() })
    has("schedulePeriodic", scheduler.schedulePeriodic(1, startAfter: .never, period: .never) { $0 + 1 }.dispose())
    has("scheduleRecursive", CurrentThreadScheduler.instance.scheduleRecursive(0) { _, _ in })
    has("CurrentThreadScheduler.isScheduleRequired", CurrentThreadScheduler.isScheduleRequired)
    has(
      "MainScheduler.ensureExecutingOnScheduler",
      { MainScheduler.ensureExecutingOnScheduler(errorMessage: "") } as () -> Void)
    has(
      "MainScheduler.ensureRunningOnMainThread",
      { MainScheduler.ensureRunningOnMainThread(errorMessage: "") } as () -> Void)
    has("RxTime, RxTimeInterval", [scheduler.now as RxTime, RxTimeInterval.seconds(1)] as [Any])
  }

  func traits() throws {
    has("Single.create", Single<Int>.create { _ in Disposables.create() })
    has("Single.just, error, never, deferred", [Single.just(1), .error(Failure()), .never(), .deferred { .just(1) }])
    has("Single.subscribe", single.subscribe { (event: SingleEvent<Int>) in _ = event })
    has("Single.subscribe(onSuccess:)", single.subscribe(onSuccess: { _ in }, onFailure: { _ in }, onDisposed: {}))
    has("Single.subscribe(with:)", single.subscribe(with: DisposeBag(), onSuccess: { _, _ in }))
    has("Single.do", single.do(onSuccess: { _ in }, onError: { _ in }, onSubscribe: {}, onDispose: {}))
    has("Single.filter", single.filter { $0 > 0 } as Maybe<Int>)
    has("Single.map", single.map { $0 + 1 })
    has("Single.compactMap", single.compactMap { Optional($0) } as Maybe<Int>)
    has("Single.flatMap", single.flatMap { Single.just($0) })
    has("Single.flatMapMaybe", single.flatMapMaybe { Maybe.just($0) })
    has("Single.flatMapCompletable", single.flatMapCompletable { _ in Completable.empty() })
    has("Single.zip", Single.zip(single, single) { $0 + $1 })
    has("Single.zip of a collection", Single.zip([single, single]))
    has("Single.catchAndReturn", single.catchAndReturn(0))
    has("Single.catch", single.catch { _ in .just(0) })
    has("Single.retry", single.retry(2))
    has("Single.retry(when:)", single.retry(when: { (errors: Observable<Error>) in errors.map { _ in } }))
    has("Single.asMaybe", single.asMaybe())
    has("Single.asCompletable", single.asCompletable())
    has("Single.asObservable", single.asObservable())
    has("Single.delay", single.delay(.seconds(1), scheduler: scheduler))
    has("Single.delaySubscription", single.delaySubscription(.seconds(1), scheduler: scheduler))
    has("Single.observe(on:)", single.observe(on: scheduler))
    has("Single.subscribe(on:)", single.subscribe(on: scheduler))
    has("Single.timeout", single.timeout(.seconds(1), other: .just(2), scheduler: scheduler))
    has("Single.timer", Single<Int>.timer(.seconds(1), scheduler: scheduler))
    has("Single.using", Single.using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in Single.just(1) }))
    has("Single.debug", single.debug())
    has("Maybe.create", Maybe<Int>.create { _ in Disposables.create() })
    has("Maybe.just, error, never, empty", [Maybe.just(1), .error(Failure()), .never(), .empty()])
    has("Maybe.subscribe", maybe.subscribe(onSuccess: { _ in }, onError: { _ in }, onCompleted: {}, onDisposed: {}))
    has("Maybe.subscribe(with:)", maybe.subscribe(with: DisposeBag(), onSuccess: { _, _ in }))
    has("Maybe.do", maybe.do(onNext: { _ in }, onError: { _ in }, onCompleted: {}))
    has("Maybe.filter", maybe.filter { $0 > 0 })
    has("Maybe.map", maybe.map { $0 + 1 })
    has("Maybe.compactMap", maybe.compactMap { Optional($0) })
    has("Maybe.flatMap", maybe.flatMap { Maybe.just($0) })
    has("Maybe.ifEmpty(default:)", maybe.ifEmpty(default: 0) as Single<Int>)
    has("Maybe.ifEmpty(switchTo:)", maybe.ifEmpty(switchTo: Single.just(0)) as Single<Int>)
    has("Maybe.catchAndReturn", maybe.catchAndReturn(0))
    has("Maybe.zip", Maybe.zip(maybe, maybe) { $0 + $1 })
    has("Maybe.asSingle", maybe.asSingle())
    has("Maybe.asCompletable", maybe.asCompletable())
    has("Completable.create", Completable.create { _ in Disposables.create() })
    has("Completable.error, never, empty", [Completable.error(Failure()), .never(), .empty()])
    has("Completable.subscribe", completable.subscribe(onCompleted: {}, onError: { _ in }, onDisposed: {}))
    has("Completable.subscribe(with:)", completable.subscribe(with: DisposeBag(), onCompleted: { _ in }))
    has("Completable.do", completable.do(onError: { _ in }, onCompleted: {}))
    has("Completable.concat", completable.concat(completable))
    has("Completable.concat of a collection", Completable.concat([completable, completable]))
    has("Completable.zip", Completable.zip(completable, completable))
    has("Completable.zip of a collection", Completable.zip([completable, completable]))
    has("Completable.andThen of a Single", completable.andThen(single))
    has("Completable.andThen of a Maybe", completable.andThen(maybe))
    has("Completable.andThen of a Completable", completable.andThen(completable))
    has("Completable.andThen of an Observable", completable.andThen(numbers))
    has("Completable.asMaybe", completable.asMaybe())
  }

  func infallibles() throws {
    has("Infallible.create", Infallible<Int>.create { _ in Disposables.create() })
    has("Infallible.create(detached:priority:work:)", Infallible<Int>.create { observer in observer(await one()) })
    has("Infallible.just, of, empty, never, from", [Infallible.just(1), .of(1, 2), .empty(), .never(), .from([1])])
    has("Infallible.deferred", Infallible<Int>.deferred { .just(1) })
    has("Infallible.subscribe", infallible.subscribe(onNext: { _ in }, onCompleted: {}, onDisposed: {}))
    has("Infallible.subscribe(with:)", infallible.subscribe(with: DisposeBag(), onNext: { _, _ in }))
    has("Infallible.bind(to:)", infallible.bind(to: PublishSubject<Int>()))
    has("Infallible.bind(to:) of optional elements", infallible.bind(to: PublishSubject<Int?>()))
    has("Infallible.bind(to:) of a PublishRelay", infallible.bind(to: PublishRelay<Int>()))
    has("Infallible.bind(to:) of a BehaviorRelay", infallible.bind(to: BehaviorRelay<Int>(value: 0)))
    has("Infallible.bind(to:) of a ReplayRelay", infallible.bind(to: ReplayRelay<Int>.create(bufferSize: 1)))
    has("Infallible.bind(to:) of several relays", infallible.bind(to: PublishRelay<Int>(), PublishRelay<Int>()))
    has(
      "Infallible.bind(to:) of an optional relay",
      [
        infallible.bind(to: PublishRelay<Int?>()), infallible.bind(to: BehaviorRelay<Int?>(value: nil)),
        infallible.bind(to: ReplayRelay<Int?>.createUnbound()),
      ])
    has("Infallible.bind(onNext:)", infallible.bind(onNext: { _ in }))
    has("Infallible.map", infallible.map { $0 + 1 })
    has("Infallible.compactMap", infallible.compactMap { Optional($0) })
    has("Infallible.filter", infallible.filter { $0 > 1 })
    has("Infallible.flatMap", infallible.flatMap { Infallible.just($0) })
    has("Infallible.flatMapLatest", infallible.flatMapLatest { Infallible.just($0) })
    has("Infallible.flatMapFirst", infallible.flatMapFirst { Infallible.just($0) })
    has("Infallible.concatMap", infallible.concatMap { Infallible.just($0) })
    has("Infallible.distinctUntilChanged", infallible.distinctUntilChanged())
    has("Infallible.distinctUntilChanged(at:)", infallible.distinctUntilChanged(at: \.description))
    has("Infallible.debounce", infallible.debounce(.seconds(1), scheduler: scheduler))
    has("Infallible.throttle", infallible.throttle(.seconds(1), scheduler: scheduler))
    has("Infallible.delay", infallible.delay(.seconds(1), scheduler: scheduler))
    has("Infallible.scan", infallible.scan(0) { $0 + $1 })
    has("Infallible.share", infallible.share(replay: 1))
    has("Infallible.startWith", infallible.startWith(0))
    has("Infallible.take, skip", [infallible.take(1), infallible.skip(1)])
    has("Infallible.take(until:)", infallible.take(until: texts))
    has("Infallible.take(while:)", infallible.take(while: { $0 < 2 }))
    has("Infallible.take(for:scheduler:)", infallible.take(for: .seconds(1), scheduler: scheduler))
    has("Infallible.skip(while:), skip(until:)", [infallible.skip(while: { $0 < 2 }), infallible.skip(until: texts)])
    has("Infallible.withLatestFrom", infallible.withLatestFrom(infallible))
    has("Infallible.withUnretained", infallible.withUnretained(DisposeBag()))
    has("Infallible.debug", infallible.debug("numbers", trimOutput: true))
    has("Infallible.do", infallible.do(onNext: { _ in }))
    has("Infallible.combineLatest", Infallible.combineLatest(infallible, infallible) { $0 + $1 })
    has("Infallible.combineLatest of a collection", Infallible.combineLatest([infallible, infallible]))
    has("Infallible.zip", Infallible.zip(infallible, infallible) { $0 + $1 })
    has("Infallible.merge", Infallible.merge(infallible, infallible))
    has("Infallible.concat", infallible.concat(infallible))
    has("Infallible.observe(on:)", infallible.observe(on: scheduler))
    has("Infallible.subscribe(on:)", infallible.subscribe(on: scheduler))
  }

  func sharedSequences() throws {
    has("asDriver(onErrorJustReturn:)", numbers.asDriver(onErrorJustReturn: 0))
    has("asDriver(onErrorDriveWith:)", numbers.asDriver(onErrorDriveWith: .empty()))
    has("asDriver(onErrorRecover:)", numbers.asDriver { _ in .empty() })
    has("asSignal(onErrorJustReturn:)", numbers.asSignal(onErrorJustReturn: 0))
    has("asSignal(onErrorSignalWith:)", numbers.asSignal(onErrorSignalWith: .empty()))
    has("asSignal(onErrorRecover:)", numbers.asSignal { _ in .empty() })
    has(
      "asSharedSequence(sharingStrategy:onErrorJustReturn:)",
      numbers.asSharedSequence(onErrorJustReturn: 0) as Driver<Int>)
    has(
      "asSharedSequence(sharingStrategy:onErrorDriveWith:)",
      numbers.asSharedSequence(onErrorDriveWith: .empty()) as Driver<Int>)
    has("asSharedSequence(sharingStrategy:onErrorRecover:)", numbers.asSharedSequence { _ in .empty() } as Driver<Int>)
    has("Infallible.asDriver", Infallible.just(1).asDriver())
    has("BehaviorRelay.asDriver", BehaviorRelay(value: 1).asDriver())
    has("PublishRelay.asSignal", PublishRelay<Int>().asSignal())
    has("ControlEvent.asDriver", ControlEvent(events: numbers).asDriver())
    has("ControlEvent.asSignal", ControlEvent(events: numbers).asSignal())
    has("ControlEvent.asInfallible", ControlEvent(events: numbers).asInfallible())
    has(
      "ControlProperty.asDriver", ControlProperty(values: numbers, valueSink: PublishSubject<Int>()).asDriver())
    has("Driver.just, empty, never, of, from", [Driver.just(1), .empty(), .never(), .of(1, 2), .from([1])])
    has("Driver.deferred", Driver<Int>.deferred { .just(1) })
    has("Driver.interval, timer", [Driver<Int>.interval(.seconds(1)), .timer(.seconds(1), period: .seconds(1))])
    has("Driver.map", driver.map { $0 + 1 })
    has("Driver.compactMap", driver.compactMap { Optional($0) })
    has("Driver.filter", driver.filter { $0 > 0 })
    has("Driver.flatMap", driver.flatMap { Driver.just($0) })
    has("Driver.flatMapLatest", driver.flatMapLatest { Driver.just($0) })
    has("Driver.flatMapFirst", driver.flatMapFirst { Driver.just($0) })
    has("Driver.switchLatest", Driver.just(driver).switchLatest() as Driver<Int>)
    has("Driver.distinctUntilChanged", driver.distinctUntilChanged())
    has("Driver.do", driver.do(onNext: { _ in }))
    has("Driver.debug", driver.debug())
    has("Driver.merge", Driver.merge(driver, driver))
    has("Driver.merge(maxConcurrent:)", Driver.just(driver).merge(maxConcurrent: 1))
    has("Driver.concat", Driver.concat([driver, driver]))
    has("Driver.zip", Driver.zip(driver, driver) { $0 + $1 })
    has("Driver.zip of a collection", Driver.zip([driver, driver]))
    has("Driver.combineLatest", Driver.combineLatest(driver, driver) { $0 + $1 })
    has("Driver.combineLatest of a collection", Driver.combineLatest([driver, driver]))
    has("Driver.throttle", driver.throttle(.seconds(1)))
    has("Driver.debounce", driver.debounce(.seconds(1)))
    has("Driver.delay", driver.delay(.seconds(1)))
    has("Driver.scan", driver.scan(0) { $0 + $1 })
    has("Driver.skip, startWith", [driver.skip(1), driver.startWith(0)])
    has("Driver.withLatestFrom", driver.withLatestFrom(driver) { $0 + $1 })
    has("Signal.withUnretained", signal.withUnretained(DisposeBag()))
    has("Driver.asObservable", driver.asObservable())
    // Not called, because `drive` must be called on the main queue.
    has("drive(_:) of an observer", { self.driver.drive(PublishSubject<Int>()) } as () -> Disposable)
    has("drive(_:) of a relay", { self.driver.drive(BehaviorRelay(value: 0)) } as () -> Disposable)
    has("drive(_:) of optional elements", { self.driver.drive(BehaviorRelay<Int?>(value: 0)) } as () -> Disposable)
    has("drive(_:) of a function", { self.driver.drive { $0.subscribe() } } as () -> Disposable)
    has("drive(onNext:)", { self.driver.drive(onNext: { _ in }, onCompleted: {}, onDisposed: {}) } as () -> Disposable)
    has("drive(with:)", { self.driver.drive(with: DisposeBag(), onNext: { _, _ in }) } as () -> Disposable)
    has("drive()", { self.driver.drive() } as () -> Disposable)
    has("emit(to:) of an observer", signal.emit(to: PublishSubject<Int>()))
    has("emit(to:) of a relay", signal.emit(to: PublishRelay<Int>()))
    has("emit(to:) of optional elements", signal.emit(to: PublishRelay<Int?>()))
    has("emit(onNext:)", signal.emit(onNext: { _ in }, onCompleted: {}, onDisposed: {}))
    has("emit(with:)", signal.emit(with: DisposeBag(), onNext: { _, _ in }))
    has("emit()", signal.emit())
    has("Signal.asDriver(onErrorJustReturn:)", signal.asDriver(onErrorJustReturn: 0))
    has("SharingScheduler.make", SharingScheduler.make())
    has("SharingScheduler.mock", SharingScheduler.mock(scheduler: MainScheduler.instance) {})
  }

  func bindings() throws {
    has("Binder", Binder<Int>(DisposeBag()) { _, _ in })
    has("ControlEvent", ControlEvent(events: numbers))
    has("ControlProperty", ControlProperty(values: numbers, valueSink: PublishSubject<Int>()))
    has(
      "ControlProperty.orEmpty",
      ControlProperty(values: Observable.just("a" as String?), valueSink: AnyObserver<String?> { _ in }).orEmpty)
    has("ControlProperty.changed", ControlProperty(values: numbers, valueSink: PublishSubject<Int>()).changed)
    has("Reactive, ReactiveCompatible", Reactive(DisposeBag()).base)
  }

  func concurrency() throws {
    has("values of an Observable", numbers.values)
    has("values of an Infallible", infallible.values)
    has("values of a Driver", { self.driver.values } as @MainActor () -> AsyncStream<Int>)
    has("value of a Single", { try await Single.just(1).value } as () async throws -> Int)
    has("value of a Maybe", { try await Maybe.just(1).value } as () async throws -> Int?)
    has("value of a Completable", { try await Completable.empty().value } as () async throws -> Void)
    has("AsyncSequence.asObservable", AsyncStream<Int> { $0.finish() }.asObservable())
  }
}

private func one() async -> Int { 1 }

/// A decoder of numbers, as a program might define.
private struct TextDecoder: DataDecoder {
  func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item {
    throw Failure()
  }
}

@Suite("The surface of RxSwift 6")
struct SurfaceTests {
  /// The sections of the article's appendix. Each lists the names that one function uses, except those in the tables.
  private static let sections: [(title: String, use: (Surface) throws -> Void)] = [
    ("Creating", { try $0.creating() }),
    ("Transforming", { try $0.transforming() }),
    ("Filtering, and conversions to traits", { try $0.filtering() }),
    ("Combining", { try $0.combining() }),
    ("Errors, time and utilities", { try $0.errorsAndTime() }),
    ("Sharing", { try $0.sharing() }),
    ("Subscribing, observers and disposables", { try $0.subscribing() }),
    ("Subjects and relays", { try $0.subjectsAndRelays() }),
    ("Schedulers", { try $0.schedulers() }),
    ("Single, Maybe and Completable", { try $0.traits() }),
    ("Infallible", { try $0.infallibles() }),
    ("Driver and Signal", { try $0.sharedSequences() }),
    ("Controls", { try $0.bindings() }),
    ("Swift concurrency", { try $0.concurrency() }),
  ]

  private static let lineLength = 140

  /// The names in backquotes in the first column of the article's tables.
  private func namesInTables(_ article: Substring) -> [String] {
    article.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { line -> [String] in
      let parts = line.dropFirst(2).prefix { $0 != "|" }.split(separator: "`", omittingEmptySubsequences: false)
      return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }
  }

  private func paragraph(_ names: [String]) -> String {
    var lines: [String] = []
    for (index, name) in names.enumerated() {
      let word = "`\(name)`" + (index < names.count - 1 ? "," : "")
      if let last = lines.last, last.count + 1 + word.count <= Self.lineLength {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// `UPDATE_ARTICLES=1 swift test --filter SurfaceTests` writes the appendix.
  @Test("the article's appendix has each name that is used here and is not in its tables, and each of these is used")
  func isComplete() throws {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/RxCore/RxCore.docc/ComparedWithRxSwift.md")
    let article = try String(contentsOf: file, encoding: .utf8)
    let introduction =
      "These have only [general](#What-differs-everywhere) and [run-time](doc:ComingFromRxSwift#What-differs-at-run-time) differences. "
      + "A trait's operators differ as the observable's do.\n"
    let start = try #require(article.range(of: introduction)).upperBound
    let inTables = namesInTables(article[..<start])

    var used: [String] = []
    var appendix = ""
    for section in Self.sections {
      let surface = Surface()
      try section.use(surface)
      used += surface.names
      appendix += "\n### \(section.title)\n\n\(paragraph(surface.names.filter { !inTables.contains($0) }))\n"
    }
    #expect(Set(inTables).subtracting(used).isEmpty)
    #expect(used.count == Set(used).count)
    #expect(article[start...] == appendix)
    if ProcessInfo.processInfo.environment["UPDATE_ARTICLES"] != nil {
      try (article[..<start] + appendix).write(to: file, atomically: true, encoding: .utf8)
    }
  }
}
