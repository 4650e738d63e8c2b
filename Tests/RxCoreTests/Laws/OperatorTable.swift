import RxTesting
import TestSupport

@testable import RxCore

extension LawfulOperator {
  /// Every operator that has a source; those of several sources once for each.
  static let all = transforming + filtering + timed + repairing + utility + sharing + inner + combining

  private static let transforming = [
    LawfulOperator("map") { source, _, _ in source.map { $0 + 1 } },
    LawfulOperator("compactMap") { source, _, _ in source.compactMap { $0 } },
    LawfulOperator("scan") { source, _, _ in source.scan(0) { $0 + $1 } },
    LawfulOperator("scan(into:)") { source, _, _ in source.scan(into: 0) { $0 += $1 } },
  ]

  private static let filtering = [
    LawfulOperator("filter") { source, _, _ in source.filter { $0 != 2 } },
    LawfulOperator("take") { source, _, _ in source.take(50) },
    LawfulOperator("take, the last element", .endsByItself) { source, _, _ in source.take(1) },
    LawfulOperator("take(for:)") { source, _, scheduler in source.take(for: .seconds(700), scheduler: scheduler) },
    LawfulOperator("skip") { source, _, _ in source.skip(1) },
    LawfulOperator("skip with a time", .takesTime) { source, _, scheduler in
      source.skip(.seconds(2), scheduler: scheduler)
    },
    LawfulOperator("first", .endsByItself) { source, _, _ in source.first().asObservable().map { $0 ?? 0 } },
    LawfulOperator("asSingle", .endsByItself) { source, _, _ in source.asSingle().asObservable() },
    LawfulOperator("distinctUntilChanged") { source, _, _ in source.distinctUntilChanged() },
    LawfulOperator("distinctUntilChanged(at:)") { source, _, _ in source.distinctUntilChanged(at: \.self) },
    LawfulOperator("distinctUntilChanged, key") { source, _, _ in source.distinctUntilChanged { $0 / 2 } },
    LawfulOperator("distinctUntilChanged, comparer") { source, _, _ in source.distinctUntilChanged { $0 == $1 } },
    LawfulOperator("distinctUntilChanged, both") { source, _, _ in
      source.distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
    },
  ]

  private static let timed = [
    LawfulOperator("debounce", .takesTime) { source, _, scheduler in
      source.debounce(.seconds(3), scheduler: scheduler)
    },
    LawfulOperator("throttle", .takesTime) { source, _, scheduler in
      source.throttle(.seconds(3), scheduler: scheduler)
    },
    LawfulOperator("throttle, not the latest", .takesTime) { source, _, scheduler in
      source.throttle(.seconds(3), latest: false, scheduler: scheduler)
    },
    LawfulOperator("delay", .takesTime, endDelay: 3) { source, _, scheduler in
      source.delay(.seconds(3), scheduler: scheduler)
    },
    LawfulOperator("observe(on:)", .takesTime, endDelay: 1, errorDelay: 1) { source, _, scheduler in
      source.observe(on: scheduler)
    },
    LawfulOperator("subscribe(on:)", turn: 1) { source, _, scheduler in source.subscribe(on: scheduler) },
  ]

  private static let repairing = [
    LawfulOperator("catch", .catchesErrors) { source, _, _ in source.catch { _ in .just(9) } },
    LawfulOperator("catch, the handler's") { source, _, _ in Observable.error(TestError.two).catch { _ in source } },
    LawfulOperator("catchAndReturn", .catchesErrors) { source, _, _ in source.catchAndReturn(9) },
    LawfulOperator("catch(sequence:), the first", .catchesErrors) { source, companion, _ in
      .catch(sequence: [source, companion])
    },
    LawfulOperator("catch(sequence:), the last") { source, _, _ in .catch(sequence: [.error(TestError.two), source]) },
    LawfulOperator("retry", .catchesErrors) { source, _, _ in source.retry() },
    LawfulOperator("retry, the last attempt") { source, _, _ in source.retry(1) },
    LawfulOperator("retry(when:)", .catchesErrors) { source, companion, _ in
      source.retry(when: { (_: Observable<any Error>) in companion })
    },
    LawfulOperator("retry(when:), another error") { source, _, _ in
      source.retry(when: { (errors: Observable<RxError>) in errors })
    },
  ]

  private static let utility = [
    LawfulOperator("create") { source, _, _ in .create { observer in source.subscribe(observer) } },
    LawfulOperator("deferred") { source, _, _ in .deferred { source } },
    LawfulOperator("startWith") { source, _, _ in source.startWith(7, 8) },
    LawfulOperator("do") { source, _, _ in source.do(onNext: { _ in }, afterNext: { _ in }, onDispose: {}) },
    LawfulOperator("debug") { source, _, _ in source.debug(nil, trimOutput: true) { _ in } },
  ]

