import RxCore
import TestSupport
import Testing

@Suite("values")
struct ValuesTests {
  private let probe = SourceProbe<Int>()

  @Test("has all elements, including those that arrive while the loop is busy, and ends with the sequence")
  func iterates() async throws {
    let values = probe.observable.values
    #expect(probe.subscriptions == 1)
    for number in 1...100 { probe.send(number) }
    probe.complete()
    var elements: [Int] = []
    for try await element in values { elements.append(element) }
    #expect(elements == Array(1...100))
  }

  @Test("throws the sequence's error after the elements")
  func fails() async {
    let values = probe.observable.values
    probe.send(1)
    probe.fail(TestError.one)
    var elements: [Int] = []
    await #expect(throws: TestError.one) {
      for try await element in values { elements.append(element) }
    }
    #expect(elements == [1])
  }

  @Test("leaving the loop disposes the subscription")
  func isLeft() async throws {
    do {
      let values = probe.observable.values
      probe.send(1, 2)
      for try await element in values where element == 1 { break }
    }
    #expect(probe.disposals == 1)
  }

  @Test("a loop that never begins disposes the subscription")
  func isNeverBegun() {
    _ = probe.observable.values
    #expect(probe.subscriptions == 1)
    #expect(probe.disposals == 1)
  }

  @Test("a cancelled task disposes the subscription, and its loop throws CancellationError")
  func isCancelled() async throws {
    let values = probe.observable.values
    let elements = Recording<Int>()
    let task = Task {
      for try await element in values {
        elements.add(element)
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    probe.send(1)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(elements.elements == [1])
    #expect(probe.disposals == 1)
  }

  @Test("a loop that begins in a cancelled task throws CancellationError after the buffered elements")
  func beginsCancelled() async throws {
    let values = probe.observable.values
    probe.send(1, 2)
    let elements = Recording<Int>()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for try await element in values { elements.add(element) }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(probe.disposals == 1)
  }

  @Test("a sequence that ended before the cancellation ends the loop as usual")
  func endsFirst() async throws {
    let values = Observable.of(1, 2).values
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var elements: [Int] = []
      for try await element in values { elements.append(element) }
      return elements
    }
    #expect(try await task.value == [1, 2])
  }

  @Test(
    "with a buffering policy, keeps the elements that the policy selects",
    arguments: [0: [1, 2, 3], 1: [2, 3], 2: [1, 2]])
  func buffers(policy: Int, expected: [Int]) async throws {
    let values = probe.observable.values(
      bufferingPolicy: [.unbounded, .bufferingNewest(2), .bufferingOldest(2)][policy])
    probe.send(1, 2, 3)
    probe.complete()
    var elements: [Int] = []
    for try await element in values { elements.append(element) }
    #expect(elements == expected)
  }

  @Test(
    "with a buffering policy, throws the sequence's error, and leaving the loop disposes the subscription")
  func endsBuffered() async throws {
    let failing = Observable.of(1, 2).concat(Observable.error(TestError.one)).values(
      bufferingPolicy: .bufferingNewest(1))
    var elements: [Int] = []
    await #expect(throws: TestError.one) {
      for try await element in failing { elements.append(element) }
    }
    #expect(elements == [2])
    do {
      let values = probe.observable.values(bufferingPolicy: .bufferingNewest(1))
      probe.send(1)
      for try await element in values where element == 1 { break }
    }
    #expect(probe.disposals == 1)
  }
}
