import Dispatch
import RxCore
import Synchronization
import TestSupport
import Testing

/// R5: no lock is held while user code runs. Inside each callback, another thread uses the same object in every way,
/// and the callback waits for that thread. If a lock were held, the wait would never end.
@Suite("No lock is held while user code runs", .dedicatedThreads)
struct LockingTests {
  /// An element or an error that calls a closure in its deinit.
  private final class Value: Error {
    private let onDeinit: @Sendable () -> Void

    init(onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }

    deinit { onDeinit() }
  }

  /// Work that another thread does once, while the caller waits for it.
  private final class OtherThreadUse: Sendable {
    private let hasBegun = Atomic<Bool>(false)
    private let hasEnded = Atomic<Bool>(false)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() {
      guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
      onAnotherThread(body)
      hasEnded.store(true, ordering: .relaxed)
    }

    var isOver: Bool { hasEnded.load(ordering: .relaxed) }
  }

  // MARK: Subjects

  fileprivate enum Moment: CaseIterable {
    case delivery, replay, end, lateEnd, disposal, observerDeinit, elementDeinit, waitingElementDeinit, errorDeinit
  }

  /// Each kind of subject with each moment. Kinds that replay nothing have no moment of replay.
  private static let subjectMoments = SubjectKind.allCases.flatMap { kind in
    Moment.allCases.filter { $0 != .replay || kind.replays > 0 }.map { (kind, $0) }
  }

