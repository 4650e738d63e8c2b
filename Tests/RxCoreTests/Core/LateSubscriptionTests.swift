import Dispatch
import OperatorTable
import RxCore
import TestSupport
import Testing

@Suite("Subscriptions that begin after the outer one was made")
struct LateSubscriptionTests {
  private let emitted = Recording<Int>()

  /// A sequence on the current thread that is long enough to count as endless, but ends if nothing disposes it.
  private var long: Observable<Int> {
    Observable.generate(initialState: 1, condition: { $0 <= 10_000 }, iterate: { $0 + 1 })
      .do(onNext: { [emitted] in emitted.add($0) })
  }

  @Test(
    "a disposal downstream stops the second sequence, whichever event of the source started it",
    arguments: LateOperator.all)
  func stops(_ late: LateOperator) {
    let subject = PublishSubject<Int>()
    let recording = late.apply(subject, long).take(3).record()
    switch late.trigger {
    case .next: subject.onNext(0)
    case .error: subject.onError(TestError.one)
    case .completed: subject.onCompleted()
    }
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
    #expect(emitted.elements == [1, 2, 3])
    #expect(!subject.hasObservers)
  }

  @Test("a disposal downstream stops a sequence that waited for the previous one")
  func stopsWaiting() {
    let (outer, first) = (PublishSubject<Int>(), PublishSubject<Int>())
    let recording = outer.concatMap { [long] in $0 == 0 ? first : long }.take(3).record()
    outer.onNext(0)
    outer.onNext(1)
    first.onCompleted()
    #expect(recording.elements == [1, 2, 3])
    #expect(emitted.count == 3)
  }

  @Test("a disposal downstream stops a source that is subscribed to by a timer")
  func stopsOnTimer() {
    let scheduler = ManualScheduler()
    let recordings = [
      long.delaySubscription(.milliseconds(1), scheduler: scheduler),
      Observable.never().timeout(.milliseconds(1), other: long, scheduler: scheduler),
    ].map { $0.take(3).record() }
    scheduler.advance(by: 1)
    for recording in recordings { #expect(recording.elements == [1, 2, 3]) }
    #expect(emitted.count == 6)
  }

  @Test("all elements of the second sequence are emitted before the call that emits to the source returns")
  func inline() {
    let subject = PublishSubject<Int>()
    let recording = subject.flatMap { Observable.of($0, $0 * 10) }.concatMap { Observable.of($0) }.record()
    subject.onNext(1)
    #expect(recording.elements == [1, 10])
  }

  /// An observable of a program's own, which overrides only `subscribe(erased:)`.
  private final class OwnObservable: Observable<Int>, @unchecked Sendable {
    let source: Observable<Int>

    init(_ source: Observable<Int>) { self.source = source }

    override func subscribe(erased observer: ObserverBase<Int>) -> any Disposable { source.subscribe(observer) }
  }

  @Test("a disposal downstream stops a source of a program's own class")
  func ownClass() {
    let subject = PublishSubject<Int>()
    let recording = subject.flatMap { [long] _ in OwnObservable(long) }.take(3).record()
    subject.onNext(0)
    #expect(recording.elements == [1, 2, 3])
    #expect(emitted.count == 3)
  }
}
