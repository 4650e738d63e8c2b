import RxCore

extension OperatorCase {
  /// All operators, with all their closures.
  public static let all =
    creating + transforming + filtering + timed + repairing + utility + debug + sharing + inner + combined + [chain]
    + filteringMore + transformingMore + timeMore + traitsMore

  /// The operators to which the laws for an operator and its source apply. An operator with several sources is listed
  /// once for each source.
  public static let lawful = all.filter { !$0.traits.contains(.isComposite) } + positions

  private static let creating = [
    OperatorCase("create") { setting in
      .create { observer in
        setting.touch()
        return setting.source.subscribe(observer)
      }
    },
    OperatorCase("deferred") { setting in .deferred { setting.touched(setting.source) } },
    OperatorCase("timer, with the source inside", .isComposite) { setting in
      Observable<Int>.timer(setting.span(1), scheduler: setting.scheduler).flatMap { _ in setting.source }
    },
    OperatorCase("interval, with the source", .isComposite) { setting in
      .merge(setting.source, Observable<Int>.interval(setting.span(2), scheduler: setting.scheduler).take(20))
    },
  ]

  private static let transforming = [
    OperatorCase("map") { setting in setting.source.map { setting.touched($0 + 1) } },
    OperatorCase("compactMap") { setting in setting.source.compactMap { setting.touched($0) } },
    OperatorCase("scan") { setting in setting.source.scan(0) { setting.touched($0 + $1) } },
    OperatorCase("scan(into:)") { setting in setting.source.scan(into: 0) { $0 = setting.touched($0 + $1) } },
  ]

  private static let filtering = [
    OperatorCase("filter") { setting in setting.source.filter { setting.touched($0) != 2 } },
    OperatorCase("take, more than there are") { $0.source.take(50) },
    OperatorCase("take", .isComposite) { $0.source.take(3) },
    OperatorCase("take, the last element", .terminatesEarly) { $0.source.take(1) },
    OperatorCase("take(for:), longer than the source") { $0.source.take(for: $0.span(700), scheduler: $0.scheduler) },
    OperatorCase("take(for:)", .isComposite) { $0.source.take(for: $0.span(7), scheduler: $0.scheduler) },
    OperatorCase("skip") { $0.source.skip(1) },
    OperatorCase("skip with a time", .takesTime) { $0.source.skip($0.span(2), scheduler: $0.scheduler) },
    OperatorCase("first", .terminatesEarly) { setting in
      setting.source.first().map { setting.touched($0 ?? 0) }.asObservable()
    },
    OperatorCase("asSingle", .terminatesEarly) { setting in
      setting.source.asSingle().map { setting.touched($0) }.asObservable()
    },
    OperatorCase("asSingle, of one element", .isComposite) { setting in
      setting.source.take(1).asSingle().flatMap { .just(setting.touched($0)) }.asObservable()
    },
    OperatorCase("distinctUntilChanged") { $0.source.distinctUntilChanged() },
    OperatorCase("distinctUntilChanged(at:)") { $0.source.distinctUntilChanged(at: \.self) },
    OperatorCase("distinctUntilChanged, key") { setting in
      setting.source.distinctUntilChanged { setting.touched($0 / 2) }
    },
    OperatorCase("distinctUntilChanged, comparer") { setting in
      setting.source.distinctUntilChanged { setting.touched($0) == $1 }
    },
    OperatorCase("distinctUntilChanged, key and comparer") { setting in
      setting.source.distinctUntilChanged({ setting.touched($0) }, comparer: { setting.touched($0) == $1 })
    },
  ]

