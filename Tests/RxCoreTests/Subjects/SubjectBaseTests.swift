import RxCore
import TestSupport
import Testing

/// R3: what a long delivery retains.
@Suite("Subjects during a delivery", .dedicatedThreads)
struct SubjectBaseTests {
  @Test(
    "a deallocated subject releases its observers, even if their disposables are kept", arguments: SubjectKind.allCases)
  func deallocation(kind: SubjectKind) {
    let lifetimes = Lifetimes()
    let bag = DisposeBag()
    do {
      let tracked = lifetimes.make()
      kind.make(0).subscribe(onNext: { _ in tracked.touch() }).disposed(by: bag)
    }
    #expect(lifetimes.alive == 0)
    withExtendedLifetime(bag) {}
  }

  enum Way: CaseIterable { case disposed, endsInReplay, endsBeforeSubscription, onAnotherThread }

  @Test(
    "an observer subscribed and disposed during a delivery is released before the delivery ends",
    arguments: SubjectKind.allCases, Way.allCases)
  func releases(kind: SubjectKind, way: Way) {
    let subject = kind.make(0)
    let lifetimes = Lifetimes()
    let alive = Recording<Int>()
    let churn: @Sendable () -> Void = {
      for _ in 0..<3 {
        let tracked = lifetimes.make()
        let source = subject.do(onNext: { _ in tracked.touch() })
        switch way {
        case .disposed, .onAnotherThread: source.subscribe().dispose()
        case .endsInReplay: source.take(1).subscribe().dispose()
        case .endsBeforeSubscription: source.take(until: Observable.just(0)).subscribe().dispose()
        }
      }
      alive.add(lifetimes.alive)
    }
    let subscription = subject.subscribe(onNext: { element in
      if element == 0 { return }
      if element == 1 { subject.onNext(2) }  // Is delivered from the backlog.
      if way == .onAnotherThread { onAnotherThread(churn) } else { churn() }
    })
    subject.onNext(1)
    #expect(alive.elements == [0, 0])
    subscription.dispose()
  }
}
