import Dispatch
import RxCore
import Synchronization
import TestSupport
import Testing

/// R5: no lock is held while other code is called. Inside each callback there is, another thread uses the same object in
/// every way, and the callback waits for it: under a lock it would wait forever.
@Suite("No lock is held while other code is called", .dedicatedThreads)
struct LockingTests {
  /// An element, or an error, that does something when it dies.
  private final class Value: Error {
    private let atEnd: @Sendable () -> Void

    init(atEnd: @escaping @Sendable () -> Void = {}) { self.atEnd = atEnd }

    deinit { atEnd() }
  }

  /// Something that another thread does, once, while the caller waits for its end.
  private final class Crossing: Sendable {
    private let hasBegun = Atomic<Bool>(false)
    private let hasEnded = Atomic<Bool>(false)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func cross() {
      guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
      onAnotherThread(body)
      hasEnded.store(true, ordering: .relaxed)
    }

    var isOver: Bool { hasEnded.load(ordering: .relaxed) }
  }

  // MARK: Subjects

  fileprivate enum Moment: CaseIterable {
    case delivery, replay, end, lateEnd, disposal, observerDeath, elementDeath, waitingElementDeath, errorDeath
  }

  @Test(
    "a subject may be used by another thread, while one waits for that inside a callback",
    arguments: SubjectKind.allCases, Moment.allCases)
  fileprivate func subjects(kind: SubjectKind, moment: Moment) {
    if moment == .replay && kind.replays == 0 { return }
    let subject = kind.make(Value())
    let standing = subject.subscribe(onError: { _ in })
    let crossing = Crossing {
      subject.subscribe(onNext: { _ in }, onError: { _ in }).dispose()
      standing.dispose()
      subject.onNext(Value())
      _ = (subject.hasObservers, subject.isDisposed)
      if let subject = subject as? BehaviorSubject<Value> { _ = try? subject.value() }
      _ = subject.subscribe(onError: { _ in })
      subject.onCompleted()
      subject.dispose()
    }
    switch moment {
    case .delivery:
      let isArmed = Atomic<Bool>(false)
      let subscription = subject.subscribe(onNext: { _ in
        if isArmed.load(ordering: .relaxed) { crossing.cross() }
      })
      isArmed.store(true, ordering: .relaxed)
      subject.onNext(Value())
      subscription.dispose()
    case .replay:
      subject.onNext(Value())
      _ = subject.subscribe(onNext: { _ in crossing.cross() })
    case .end:
      _ = subject.subscribe(onCompleted: { crossing.cross() })
      subject.onCompleted()
    case .lateEnd:
      subject.onCompleted()
      _ = subject.subscribe(onCompleted: { crossing.cross() })
    case .disposal:
      subject.subscribe(onDisposed: { crossing.cross() }).dispose()
    case .observerDeath:
      let subscription = {
        let captured = Value(atEnd: { crossing.cross() })
        return subject.subscribe(onNext: { _ in withExtendedLifetime(captured) {} })
      }()
      subscription.dispose()
    case .elementDeath:
      subject.onNext(Value(atEnd: { crossing.cross() }))
      for _ in 0..<2 { subject.onNext(Value()) }
      subject.dispose()
    case .waitingElementDeath:
      let isArmed = Atomic<Bool>(false)
      let subscription = SerialDisposable()
      subscription.disposable = subject.subscribe(onNext: { _ in
        guard isArmed.load(ordering: .relaxed) else { return }
        subject.onNext(Value(atEnd: { crossing.cross() }))
        for _ in 0..<2 { subject.onNext(Value()) }
        subscription.dispose()
      })
      isArmed.store(true, ordering: .relaxed)
      subject.onNext(Value())
      subject.dispose()
    case .errorDeath:
      subject.onError(Value(atEnd: { crossing.cross() }))
      subject.dispose()
    }
    #expect(crossing.isOver)
  }

  // MARK: Shared sequences

  fileprivate enum Form: CaseIterable {
    case publish, replay, replayAll, multicast, multicastMaking
    case publishCounted, replayCounted, multicastMakingCounted, share, shareForever, shareReplay, shareReplayForever

    func make(_ source: Observable<Int>, whenSubjectIsMade: @escaping @Sendable () -> Void) -> Observable<Int> {
      let makeSubject: @Sendable () -> PublishSubject<Int> = {
        whenSubjectIsMade()
        return PublishSubject()
      }
      return switch self {
      case .publish: source.publish()
      case .replay: source.replay(1)
      case .replayAll: source.replayAll()
      case .multicast: source.multicast(PublishSubject())
      case .multicastMaking: source.multicast(makeSubject: makeSubject)
      case .publishCounted: source.publish().refCount()
      case .replayCounted: source.replay(2).refCount()
      case .multicastMakingCounted: source.multicast(makeSubject: makeSubject).refCount()
      case .share: source.share()
      case .shareForever: source.share(scope: .forever)
      case .shareReplay: source.share(replay: 1)
      case .shareReplayForever: source.share(replay: 1, scope: .forever)
      }
    }

    var makesSubjects: Bool { self == .multicastMaking || self == .multicastMakingCounted }
  }

  fileprivate enum SharedMoment: CaseIterable {
    case makingSubject, subscribing, element, end, disposing
  }

