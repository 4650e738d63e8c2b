import Dispatch
public import RxCore

/// An operator between two sources and an observer.
public struct Stage: Sendable, CustomStringConvertible {
  /// What an operator may use.
  public struct Setting: Sendable {
    /// The source.
    public let source: Observable<Int>
    /// Another source.
    public let other: Observable<Int>
    /// Where time passes.
    public let scheduler: any SchedulerType
    /// To be called in each closure.
    public let touch: @Sendable () -> Void

    /// - Parameters:
    ///   - other: another source.
    ///   - touch: is called in each closure.
    public init(
      source: Observable<Int>, other: Observable<Int>, scheduler: any SchedulerType,
      touch: @escaping @Sendable () -> Void
    ) {
      self.source = source
      self.other = other
      self.scheduler = scheduler
      self.touch = touch
    }
  }

  /// The name of the operator.
  public let description: String
  let apply: @Sendable (Setting) -> Observable<Int>

  /// Makes a stage of that name.
  public init(_ name: String, _ apply: @escaping @Sendable (Setting) -> Observable<Int>) {
    description = name
    self.apply = apply
  }

  /// The operator's sequence.
  public func callAsFunction(_ setting: Setting) -> Observable<Int> { apply(setting) }

  /// All operators, with all their closures; but for `debug`, which prints.
  public static let all = plain + timed + repairing + shared + nested + combined + [chain]

  private static let plain = [
    Stage("create") { setting in
      .create { observer in
        setting.touch()
        return setting.source.subscribe(observer)
      }
    },
    Stage("deferred") { setting in
      .deferred {
        setting.touch()
        return setting.source
      }
    },
    Stage("map") { setting in setting.source.map { setting.touched($0) } },
    Stage("compactMap") { setting in setting.source.compactMap { setting.touched($0) } },
    Stage("scan") { setting in setting.source.scan(0) { setting.touched($0 + $1) } },
    Stage("scan(into:)") { setting in setting.source.scan(into: 0) { $0 = setting.touched($0 + $1) } },
    Stage("filter") { setting in setting.source.filter { setting.touched($0) != 2 } },
    Stage("skip") { $0.source.skip(1) },
    Stage("take") { $0.source.take(3) },
    Stage("take, all of it") { $0.source.take(100) },
    Stage("first") { setting in setting.source.first().map { setting.touched($0 ?? 0) }.asObservable() },
    Stage("asSingle") { setting in
      setting.source.take(1).asSingle().flatMap { .just(setting.touched($0)) }.asObservable()
    },
    Stage("distinctUntilChanged") { $0.source.distinctUntilChanged() },
    Stage("distinctUntilChanged, with closures") { setting in
      setting.source.distinctUntilChanged({ setting.touched($0) }, comparer: { setting.touched($0) == $1 })
    },
    Stage("startWith") { $0.source.startWith(7, 8) },
    Stage("do") { setting in
      let touch = setting.touch
      return setting.source.do(
        onNext: { _ in touch() }, afterNext: { _ in touch() }, onError: { _ in touch() }, afterError: { _ in touch() },
        onCompleted: { touch() }, afterCompleted: { touch() }, onSubscribe: { touch() }, onSubscribed: { touch() },
        onDispose: { touch() })
    },
  ]

  private static let timed = [
    Stage("skip for a time") { $0.source.skip(.milliseconds(15), scheduler: $0.scheduler) },
    Stage("take(for:)") { $0.source.take(for: .milliseconds(35), scheduler: $0.scheduler) },
    Stage("debounce") { $0.source.debounce(.milliseconds(5), scheduler: $0.scheduler) },
    Stage("debounce, longer") { $0.source.debounce(.milliseconds(25), scheduler: $0.scheduler) },
    Stage("throttle") { $0.source.throttle(.milliseconds(15), scheduler: $0.scheduler) },
    Stage("throttle, not the latest") { $0.source.throttle(.milliseconds(15), latest: false, scheduler: $0.scheduler) },
    Stage("delay") { $0.source.delay(.milliseconds(15), scheduler: $0.scheduler) },
    Stage("observe(on:)") { $0.source.observe(on: $0.scheduler) },
    Stage("subscribe(on:)") { $0.source.subscribe(on: $0.scheduler) },
    Stage("timer, with the source inside") { setting in
      Observable<Int>.timer(.milliseconds(5), scheduler: setting.scheduler).flatMap { _ in setting.source }
    },
    Stage("interval, with the source") { setting in
      .merge(setting.source, Observable<Int>.interval(.milliseconds(10), scheduler: setting.scheduler).take(20))
    },
  ]

  private static let repairing = [
    Stage("catch") { setting in
      setting.source.catch { _ in
        setting.touch()
        return setting.other
      }
    },
    Stage("catch, its second") { setting in Observable.error(RxError.timeout).catch { _ in setting.source } },
    Stage("catchAndReturn") { $0.source.catchAndReturn(9) },
    Stage("catch(sequence:)") { .catch(sequence: [$0.source, $0.other]) },
    Stage("retry") { $0.source.retry(3) },
    Stage("retry without a limit") { $0.source.retry() },
    Stage("retry(when:)") { setting in
      setting.source.retry(when: { (errors: Observable<any Error>) in errors.map { _ in setting.touch() } })
    },
  ]

