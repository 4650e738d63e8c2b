import RxCore
import TestSupport
import Testing

@Suite("AsyncSequence.asObservable")
struct AsyncSequenceTests {
  @Test("emits the elements and completes")
  func completes() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let recording = stream.asObservable().record()
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
    #expect(try await recording.end())
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
  }

  @Test("forwards errors from the iteration")
  func fails() async throws {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
    let recording = stream.asObservable().record()
    continuation.yield(1)
    continuation.finish(throwing: TestError.one)
    #expect(try await recording.end())
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["one"])
  }

  @Test("a CancellationError from the iteration completes the sequence")
  func isCancelled() async throws {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
    let recording = stream.asObservable().record()
    continuation.yield(1)
    continuation.finish(throwing: CancellationError())
    #expect(try await recording.end())
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
  }

  /// Counts, and does not end when its task is cancelled.
  private struct Counter: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let tracked: Tracked
    private var number = 0

    init(_ tracked: Tracked) { self.tracked = tracked }

    mutating func next() async -> Int? {
      number += 1
      return number
    }

    func makeAsyncIterator() -> Counter { self }
  }

  @Test("stops iterating after the end, even if the sequence does not look for cancellation")
  func stops() async throws {
    let lifetimes = Lifetimes()
    let recording = Counter(lifetimes.make()).asObservable().take(3).record()
    #expect(try await recording.end())
    #expect(recording.elements == [1, 2, 3])
    #expect(try await onDedicatedThread { lifetimes.waitUntilFreed() })
  }

  private enum Request {
    @TaskLocal static var number = 0
  }

  /// The environment of a subscription's task, as elements.
  private struct Surroundings: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private var isOver = false

    mutating func next() async -> String? {
      if isOver { return nil }
      isOver = true
      return "\(Request.number) \(Task.currentPriority == .utility)"
    }

    func makeAsyncIterator() -> Surroundings { self }
  }

  @Test("the task has the given priority, and inherits the values of the subscribing task unless it is detached")
  func surroundings() async throws {
    let recordings = Request.$number.withValue(7) {
      [false, true].map { Surroundings().asObservable(priority: .utility, detached: $0).record() }
    }
    for (recording, number) in zip(recordings, [7, 0]) {
      #expect(try await recording.end())
      #expect(recording.elements == ["\(number) true"])
    }
    #expect(try await Surroundings().asObservable(detached: true).record().end())
  }

  @Test("disposal cancels the task, and nothing more is emitted")
  func cancels() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let (terminations, termination) = AsyncStream.makeStream(of: Bool.self)
    continuation.onTermination = { reason in
      if case .cancelled = reason { termination.yield(true) } else { termination.yield(false) }
    }
    let recording = stream.asObservable().record(disposeAfter: 1)
    continuation.yield(1)
    #expect(await terminations.first { _ in true } == true)
    continuation.yield(2)
    #expect(recording.elements == [1])
    #expect(recording.terminals == [])
  }

  @Test("converts back and forth")
  func goesRound() async throws {
    var elements: [Int] = []
    for try await element in Observable.of(1, 2, 3).values.asObservable().values { elements.append(element) }
    #expect(elements == [1, 2, 3])
  }
}