  private static let timed = [
    OperatorCase("debounce", .takesTime) { $0.source.debounce($0.span(1), scheduler: $0.scheduler) },
    OperatorCase("debounce, longer", .takesTime) { $0.source.debounce($0.span(5), scheduler: $0.scheduler) },
    OperatorCase("throttle", .takesTime) { $0.source.throttle($0.span(3), scheduler: $0.scheduler) },
    OperatorCase("throttle, not the latest", .takesTime) {
      $0.source.throttle($0.span(3), latest: false, scheduler: $0.scheduler)
    },
    OperatorCase("delay", .takesTime, endDelay: 3) { $0.source.delay($0.span(3), scheduler: $0.scheduler) },
    OperatorCase("observe(on:)", .takesTime, endDelay: 1, errorDelay: 1) { $0.source.observe(on: $0.scheduler) },
    OperatorCase("subscribe(on:)", subscriptionDelay: 1) { $0.source.subscribe(on: $0.scheduler) },
  ]

  private static let repairing = [
    OperatorCase("catch", .catchesErrors) { setting in setting.source.catch { _ in setting.touched(.just(9)) } },
    OperatorCase("catch, with another source", .isComposite) { setting in
      setting.source.catch { _ in setting.touchedOther() }
    },
    OperatorCase("catch, the handler's sequence") { setting in
      Observable.error(RxError.timeout).catch { _ in setting.touched(setting.source) }
    },
    OperatorCase("catchAndReturn", .catchesErrors) { $0.source.catchAndReturn(9) },
    OperatorCase("catch(sequence:), the first", .catchesErrors) { .catch(sequence: [$0.source, $0.other]) },
    OperatorCase("catch(sequence:), the last") { .catch(sequence: [.error(RxError.timeout), $0.source]) },
    OperatorCase("retry", .catchesErrors) { $0.source.retry() },
    OperatorCase("retry, three attempts", .isComposite) { $0.source.retry(3) },
    OperatorCase("retry, the last attempt") { $0.source.retry(1) },
    OperatorCase("retry(when:)", .catchesErrors) { setting in
      setting.source.retry(when: { (_: Observable<any Error>) in setting.touchedOther() })
    },
    OperatorCase("retry(when:), at once", .isComposite) { setting in
      setting.source.retry(when: { (errors: Observable<any Error>) in errors.map { _ in setting.touch() } })
    },
    OperatorCase("retry(when:), an error of another type") { setting in
      setting.source.retry(when: { (errors: Observable<RxError>) in errors })
    },
  ]

  private static let utility = [
    OperatorCase("startWith") { $0.source.startWith(7, 8) },
    OperatorCase("do") { setting in
      let touch = setting.touch
      return setting.source.do(
        onNext: { _ in touch() }, afterNext: { _ in touch() }, onError: { _ in touch() }, afterError: { _ in touch() },
        onCompleted: { touch() }, afterCompleted: { touch() }, onSubscribe: { touch() }, onSubscribed: { touch() },
        onDispose: { touch() })
    },
  ]

  /// A silent `debug`, which is only available to the package's tests.
  private static var debug: [OperatorCase] {
    #if PROGRAMS
      []
    #else
      [OperatorCase("debug") { setting in setting.source.debug(nil, trimOutput: true) { _ in setting.touch() } }]
    #endif
  }

  private static let sharing = [
    OperatorCase("share", .isShared) { $0.source.share() },
    OperatorCase("share(replay:)", .isShared) { $0.source.share(replay: 1) },
    OperatorCase("share(replay:), two elements", .isShared) { $0.source.share(replay: 2) },
    OperatorCase("share, forever", .isShared) { $0.source.share(scope: .forever) },
    OperatorCase("share(replay:), forever", .isShared) { $0.source.share(replay: 1, scope: .forever) },
    OperatorCase("publish and refCount", .isShared) { $0.source.publish().refCount() },
    OperatorCase("replay and refCount", .isShared) { $0.source.replay(1).refCount() },
    OperatorCase("replayAll and refCount", .isShared) { $0.source.replayAll().refCount() },
    OperatorCase("multicast and refCount", .isShared) { $0.source.multicast(PublishSubject()).refCount() },
    OperatorCase("multicast(makeSubject:) and refCount", .isShared) { setting in
      setting.source.multicast(makeSubject: { setting.touched(ReplaySubject<Int>.create(bufferSize: 1)) }).refCount()
    },
    OperatorCase("multicast with a selector") { setting in
      setting.source.multicast({ PublishSubject() }) { shared in
        setting.touched(.merge(shared, shared.map { setting.touched($0) }))
      }
    },
    OperatorCase("share, twice", .isComposite) { setting in
      let shared = setting.source.share(replay: 1)
      return .merge(shared, shared.map { setting.touched($0) })
    },
  ]