  private static let shared = [
    Stage("share") { $0.source.share() },
    Stage("share(replay:)") { $0.source.share(replay: 2) },
    Stage("share, forever") { $0.source.share(scope: .forever) },
    Stage("share(replay:), forever") { $0.source.share(replay: 1, scope: .forever) },
    Stage("publish and refCount") { $0.source.publish().refCount() },
    Stage("replayAll and refCount") { $0.source.replayAll().refCount() },
    Stage("multicast and refCount") { setting in
      setting.source.multicast(makeSubject: { () -> ReplaySubject<Int> in
        setting.touch()
        return .create(bufferSize: 1)
      }).refCount()
    },
    Stage("multicast with a selector") { setting in
      setting.source.multicast({ PublishSubject() }) { shared in
        setting.touch()
        return .merge(shared, shared.map { setting.touched($0) })
      }
    },
    Stage("share, twice") { setting in
      let shared = setting.source.share(replay: 1)
      return .merge(shared, shared.map { setting.touched($0) })
    },
  ]

  private static let nested = [
    Stage("flatMap") { setting in setting.source.flatMap { setting.inner($0) } },
    Stage("flatMap, inner") { setting in Observable.of(1, 2).flatMap { _ in setting.source } },
    Stage("flatMapLatest") { setting in setting.source.flatMapLatest { setting.inner($0) } },
    Stage("flatMapLatest, inner") { setting in Observable.of(1, 2).flatMapLatest { _ in setting.source } },
    Stage("concatMap") { setting in setting.source.concatMap { setting.inner($0) } },
    Stage("concatMap, inner") { setting in Observable.of(1, 2).concatMap { _ in setting.source.take(2) } },
    Stage("merge()") { setting in setting.source.map { setting.inner($0) }.merge() },
    Stage("merge(maxConcurrent:)") { setting in setting.source.map { setting.inner($0) }.merge(maxConcurrent: 2) },
    Stage("switchLatest") { setting in setting.source.map { setting.inner($0) }.switchLatest() },
    Stage("concat()") { setting in setting.source.map { setting.inner($0) }.concat() },
  ]

  private static let combined = [
    Stage("concat") { $0.source.take(2).concat($0.other) },
    Stage("concat, second") { Observable.of(5, 6).concat($0.source) },
    Stage("concat of a sequence") { .concat(AnySequence([$0.source.take(1), $0.other.take(1), $0.source])) },
    Stage("merge") { .merge($0.source, $0.other) },
    Stage("withLatestFrom") { setting in setting.source.withLatestFrom(setting.other) { setting.touched($0 + $1) } },
    Stage("withLatestFrom, second") { $0.other.withLatestFrom($0.source) },
    Stage("combineLatest of 2") { setting in
      .combineLatest(setting.source, setting.other) { setting.touched($0 + $1) }
    },
    Stage("combineLatest of 3") { setting in
      .combineLatest(setting.source, setting.other, setting.source) { setting.touched($0 + $1 + $2) }
    },
    Stage("combineLatest of 8") { setting in
      let (a, b) = (setting.source, setting.other)
      return .combineLatest(a, b, a, b, a, b, a, b) { setting.touched($0 + $1 + $2 + $3 + $4 + $5 + $6 + $7) }
    },
    Stage("combineLatest of many") { setting in
      .combineLatest([setting.source, setting.other]) { setting.touched($0.reduce(0, +)) }
    },
    Stage("zip of 2") { setting in .zip(setting.source, setting.other) { setting.touched($0 + $1) } },
    Stage("zip of 3") { setting in
      .zip(setting.source, setting.other, setting.source) { setting.touched($0 + $1 + $2) }
    },
    Stage("zip of 8") { setting in
      let (a, b) = (setting.source, setting.other)
      return .zip(a, b, a, b, a, b, a, b) { setting.touched($0 + $1 + $2 + $3 + $4 + $5 + $6 + $7) }
    },
    Stage("zip of many") { setting in
      .zip([setting.source, setting.other]) { setting.touched($0.reduce(0, +)) }
    },
  ]

  private static let chain = Stage("a chain of many") { setting in
    let names: Set = ["map", "flatMap, inner", "filter", "merge", "share, twice", "catch", "observe(on:)", "do"]
    return (plain + timed + repairing + shared + nested + combined).filter { names.contains($0.description) }
      .reduce(setting.source) { source, stage in
        stage.apply(
          Setting(source: source, other: setting.other, scheduler: setting.scheduler, touch: setting.touch))
      }
  }
}

extension Stage.Setting {
  fileprivate func touched<Value>(_ value: Value) -> Value {
    touch()
    return value
  }

  /// An inner sequence, which is the other source for odd elements.
  fileprivate func inner(_ element: Int) -> Observable<Int> {
    touch()
    return element % 2 == 1 ? other : .of(element, -element)
  }
}
