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

  @Test("an outcome that is emitted inside subscribe is returned in a cancelled task too", .timeLimit(.minutes(10)))
  func endsInsideSubscribe() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await Completable.empty().value
      #expect(try await Maybe.just(1).value == 1)
      #expect(try await Maybe<Int>.empty().value == nil)
      #expect(try await Single.just(2).value == 2)
      await #expect(throws: TestError.one) { try await Completable.error(TestError.one).value }
    }
    try await task.value
    let cancelledInside = Task {
      try await Single<Int>.create { single in
        withUnsafeCurrentTask { $0?.cancel() }
        single(.success(3))
        return Disposables.create()
      }.value
    }
    #expect(try await cancelledInside.value == 3)
  }

  @Test("a cancelled task throws if the sequence has not ended inside subscribe", .timeLimit(.minutes(10)))
  func cancelledBefore() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Maybe<Int>.never().value
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
