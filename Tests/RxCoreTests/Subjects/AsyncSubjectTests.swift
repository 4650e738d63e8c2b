import RxCore
import RxTesting
import Synchronization
import TestSupport
import Testing

@Suite("AsyncSubject", .dedicatedThreads)
struct AsyncSubjectTests {
  @Test("emits the last element when it completes, and to later subscribers")
  func emitsLast() {
    let subject = AsyncSubject<Int>()
    let early = subject.record()
    subject.onNext(1)
    let second = subject.record()
    subject.on(.next(2))
    #expect(subject.hasObservers)
    #expect(early.elements == [])
    subject.onCompleted()
    #expect(!subject.hasObservers)
    subject.onNext(3)
    subject.onCompleted()
    for recording in [early, second, subject.record()] {
      #expect(recording.elements == [2])
      #expect(recording.terminals == ["completed"])
    }
  }

  @Test("completes without an element if it has received none")
  func completesEmpty() {
    let subject = AsyncSubject<Int>()
    let early = subject.record()
    subject.onCompleted()
    for recording in [early, subject.record()] {
      #expect(recording.elements == [])
      #expect(recording.terminals == ["completed"])
    }
  }

  @Test("an error is emitted without the last element, which is released")
  func fails() {
    let lifetimes = Lifetimes()
    let subject = AsyncSubject<Tracked>()
    let early = subject.record()
    subject.onNext(lifetimes.make())
    #expect(lifetimes.alive == 1)
    subject.onError(TestError.one)
    #expect(lifetimes.alive == 0)
    for recording in [early, subject.record()] {
      #expect(recording.elements.isEmpty)
      #expect(recording.terminals == ["one"])
    }
  }

  @Test("disposal releases the element and the subscribers; later ones receive an error")
  func disposes() {
    let lifetimes = Lifetimes()
    let subject = AsyncSubject<Tracked>()
    let early = subject.record()
    subject.onNext(lifetimes.make())
    subject.dispose()
    #expect(subject.isDisposed)
    #expect(!subject.hasObservers)
    #expect(lifetimes.alive == 0)
    subject.onCompleted()
    #expect(early.terminals == [])
    #expect(subject.record().terminals.count == 1)
  }

  @Test("an observer can subscribe, emit and dispose inside the last element")
  func reenters() {
    let subject = AsyncSubject<Int>()
    let log = Recording<String>()
    let third = SerialDisposable()
    _ = subject.subscribe { event in
      log.add("first: \(event)")
      guard event.element != nil else { return }
      subject.onNext(9)
      subject.onError(TestError.one)
      _ = subject.subscribe { log.add("late: \($0)") }
      third.dispose()
    }
    _ = subject.subscribe { log.add("second: \($0)") }
    third.disposable = subject.subscribe { log.add("third: \($0)") }
    subject.onNext(1)
    subject.onCompleted()
    #expect(
      log.elements == [
        "first: next(1)", "late: next(1)", "late: completed", "second: next(1)", "first: completed",
        "second: completed",
      ])
  }

  @Test(
    "the deinit of an element that is replaced or dropped runs without a lock", arguments: ["next", "error", "dispose"])
  func releasesOutsideLock(by event: String) {
    final class Value: Sendable {
      let atEnd: @Sendable () -> Void
      init(_ atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }
      deinit { atEnd() }
    }
    let subject = AsyncSubject<Value>()
    let isReleased = Atomic<Bool>(false)
    subject.onNext(
      Value {
        onAnotherThread { _ = subject.hasObservers }
        isReleased.store(true, ordering: .relaxed)
      })
    switch event {
    case "next": subject.onNext(Value {})
    case "error": subject.onError(TestError.one)
    default: subject.dispose()
    }
    let wasReleased = isReleased.load(ordering: .relaxed)
    #expect(wasReleased)
  }

  @Test("serves as an observer and in multicast")
  func multicasts() {
    let probe = SourceProbe<Int>()
    let shared = probe.observable.multicast(AsyncSubject())
    let recording = shared.record()
    let connection = shared.connect()
    probe.send(1, 2)
    #expect(recording.elements == [])
    probe.complete()
    #expect(recording.elements == [2])
    #expect(shared.record().elements == [2])
    connection.dispose()
    let subject = AsyncSubject<Int>()
    subject.asObserver().on(.next(1))
  }
}

@Suite("AsyncSubject in virtual time")
struct AsyncSubjectTimeTests {
  @Test("emits the last element with the completion")
  func emits() throws {
    try play { try $0.hot("-1-2--|").multicast(makeSubject: { AsyncSubject() }).refCount() }
      .expect("------(2|)", "^-----!")
    try play { try $0.hot("-1-2--#").multicast(makeSubject: { AsyncSubject() }).refCount() }
      .expect("------#", "^-----!")
  }
}
