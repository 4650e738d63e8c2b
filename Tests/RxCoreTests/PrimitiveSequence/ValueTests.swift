import RxCore
import TestSupport
import Testing

@Suite("value of a maybe and of a completable")
struct ValueTests {
  @Test("returns the element, or nil without one, or throws the error", .timeLimit(.minutes(10)))
  func maybe() async throws {
    #expect(try await Maybe.just(3).value == 3)
    #expect(try await Maybe<Int>.empty().value == nil)
    await #expect(throws: TestError.one) { try await Maybe<Int>.error(TestError.one).value }
  }

  @Test("returns when the completable has completed, or throws the error", .timeLimit(.minutes(10)))
  func completable() async throws {
    try await Completable.empty().value
    await #expect(throws: TestError.one) { try await Completable.error(TestError.one).value }
  }

  @Test("cancelling the task that waits disposes the source", .timeLimit(.minutes(10)), arguments: [true, false])
  func cancels(isMaybe: Bool) async {
    let probe = SourceProbe<Never>()
    let (subscriptions, subscribed) = AsyncStream<Void>.makeStream()
    let source = Observable<Never>.deferred {
      subscribed.yield()
      return probe.observable
    }
    let task = Task {
      if isMaybe { _ = try await source.asMaybe().value } else { try await source.asCompletable().value }
    }
    for await _ in subscriptions { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(probe.disposals == probe.subscriptions)
  }

  @Test("an outcome that follows the cancellation is not returned, even inside subscribe", .timeLimit(.minutes(10)))
  func cancelsWhileSubscribing() async {
    let task = Task {
      try await Single<Int>.create { single in
        withUnsafeCurrentTask { $0?.cancel() }
        single(.success(1))
        return Disposables.create()
      }.value
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a single from an asynchronous function emits its result or its error", .timeLimit(.minutes(10)))
  func creates() async throws {
    #expect(
      try await Single.create {
        await Task.yield()
        return 3
      }.value == 3)
    let failing = Single<Int>.create(detached: true, priority: .low) { throw TestError.one }
    await #expect(throws: TestError.one) { try await failing.value }
  }

  @Test("disposal cancels the task of the asynchronous function", .timeLimit(.minutes(10)), arguments: [true, false])
  func cancelsWork(isDetached: Bool) async {
    let (starts, started) = AsyncStream<Void>.makeStream()
    let (ends, ended) = AsyncStream<Bool>.makeStream()
    let (waits, waiting) = AsyncStream<Void>.makeStream()
    let subscription = Single<Int>.create(detached: isDetached) {
      started.yield()
      for await _ in waits {}  // Ends when the task is cancelled.
      ended.yield(Task.isCancelled)
      return 1
    }.subscribe()
    for await _ in starts { break }
    subscription.dispose()
    for await isCancelled in ends {
      #expect(isCancelled)
      break
    }
    waiting.finish()
  }
}
