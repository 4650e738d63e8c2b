import RxCore
import TestSupport
import Testing

/// R1, R2 and R3: how a subject ends while other code emits, subscribes and disposes.
@Suite("The end of a subject")
struct TerminalTests {
  @Test("elements that an observer emits before a terminal event are delivered to all before that event")
  func afterWaitingElements() {
    let subject = PublishSubject<Int>()
    let (first, second) = (Recording<String>(), Recording<String>())
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
    #expect(first.elements == ["next(1)", "next(2)", "completed"])
    #expect(second.elements == ["next(1)", "next(2)", "completed"])
    for subscription in subscriptions { subscription.dispose() }
  }

  @Test("an observer that subscribes after the end receives the terminal event, even while elements wait for others")
  func lateSubscriber() {
    let subject = PublishSubject<Int>()
    let (first, late) = (Recording<String>(), Recording<String>())
    _ = subject.subscribe { event in
      first.add("\(event)")
      if event.element == 1 {
        subject.onNext(2)
        subject.onError(RxError.timeout)
        _ = subject.subscribe { event in late.add("\(event)") }
      }
    }
    subject.onNext(1)
    #expect(first.elements == ["next(1)", "next(2)", "error(Sequence timeout.)"])
    #expect(late.elements == ["error(Sequence timeout.)"])
  }

  @Test(
    "no observer is retained after the end, even if the disposable is kept",
    arguments: ["completed", "disposed", "unsubscribed"])
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

  @Test("an observer that another observer disposes is released when the delivery ends")
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