  private static let sharing = [
    LawfulOperator("share", .isShared) { source, _, _ in source.share() },
    LawfulOperator("share(replay:)", .isShared) { source, _, _ in source.share(replay: 1) },
    LawfulOperator("share, forever", .isShared) { source, _, _ in source.share(scope: .forever) },
    LawfulOperator("share(replay:), forever", .isShared) { source, _, _ in source.share(replay: 1, scope: .forever) },
    LawfulOperator("publish", .isShared) { source, _, _ in source.publish().refCount() },
    LawfulOperator("replay", .isShared) { source, _, _ in source.replay(1).refCount() },
    LawfulOperator("replayAll", .isShared) { source, _, _ in source.replayAll().refCount() },
    LawfulOperator("multicast", .isShared) { source, _, _ in source.multicast(PublishSubject()).refCount() },
    LawfulOperator("multicast(makeSubject:)", .isShared) { source, _, _ in
      source.multicast(makeSubject: { PublishSubject() }).refCount()
    },
    LawfulOperator("multicast with a selector") { source, _, _ in
      source.multicast({ PublishSubject() }, selector: { .merge($0, $0) })
    },
  ]

  private static let inner = [
    LawfulOperator("flatMap", .usesCompanion) { source, companion, _ in source.flatMap { _ in companion } },
    LawfulOperator("flatMap, inner") { source, _, _ in Observable.just(0).flatMap { _ in source } },
    LawfulOperator("flatMapLatest", .usesCompanion) { source, companion, _ in source.flatMapLatest { _ in companion } },
    LawfulOperator("flatMapLatest, inner") { source, _, _ in Observable.just(0).flatMapLatest { _ in source } },
    LawfulOperator("concatMap", .usesCompanion) { source, companion, _ in source.concatMap { _ in companion } },
    LawfulOperator("concatMap, inner") { source, _, _ in Observable.just(0).concatMap { _ in source } },
    LawfulOperator("merge()", .usesCompanion) { source, companion, _ in source.map { _ in companion }.merge() },
    LawfulOperator("merge(), inner") { source, _, _ in Observable.just(source).merge() },
    LawfulOperator("merge(maxConcurrent:)", .usesCompanion) { source, companion, _ in
      source.map { _ in companion }.merge(maxConcurrent: 2)
    },
    LawfulOperator("merge(maxConcurrent:), inner") { source, companion, _ in
      Observable.of(companion.take(0), source).merge(maxConcurrent: 1)
    },
    LawfulOperator("switchLatest", .usesCompanion) { source, companion, _ in
      source.map { _ in companion }.switchLatest()
    },
    LawfulOperator("switchLatest, inner") { source, _, _ in Observable.of(.never(), source).switchLatest() },
    LawfulOperator("concat()", .usesCompanion) { source, companion, _ in source.map { _ in companion }.concat() },
    LawfulOperator("concat(), inner") { source, _, _ in Observable.of(.empty(), source).concat() },
  ]
}

// MARK: Several sources

extension LawfulOperator {
  private static let combining =
    [
      LawfulOperator("concat, first") { source, companion, _ in source.concat(companion) },
      LawfulOperator("concat, second") { source, _, _ in Observable.just(0).concat(source) },
      LawfulOperator("concat of a sequence") { source, _, _ in .concat(AnySequence([.just(0), source])) },
      LawfulOperator("withLatestFrom, first", .usesCompanion) { source, companion, _ in
        source.withLatestFrom(companion) { $0 + $1 }
      },
      LawfulOperator("withLatestFrom, second", [.usesCompanion, .ignoresEnd]) { source, companion, _ in
        companion.withLatestFrom(source) { $0 + $1 }
      },
      LawfulOperator("withLatestFrom without a closure", .usesCompanion) { source, companion, _ in
        source.withLatestFrom(companion)
      },
    ]
    + positions(of: "merge", 1...3) { .merge($0) }
    + positions(of: "merge of a collection", 2...2) { .merge(ArraySlice($0)) }
    + positions(of: "combineLatest", 2...8) { sources in combineLatest(sources) { $0.reduce(0, +) } }
    + positions(of: "combineLatest of tuples", 2...8) { sources in
      combineLatestTuples(sources).map { $0.reduce(0, +) }
    }
    + positions(of: "combineLatest of a collection", 1...3) { sources in
      .combineLatest(sources) { $0.reduce(0, +) }
    }
    + positions(of: "zip", 2...8) { sources in zip(sources) { $0.reduce(0, +) } }
    + positions(of: "zip of tuples", 2...8) { sources in zipTuples(sources).map { $0.reduce(0, +) } }
    + positions(of: "zip of a collection", 1...3) { sources in .zip(sources) { $0.reduce(0, +) } }

  /// An operator of equal sources, once for each of them; the companion stands in for the others.
  private static func positions(
    of name: String, _ arities: ClosedRange<Int>, _ apply: @escaping @Sendable ([Observable<Int>]) -> Observable<Int>
  ) -> [LawfulOperator] {
    arities.flatMap { arity in
      (0..<arity).map { position in
        LawfulOperator("\(name) of \(arity), number \(position + 1)", arity > 1 ? .usesCompanion : []) {
          source, companion, _ in
          apply((0..<arity).map { $0 == position ? source : companion })
        }
      }
    }
  }
}
