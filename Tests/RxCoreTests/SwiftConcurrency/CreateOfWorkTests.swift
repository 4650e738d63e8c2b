import RxCore
import TestSupport
import Testing

@Suite("create of an asynchronous function")
struct CreateOfWorkTests {
  /// An observable and an infallible that call the same function.
  private func both<Element: Sendable>(
    detached: Bool = false, priority: TaskPriority? = nil,
    work: @escaping @Sendable (@escaping @Sendable (Element) -> Void) async -> Void
  ) -> [Observable<Element>] {
    [
      Observable.create(detached: detached, priority: priority, work: work),
      Infallible.create(detached: detached, priority: priority, work: work).asObservable(),
    ]
  }

  @Test("emits each element that the function emits, and completes when it returns")
  func emits() async throws {
    let calls = Recording<Int>()
    let sequences = both { (emit: @Sendable (Int) -> Void) in
      calls.add(0)
      emit(1)
      await Task.yield()
      emit(2)
    }
    #expect(calls.elements.isEmpty)
    for sequence in sequences + sequences {
      let recording = sequence.record()
      #expect(try await recording.end())
      #expect(recording.elements == [1, 2])
      #expect(recording.terminals == ["completed"])
    }
    #expect(calls.elements.count == 4)
  }

  @Test("an error thrown by the function ends the observable, even if it is a CancellationError")
  func fails() async throws {
    for error in [TestError.one, CancellationError()] as [any Error] {
      let recording = Observable<Int>.create { emit in
        emit(1)
        await Task.yield()
        throw error
      }.record()
      #expect(try await recording.end())
      #expect(recording.elements == [1])
      #expect(recording.terminals == ["\(error)"])
    }
  }

  private enum Request {
    @TaskLocal static var number = 0
  }

  @Test("the task has the given priority, and inherits the values of the subscribing task unless it is detached")
  func surroundings() async throws {
    for (isDetached, number) in [(false, 7), (true, 0)] {
      let sequences = both(detached: isDetached, priority: .utility) { emit in
        emit("\(Request.number) \(Task.currentPriority == .utility)")
      }
      for sequence in sequences {
        let recording = Request.$number.withValue(7) { sequence.record() }
        #expect(try await recording.end())
        #expect(recording.elements == ["\(number) true"])
      }
    }
  }

  @Test("disposal cancels the task, and nothing more is emitted", .timeLimit(.minutes(10)), arguments: [true, false])
  func cancels(isDetached: Bool) async {
    let (ends, ended) = AsyncStream<Bool>.makeStream()
    let (waits, waiting) = AsyncStream<Void>.makeStream()
    let sequences = both(detached: isDetached) { emit in
      emit(1)
      for await _ in waits {}  // Ends when the task is cancelled.
      emit(2)
      ended.yield(Task.isCancelled)
    }
    var wasCancelled = ends.makeAsyncIterator()
    for sequence in sequences {
      let recording = sequence.record(disposeAfter: 1)
      #expect(await wasCancelled.next() == true)
      #expect(recording.elements == [1])
      #expect(recording.terminals.isEmpty)
    }
    waiting.finish()
  }

  @Test("an element emitted after the function has returned is dropped")
  func late() async throws {
    let emits = Recording<@Sendable (Int) -> Void>()
    for sequence in both(work: { (emit: @escaping @Sendable (Int) -> Void) in emits.add(emit) }) {
      let recording = sequence.record()
      #expect(try await recording.end())
      emits.elements.last?(1)
      #expect(recording.elements == [])
      #expect(recording.terminals == ["completed"])
    }
    #expect(emits.elements.count == 2)
  }
}
