import Foundation
import RxCore
import TestSupport
import Testing

/// R3: making and disposing subscriptions leaves memory flat. Each test measures a separate process.
@Suite("Churn")
struct ChurnTests {
  enum Kind: CaseIterable {
    case publish, behavior, replay, operators, share, shareForever, connect, bag, group, serial, counted
  }

  @Test("making and disposing subscriptions leaves memory flat", arguments: [0, 100])
  func subscribeAndDispose(living: Int) async {
    await #expect(processExitsWith: .success) { [living] in
      let subject = PublishSubject<Int>()
      let behavior = BehaviorSubject(value: 0)
      let replay = ReplaySubject<Int>.create(bufferSize: 2)
      let operators = subject.map { $0 + 1 }.filter { $0 > 0 }.flatMap { Observable.just($0) }
      let shared = subject.share(replay: 1)
      let forever = behavior.share(replay: 1, scope: .forever)
      let connectable = subject.publish()
      let bag = Guarded(DisposeBag())
      let group = CompositeDisposable()
      let serial = SerialDisposable()
      let counted = RefCountDisposable(disposable: Disposables.create())
      let standing = (0..<living).flatMap { _ in
        [subject.asObservable(), behavior, replay, shared, connectable].map { $0.subscribe() }
      }
      for kind in Kind.allCases {
        expectFlatMemory("\(kind)", times: kind == .publish && living == 0 ? 1_000_000 : 50_000) {
          switch kind {
          case .publish: subject.subscribe(onNext: { _ in }).dispose()
          case .behavior: behavior.subscribe(onNext: { _ in }).dispose()
          case .replay: replay.subscribe(onNext: { _ in }).dispose()
          case .operators: operators.subscribe(onNext: { _ in }).dispose()
          case .share: shared.subscribe(onNext: { _ in }).dispose()
          case .shareForever: forever.subscribe(onNext: { _ in }).dispose()
          case .connect: connectable.connect().dispose()
          case .bag:
            let new = DisposeBag()
            subject.subscribe(onNext: { _ in }).disposed(by: new)
            let former = bag.withLock { bag in
              let former = bag
              bag = new
              return former
            }
            withExtendedLifetime(former) {}
          case .group:
            if let key = group.insert(subject.subscribe(onNext: { _ in })) { group.remove(for: key) }
          case .serial: serial.disposable = subject.subscribe(onNext: { _ in })
          case .counted: counted.retain().dispose()
          }
        }
      }
      withExtendedLifetime(standing) {}
      exit(0)
    }
  }

  @Test("inner sequences that end while they are subscribed to leave memory flat")
  func endInside() async {
    await #expect(processExitsWith: .success) {
      let source = PublishSubject<Int>()
      let subscriptions = [
        source.flatMap { _ in Observable<Int>.never().take(until: Observable.just(0)) },
        source.concatMap { _ in Observable<Int>.never().take(until: Observable.just(0)) },
        source.flatMapLatest { _ in Observable<Int>.never().take(until: Observable.just(0)) },
        source.flatMap { _ in Observable<Int>.never().startWith(0).take(1) },
      ].map { $0.subscribe() }
      expectFlatMemory("inner sequences", times: 50_000) { source.onNext(0) }
      withExtendedLifetime(subscriptions) {}
      exit(0)
    }
  }
}
