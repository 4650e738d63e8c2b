import RxCore
import TestSupport
import Testing

@Suite("AsyncSequence.asObservable")
struct AsyncSequenceTests {
  @Test("sends the elements and completes")
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

  @Test("passes on what the iteration throws")
  func fails() async throws {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
    let recording = stream.asObservable().record()
    continuation.yield(1)
    continuation.finish(throwing: TestError.one)
    #expect(try await recording.end())
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["one"])
  }

  @Test("disposal cancels the task, and nothing more is sent")
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

  @Test("goes there and back")
  func goesRound() async throws {
    var elements: [Int] = []
    for try await element in Observable.of(1, 2, 3).values.asObservable().values { elements.append(element) }
    #expect(elements == [1, 2, 3])
  }
}
