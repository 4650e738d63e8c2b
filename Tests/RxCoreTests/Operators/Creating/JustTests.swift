import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("just", .dedicatedThreads)
struct JustTests {
  @Test("emits the element to each subscriber and completes inside subscribe")
  func emits() {
    let source = Observable.just(7)
    for _ in 0..<2 {
      let recording = source.record()
      #expect(recording.elements == [7])
      #expect(recording.terminals == ["completed"])
    }
  }

  @Test("does not wait for the trampoline")
  func emitsImmediately() {
    let recording = Recording<Int>()
    let outer = Observable<Void>.create { observer in
      _ = Observable.just(1).subscribe(recording)
      #expect(recording.elements == [1])
      observer.onCompleted()
      return Disposables.create()
    }.record()
    #expect(outer.terminals == ["completed"])
  }

  @Test("on a scheduler, the element and the end use a turn each")
  func usesRounds() {
    let scheduler = ManualScheduler()
    let recording = Observable.just(1, scheduler: scheduler).record()
    #expect(recording.elements == [])
    scheduler.runNext()
    #expect(recording.elements == [1])
    #expect(recording.terminals == [])
    scheduler.runNext()
    #expect(recording.terminals == ["completed"])
  }

  @Test("on a scheduler, disposal cancels a turn that has not begun", arguments: [0, 1])
  func cancels(rounds: Int) {
    let scheduler = ManualScheduler()
    let recording = Observable.just(1, scheduler: scheduler).record()
    for _ in 0..<rounds { scheduler.runNext() }
    recording.dispose()
    #expect(scheduler.pending == 0)
    #expect(recording.terminals == [])
  }

  @Test("emits on the given dispatch queue")
  func emitsOnQueue() {
    let key = DispatchSpecificKey<Bool>()
    let scheduler = SerialDispatchQueueScheduler(
      internalSerialQueueName: "just", serialQueueConfiguration: { $0.setSpecific(key: key, value: true) })
    let recording = Observable.just((), scheduler: scheduler).map { DispatchQueue.getSpecific(key: key) }.record()
    #expect(recording.waitForEnd())
    #expect(recording.elements == [true])
  }
}

@Suite("just in virtual time")
struct JustTimeTests {
  @Test("emits and completes at subscription, or in turns of a scheduler")
  func emits() throws {
    try play { _ in Observable.just(1) }.expect("(1|)")
    try play { .just(1, scheduler: $0.scheduler) }.expect("-1|")
  }

  @Test("disposal cancels a turn that has not begun")
  func disposes() throws {
    try play("^!") { .just(1, scheduler: $0.scheduler) }.expect("")
    try play("^-!") { .just(1, scheduler: $0.scheduler) }.expect("-1")
  }
}