  @Test(
    "another thread can use a subject while a callback of the subject waits for that thread",
    arguments: LockingTests.subjectMoments)
  fileprivate func subjects(kind: SubjectKind, moment: Moment) {
    let subject = kind.make(Value())
    let standing = subject.subscribe(onError: { _ in })
    let otherThreadUse = OtherThreadUse {
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
        if isArmed.load(ordering: .relaxed) { otherThreadUse.run() }
      })
      isArmed.store(true, ordering: .relaxed)
      subject.onNext(Value())
      subscription.dispose()
    case .replay:
      subject.onNext(Value())
      _ = subject.subscribe(onNext: { _ in otherThreadUse.run() })
    case .end:
      _ = subject.subscribe(onCompleted: { otherThreadUse.run() })
      subject.onCompleted()
    case .lateEnd:
      subject.onCompleted()
      _ = subject.subscribe(onCompleted: { otherThreadUse.run() })
    case .disposal:
      subject.subscribe(onDisposed: { otherThreadUse.run() }).dispose()
    case .observerDeinit:
      let subscription = {
        let captured = Value(onDeinit: { otherThreadUse.run() })
        return subject.subscribe(onNext: { _ in withExtendedLifetime(captured) {} })
      }()
      subscription.dispose()
    case .elementDeinit:
      subject.onNext(Value(onDeinit: { otherThreadUse.run() }))
      for _ in 0..<2 { subject.onNext(Value()) }
      subject.dispose()
    case .waitingElementDeinit:
      let isArmed = Atomic<Bool>(false)
      let subscription = SerialDisposable()
      subscription.disposable = subject.subscribe(onNext: { _ in
        guard isArmed.load(ordering: .relaxed) else { return }
        subject.onNext(Value(onDeinit: { otherThreadUse.run() }))
        for _ in 0..<2 { subject.onNext(Value()) }
        subscription.dispose()
      })
      isArmed.store(true, ordering: .relaxed)
      subject.onNext(Value())
      subject.dispose()
    case .errorDeinit:
      subject.onError(Value(onDeinit: { otherThreadUse.run() }))
      subject.dispose()
    }
    #expect(otherThreadUse.isOver)
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

  /// Each form with each moment. Only some forms call a closure that makes a subject.
  private static let sharedMoments = Form.allCases.flatMap { form in
    SharedMoment.allCases.filter { $0 != .makingSubject || form.makesSubjects }.map { (form, $0) }
  }

  @Test(
    "another thread can use a shared sequence while a callback waits for that thread",
    arguments: LockingTests.sharedMoments)
  fileprivate func shared(form: Form, moment: SharedMoment) {
    let probe = SourceProbe<Int>()
    let use = Guarded<OtherThreadUse?>(nil)
    let runOnce: @Sendable () -> Void = { use.withLock { $0 }?.run() }
    let source = Observable<Int>.create { observer in
      if moment == .subscribing { runOnce() }
      let subscription = probe.observable.subscribe(observer)
      return Disposables.create {
        subscription.dispose()
        if moment == .disposing { runOnce() }
      }
    }
    let shared = form.make(source, whenSubjectIsMade: { if moment == .makingSubject { runOnce() } })
    let connect: @Sendable () -> any Disposable = {
      (shared as? ConnectableObservable<Int>)?.connect() ?? Disposables.create()
    }
    let standing = SerialDisposable()
    let otherThreadUse = OtherThreadUse {
      let visitor = shared.subscribe(onNext: { _ in })
      let connection = connect()
      probe.send(7)
      standing.dispose()
      visitor.dispose()
      connection.dispose()
      shared.subscribe(onNext: { _ in }).dispose()
    }
    use.withLock { $0 = otherThreadUse }
    standing.disposable = shared.subscribe(
      onNext: { _ in if moment == .element { runOnce() } }, onCompleted: { if moment == .end { runOnce() } })
    let connection = connect()
    probe.send(1)
    if moment == .end { probe.complete() }
    standing.dispose()
    connection.dispose()
    #expect(otherThreadUse.isOver)
    #expect(probe.disposals == probe.subscriptions)
    use.withLock { $0 = nil }
  }

  // MARK: Disposables

  @Test("another thread can use a disposable while its dispose action waits for that thread")
  func disposables() {
    for end in ["dispose", "remove", "insert"] {
      let composite = CompositeDisposable()
      let otherThreadUse = OtherThreadUse {
        let key = composite.insert(Disposables.create())
        _ = (composite.count, composite.isDisposed)
        if let key { composite.remove(for: key) }
        composite.dispose()
      }
      let part = Disposables.create { otherThreadUse.run() }
      if end == "insert" { composite.dispose() }
      let key = composite.insert(part)
      if end == "remove", let key { composite.remove(for: key) }
      composite.dispose()
      #expect(otherThreadUse.isOver, "CompositeDisposable, \(end)")
    }
    for end in ["dispose", "replace", "set late"] {
      let serial = SerialDisposable()
      let otherThreadUse = OtherThreadUse {
        _ = (serial.disposable, serial.isDisposed)
        serial.disposable = Disposables.create()
        serial.dispose()
      }
      if end == "set late" { serial.dispose() }
      serial.disposable = Disposables.create { otherThreadUse.run() }
      if end == "replace" { serial.disposable = Disposables.create() }
      serial.dispose()
      #expect(otherThreadUse.isOver, "SerialDisposable, \(end)")
    }
    for isLate in [false, true] {
      let single = SingleAssignmentDisposable()
      let otherThreadUse = OtherThreadUse {
        _ = single.isDisposed
        single.dispose()
      }
      if isLate { single.dispose() }
      single.setDisposable(Disposables.create { otherThreadUse.run() })
      single.dispose()
      #expect(otherThreadUse.isOver, "SingleAssignmentDisposable")
    }
    for isLast in [false, true] {
      let box = Guarded<RefCountDisposable?>(nil)
      let otherThreadUse = OtherThreadUse {
        let counted = box.withLock { $0 }
        counted?.retain().dispose()
        _ = counted?.isDisposed
        counted?.dispose()
      }
      let counted = RefCountDisposable(disposable: Disposables.create { otherThreadUse.run() })
      box.withLock { $0 = counted }
      let part = counted.retain()
      if isLast { counted.dispose() }
      part.dispose()
      counted.dispose()
      #expect(otherThreadUse.isOver, "RefCountDisposable")
      box.withLock { $0 = nil }
    }
    for form in ["closure", "two", "three", "scheduled"] {
      let box = Guarded<(any Cancelable)?>(nil)
      let otherThreadUse = OtherThreadUse {
        let disposable = box.withLock { $0 }
        _ = disposable?.isDisposed
        disposable?.dispose()
      }
      let part = Disposables.create { otherThreadUse.run() }
      let disposable: any Cancelable =
        switch form {
        case "closure": part
        case "two": Disposables.create(Disposables.create(), part)
        case "three": Disposables.create(part, Disposables.create(), Disposables.create())
        default: ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: part)
        }
      box.withLock { $0 = disposable }
      disposable.dispose()
      #expect(otherThreadUse.isOver, "\(form)")
      box.withLock { $0 = nil }
    }
  }

  @Test("another thread can fill and release bags while the dispose action of a bag waits for that thread")
  func bags() {
    let log = Recording<Int>()
    let other = DisposeBag()
    let otherThreadUse = OtherThreadUse {
      Disposables.create { log.add(2) }.disposed(by: other)
      makeAndRelease { DisposeBag(disposing: Disposables.create { log.add(1) }) }
    }
    makeAndRelease { DisposeBag(disposing: Disposables.create { otherThreadUse.run() }) }
    #expect(otherThreadUse.isOver)
    #expect(log.elements == [1])
    withExtendedLifetime(other) {}
  }
}

/// Makes a value and releases it.
@inline(never)
private func makeAndRelease<Content>(_ make: () -> Content) { _ = make() }
