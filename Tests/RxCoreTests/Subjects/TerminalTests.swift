import RxCore
import TestSupport
import Testing

/// The end of a subject, whoever else sends, subscribes and disposes (R1, R2, R3).
@Suite("The end of a subject")
struct TerminalTests {
  @Test("what was sent before the end is delivered before it, to all, when both are sent from inside an element")
  func afterWhatWaits() {
    let subject = PublishSubject<Int>()
    let (first, second) = (Log<String>(), Log<String>())
    let subscriptions = [
      subject.subscribe { event in
        first.add("\(event)")
        if event.element == 1 {
          subject.onNext(2)
          subject.onCompleted()
          subject.onNext(3)
        }
      },
      subject.subscribe { event in second.add("\(event)") },
    ]
    subject.onNext(1)
    #expect(first.entries == ["next(1)", "next(2)", "completed"])
    #expect(second.entries == ["next(1)", "next(2)", "completed"])
    for subscription in subscriptions { subscription.dispose() }
  }

  @Test("who subscribes after the end is told of it, though elements still wait for others")
  func lateSubscriber() {
    let subject = PublishSubject<Int>()
    let (first, late) = (Log<String>(), Log<String>())
    _ = subject.subscribe { event in
      first.add("\(event)")
      if event.element == 1 {
        subject.onNext(2)
        subject.onError(RxError.timeout)
        _ = subject.subscribe { event in late.add("\(event)") }
      }
    }
    subject.onNext(1)
    #expect(first.entries == ["next(1)", "next(2)", "error(Sequence timeout.)"])
    #expect(late.entries == ["error(Sequence timeout.)"])
  }

  @Test("nobody is kept after the end, though the disposable is", arguments: ["completed", "disposed", "unsubscribed"])
  func frees(end: String) {
    let subject = BehaviorSubject(value: 0)
    let lifetimes = Lifetimes()
    let subscription = {
      let tracked = lifetimes.make()
      return subject.subscribe(onNext: { _ in tracked.touch() }, onError: { _ in tracked.touch() })
    }()
    #expect(lifetimes.alive == 1)
    switch end {
    case "completed": subject.onCompleted()
    case "disposed": subject.dispose()
    default: subscription.dispose()
    }
    #expect(lifetimes.alive == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test("an observer that is disposed from inside another's element is let go once that is over")
  func freesDuringDelivery() {
    let subject = PublishSubject<Int>()
    let lifetimes = Lifetimes()
    let slot = SerialDisposable()
    _ = subject.subscribe(onNext: { _ in slot.dispose() })
    let subscription = {
      let tracked = lifetimes.make()
      return subject.subscribe(onNext: { _ in tracked.touch() })
    }()
    slot.disposable = subscription
    subject.onNext(1)
    #expect(lifetimes.alive == 0)
    withExtendedLifetime(subscription) {}
  }
}
