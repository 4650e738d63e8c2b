import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("Waiting for a sequence", .dedicatedThreads)
struct BlockingObservableTests {
  private struct Failure: Error, Equatable {}

  /// Emits on another thread.
  private func later(_ count: Int) -> Observable<Int> {
    Observable.range(start: 1, count: count, scheduler: ConcurrentDispatchQueueScheduler(qos: .default))
  }

  private func failing(after count: Int) -> Observable<Int> { later(count).concat(Observable.error(Failure())) }

  @Test("toArray returns all elements, or throws the error")
  func toArray() throws {
    #expect(try later(3).toBlocking(timeout: limit).toArray() == [1, 2, 3])
    #expect(try later(0).toBlocking(timeout: limit).toArray() == [])
    #expect(throws: Failure()) { try failing(after: 2).toBlocking(timeout: limit).toArray() }
  }

  @Test("toArray(max:) ends the subscription once it has enough elements")
  func toArrayMax() throws {
    #expect(try later(.max - 1).toBlocking(timeout: limit).toArray(max: 2) == [1, 2])
    #expect(try later(3).toBlocking(timeout: limit).toArray(max: 5) == [1, 2, 3])
    #expect(try later(3).toBlocking(timeout: limit).toArray(max: 0) == [])
    #expect(try failing(after: 2).toBlocking(timeout: limit).toArray(max: 2) == [1, 2])
    #expect(throws: Failure()) { try failing(after: 2).toBlocking(timeout: limit).toArray(max: 3) }
  }

  @Test("first and last return an element, or nil if there is none")
  func firstAndLast() throws {
    #expect(try later(3).toBlocking(timeout: limit).first() == 1)
    #expect(try later(3).toBlocking(timeout: limit).last() == 3)
    #expect(try later(0).toBlocking(timeout: limit).first() == nil)
    #expect(try later(0).toBlocking(timeout: limit).last() == nil)
    #expect(try failing(after: 1).toBlocking(timeout: limit).first() == 1)
    #expect(throws: Failure()) { try failing(after: 0).toBlocking(timeout: limit).first() }
    #expect(throws: Failure()) { try failing(after: 1).toBlocking(timeout: limit).last() }
  }

  @Test("first ends a source that emits endlessly inside subscribe")
  func endless() throws {
    #expect(try Observable.range(start: 1, count: .max - 1).toBlocking(timeout: limit).first() == 1)
    #expect(try Observable<Int>.never().startWith(7).toBlocking(timeout: limit).first() == 7)
  }

  @Test("single expects exactly one element")
  func single() throws {
    #expect(try later(1).toBlocking(timeout: limit).single() == 1)
    #expect(throws: Failure()) { try failing(after: 1).toBlocking(timeout: limit).single() }
    expect("noElements") { try later(0).toBlocking(timeout: limit).single() }
    expect("moreThanOneElement") { try later(.max - 1).toBlocking(timeout: limit).single() }
  }

  @Test("single with a predicate expects exactly one element that satisfies it")
  func singlePredicate() throws {
    #expect(try later(5).toBlocking(timeout: limit).single { $0 == 4 } == 4)
    expect("noElements") { try later(5).toBlocking(timeout: limit).single { $0 > 5 } }
    expect("moreThanOneElement") { try later(.max - 1).toBlocking(timeout: limit).single { $0 > 5 } }
    #expect(throws: Failure()) { try later(5).toBlocking(timeout: limit).single { _ in throw Failure() } }
  }