  private static let inner = [
    OperatorCase("flatMap", .usesOther) { setting in setting.source.flatMap { _ in setting.touchedOther() } },
    OperatorCase("flatMap, of both kinds", .isComposite) { setting in setting.source.flatMap { setting.inner($0) } },
    OperatorCase("flatMap, inner") { setting in Observable.just(0).flatMap { _ in setting.touched(setting.source) } },
    OperatorCase("flatMap, inner twice", .isComposite) { setting in
      Observable.of(1, 2).flatMap { _ in setting.source }
    },
    OperatorCase("flatMapLatest", .usesOther) { setting in
      setting.source.flatMapLatest { _ in setting.touchedOther() }
    },
    OperatorCase("flatMapLatest, of both kinds", .isComposite) { setting in
      setting.source.flatMapLatest { setting.inner($0) }
    },
    OperatorCase("flatMapLatest, inner") { setting in Observable.just(0).flatMapLatest { _ in setting.source } },
    OperatorCase("flatMapLatest, inner twice", .isComposite) { setting in
      Observable.of(1, 2).flatMapLatest { _ in setting.source }
    },
    OperatorCase("concatMap", .usesOther) { setting in setting.source.concatMap { _ in setting.touchedOther() } },
    OperatorCase("concatMap, of both kinds", .isComposite) { setting in
      setting.source.concatMap { setting.inner($0) }
    },
    OperatorCase("concatMap, inner") { setting in Observable.just(0).concatMap { _ in setting.source } },
    OperatorCase("concatMap, inner twice", .isComposite) { setting in
      Observable.of(1, 2).concatMap { _ in setting.source.take(2) }
    },
    OperatorCase("merge()", .usesOther) { setting in setting.source.map { _ in setting.other }.merge() },
    OperatorCase("merge(), of both kinds", .isComposite) { setting in
      setting.source.map { setting.inner($0) }.merge()
    },
    OperatorCase("merge(), inner") { Observable.just($0.source).merge() },
    OperatorCase("merge(maxConcurrent:)", .usesOther) { setting in
      setting.source.map { _ in setting.other }.merge(maxConcurrent: 2)
    },
    OperatorCase("merge(maxConcurrent:), of both kinds", .isComposite) { setting in
      setting.source.map { setting.inner($0) }.merge(maxConcurrent: 2)
    },
    OperatorCase("merge(maxConcurrent:), inner") {
      Observable.of($0.other.take(0), $0.source).merge(maxConcurrent: 1)
    },
    OperatorCase("switchLatest", .usesOther) { setting in setting.source.map { _ in setting.other }.switchLatest() },
    OperatorCase("switchLatest, of both kinds", .isComposite) { setting in
      setting.source.map { setting.inner($0) }.switchLatest()
    },
    OperatorCase("switchLatest, inner") { Observable.of(.never(), $0.source).switchLatest() },
    OperatorCase("concat()", .usesOther) { setting in setting.source.map { _ in setting.other }.concat() },
    OperatorCase("concat(), of both kinds", .isComposite) { setting in
      setting.source.map { setting.inner($0) }.concat()
    },
    OperatorCase("concat(), inner") { Observable.of(.empty(), $0.source).concat() },
  ]

  private static let chain = OperatorCase("a chain of many", .isComposite) { setting in
    let names: Set = ["map", "flatMap, inner twice", "filter", "merge", "share, twice", "catch", "observe(on:)", "do"]
    return (transforming + filtering + timed + repairing + utility + debug + sharing + inner + combined)
      .filter { names.contains($0.description) }
      .reduce(setting.source) { source, operatorCase in
        operatorCase(
          Setting(
            source: source, other: setting.other, scheduler: setting.scheduler, span: setting.span,
            touch: setting.touch))
      }
  }
}