  @Test(
    "a shared sequence may be used by another thread, while one waits for that inside a callback",
    arguments: Form.allCases, SharedMoment.allCases)
  fileprivate func shared(form: Form, moment: SharedMoment) {
    if moment == .makingSubject && !form.makesSubjects { return }
    let probe = SourceProbe<Int>()
    let use = Guarded<Crossing?>(nil)
    let cross: @Sendable () -> Void = { use.withLock { $0 }?.cross() }
    let source = Observable<Int>.create { observer in
      if moment == .subscribing { cross() }
      let subscription = probe.observable.subscribe(observer)
      return Disposables.create {
        subscription.dispose()
        if moment == .disposing { cross() }
      }
    }
    let shared = form.make(source, whenSubjectIsMade: { if moment == .makingSubject { cross() } })
    let connect: @Sendable () -> any Disposable = {
      (shared as? ConnectableObservable<Int>)?.connect() ?? Disposables.create()
    }
    let standing = SerialDisposable()
    let crossing = Crossing {
      let visitor = shared.subscribe(onNext: { _ in })
      let connection = connect()
      probe.send(7)
      standing.dispose()
      visitor.dispose()
      connection.dispose()
      shared.subscribe(onNext: { _ in }).dispose()
    }
    use.withLock { $0 = crossing }
    standing.disposable = shared.subscribe(
      onNext: { _ in if moment == .element { cross() } }, onCompleted: { if moment == .end { cross() } })
    let connection = connect()
    probe.send(1)
    if moment == .end { probe.complete() }
    standing.dispose()
    connection.dispose()
    #expect(crossing.isOver)
    #expect(probe.disposals == probe.subscriptions)
    use.withLock { $0 = nil }
  }

  // MARK: Disposables

  @Test("a disposable may be used by another thread, while one waits for that inside a disposal")
  func disposables() {
    for end in ["dispose", "remove", "insert"] {
      let composite = CompositeDisposable()
      let crossing = Crossing {
        let key = composite.insert(Disposables.create())
        _ = (composite.count, composite.isDisposed)
        if let key { composite.remove(for: key) }
        composite.dispose()
      }
      let part = Disposables.create { crossing.cross() }
      if end == "insert" { composite.dispose() }
      let key = composite.insert(part)
      if end == "remove", let key { composite.remove(for: key) }
      composite.dispose()
      #expect(crossing.isOver, "CompositeDisposable, \(end)")
    }
    for end in ["dispose", "replace", "set late"] {
      let serial = SerialDisposable()
      let crossing = Crossing {
        _ = (serial.disposable, serial.isDisposed)
        serial.disposable = Disposables.create()
        serial.dispose()
      }
      if end == "set late" { serial.dispose() }
      serial.disposable = Disposables.create { crossing.cross() }
      if end == "replace" { serial.disposable = Disposables.create() }
      serial.dispose()
      #expect(crossing.isOver, "SerialDisposable, \(end)")
    }
    for isLate in [false, true] {
      let single = SingleAssignmentDisposable()
      let crossing = Crossing {
        _ = single.isDisposed
        single.dispose()
      }
      if isLate { single.dispose() }
      single.setDisposable(Disposables.create { crossing.cross() })
      single.dispose()
      #expect(crossing.isOver, "SingleAssignmentDisposable")
    }
    for isLast in [false, true] {
      let box = Guarded<RefCountDisposable?>(nil)
      let crossing = Crossing {
        let counted = box.withLock { $0 }
        counted?.retain().dispose()
        _ = counted?.isDisposed
        counted?.dispose()
      }
      let counted = RefCountDisposable(disposable: Disposables.create { crossing.cross() })
      box.withLock { $0 = counted }
      let part = counted.retain()
      if isLast { counted.dispose() }
      part.dispose()
      counted.dispose()
      #expect(crossing.isOver, "RefCountDisposable")
      box.withLock { $0 = nil }
    }
    for form in ["closure", "two", "three", "scheduled"] {
      let box = Guarded<(any Cancelable)?>(nil)
      let crossing = Crossing {
        let disposable = box.withLock { $0 }
        _ = disposable?.isDisposed
        disposable?.dispose()
      }
      let part = Disposables.create { crossing.cross() }
      let disposable: any Cancelable =
        switch form {
        case "closure": part
        case "two": Disposables.create(Disposables.create(), part)
        case "three": Disposables.create(part, Disposables.create(), Disposables.create())
        default: ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: part)
        }
      box.withLock { $0 = disposable }
      disposable.dispose()
      #expect(crossing.isOver, "\(form)")
      box.withLock { $0 = nil }
    }
  }

  @Test("a bag may take more from another thread, and go, while one waits for that inside a disposal of its own")
  func bags() {
    let log = Log<Int>()
    let other = DisposeBag()
    let crossing = Crossing {
      Disposables.create { log.add(2) }.disposed(by: other)
      makeAndDrop { DisposeBag(disposing: Disposables.create { log.add(1) }) }
    }
    makeAndDrop { DisposeBag(disposing: Disposables.create { crossing.cross() }) }
    #expect(crossing.isOver)
    #expect(log.entries == [1])
    withExtendedLifetime(other) {}
  }
}

/// Makes a value and releases it.
@inline(never)
private func makeAndDrop<Content>(_ make: () -> Content) { _ = make() }