  private func expect(_ name: String, _ body: () throws -> Int) {
    let error = #expect(throws: RxError.self) { try body() }
    #expect(error.map { Mirror(reflecting: $0).children.isEmpty } == true)
    switch error {
    case .noElements: #expect(name == "noElements")
    case .moreThanOneElement: #expect(name == "moreThanOneElement")
    case .timeout: #expect(name == "timeout")
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test("materialize returns the elements and the end")
  func materialize() {
    guard case .completed([1, 2]) = later(2).toBlocking(timeout: limit).materialize() else {
      Issue.record("not completed")
      return
    }
    guard case .failed([1, 2], is Failure) = failing(after: 2).toBlocking(timeout: limit).materialize() else {
      Issue.record("not failed")
      return
    }
  }

  @Test("a Single is waited for like any sequence")
  func traits() throws {
    let single = Single<Int>.create { observer in
      DispatchQueue.global().async { observer(.success(42)) }
      return Disposables.create()
    }
    #expect(try single.toBlocking(timeout: limit).single() == 42)
    #expect(try single.toBlocking(timeout: limit).first() == 42)
  }

  @Test("at the limit, the error has the location, what was awaited, how long, what was received, and advice")
  func timeout() throws {
    let source = Observable<Int>.never().startWith(1, 2)
    let blocking = source.toBlocking(timeout: .milliseconds(1))
    let line = #line - 1
    let error = #expect(throws: BlockingTimeout.self) { try blocking.toArray() }
    #expect(
      error?.description
        == "toBlocking at RxTestingTests/BlockingObservableTests.swift:\(line) waited 1 millisecond for the end of the "
        + "sequence and received 2 elements: 1, 2. "
        + "If the source needs the thread or queue that waits, it cannot continue: let it work on another scheduler, or await "
        + "`values` in an async test. If it only needs more time, pass a longer timeout.")
    let many = #expect(throws: BlockingTimeout.self) {
      try Observable<Int>.never().startWith(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12).toBlocking(timeout: .milliseconds(2))
        .last()
    }
    #expect(many?.description.contains("received 12 elements: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more.") == true)
    let none = #expect(throws: BlockingTimeout.self) {
      try Observable<Int>.never().toBlocking(timeout: .milliseconds(2)).first()
    }
    #expect(
      none?.description.contains(" waited 2 milliseconds for the first element and received nothing.") == true)
    let single = #expect(throws: BlockingTimeout.self) {
      try source.take(1).concat(Observable.never()).toBlocking(timeout: .milliseconds(2)).single()
    }
    #expect(single?.awaited == "the end of the sequence, or a second element")
    #expect(single?.arrived == ["1"])
  }

  @Test("materialize returns what was received before the limit")
  func materializeTimeout() {
    let result = Observable<Int>.never().startWith(1).toBlocking(timeout: .milliseconds(1)).materialize()
    guard case .failed([1], is BlockingTimeout) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test("a negative limit counts as zero, and the error says so")
  func negativeLimit() {
    let never = Observable<Int>.never()
    let error = #expect(throws: BlockingTimeout.self) { try never.toBlocking(timeout: .seconds(-5)).first() }
    #expect(error?.limit == .seconds(0))
    #expect(error?.description.contains("waited 0 seconds for the first element") == true)
  }

  @Test("a limit in seconds as a number throws the error of RxBlocking")
  func timeoutInSeconds() {
    let limit: Double? = 0.001
    expect("timeout") { try Observable<Int>.never().toBlocking(timeout: limit).single() }
    expect("timeout") { try Observable<Int>.never().toBlocking(timeout: -1).single() }
  }

  @Test("without a limit it waits as long as necessary")
  func endlessLimit() throws {
    #expect(try later(3).toBlocking(timeout: nil).toArray() == [1, 2, 3])
    #expect(try later(3).toBlocking(timeout: .infinity).toArray() == [1, 2, 3])
  }

  @Test("the subscription is disposed at the answer and at the limit")
  func disposal() throws {
    let disposals = Guarded(0)
    let source = Observable<Int>.create { observer in
      observer.onNext(1)
      return Disposables.create { disposals.withLock { $0 += 1 } }
    }
    _ = try source.toBlocking(timeout: limit).first()
    #expect(disposals.withLock { $0 } == 1)
    _ = source.toBlocking(timeout: .milliseconds(1)).materialize()
    #expect(disposals.withLock { $0 } == 2)
  }

  @Test("work of the main queue that waits for the main queue reaches the limit")
  @MainActor func mainQueue() {
    let source = Observable.just(
      1, scheduler: SerialDispatchQueueScheduler(queue: .main, internalSerialQueueName: "test"))
    #expect(throws: BlockingTimeout.self) { try source.toBlocking(timeout: .milliseconds(20)).first() }
  }

  @Test("a negative count of elements stops the program with a message")
  func negativeCount() async {
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Observable.of(1, 2).toBlocking().toArray(max: -1)
    }.says("toArray(max:) was given a negative count: -1.")
  }
}
