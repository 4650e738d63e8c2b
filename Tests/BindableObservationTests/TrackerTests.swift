import BindableKit
import DeliveryCore
import Dispatch
import TestSupport
import Testing

@testable import BindableObservation

@Suite struct TrackerTests {
  @MainActor
  @Test("a change that another thread announces, and makes after the main queue has read, is seen")
  func madeLate() async throws {
    let model = SharedModel()
    let pauses = Pauses()
    let seen = Recording<Int>()
    let tracker = Tracker(
      on: .main, { model.first }, last: nil, afterPause: { pauses.begin($1) }, deliver: { seen.add($0) })
    // Not `begin()`, which reads repeatedly and so would see the change in any case.
    tracker.scheduleRead()
    await mainQueueRound()
    try await onDedicatedThread { model.announceFirst() }
    await mainQueueRound()
    try await onDedicatedThread { model.storeFirst(5) }
    #expect(seen.elements == [0])
    await pauses.endAll()
    #expect(seen.elements == [0, 5])
    tracker.end()
  }

  @Test("values that are equatable only on the main actor are not compared on a queue")
  func comparesNothingElsewhere() async throws {
    let queue = DispatchQueue(label: "models")
    let model = SharedModel()
    let seen = Recording<Int>()
    let tracker = Tracker(
      on: DeliveryTarget(queue), { Price(euros: model.first) }, last: nil, afterPause: { _, _ in },
      deliver: { seen.add($0.euros) })
    for _ in 1...2 {
      tracker.scheduleRead()
      await withCheckedContinuation { done in queue.async { done.resume() } }
    }
    #expect(seen.elements == [0, 0])
    tracker.end()
  }

  @MainActor
  @Test("equal results are delivered if their type is not equatable")
  func comparesNoOtherType() async {
    let seen = Recording<String>()
    let tracker = Tracker(
      on: .main, { "same" as any Sendable }, last: nil, afterPause: { _, _ in }, deliver: { seen.add("\($0)") })
    for _ in 1...2 {
      tracker.scheduleRead()
      await mainQueueRound()
    }
    #expect(seen.elements == ["same", "same"])
    tracker.end()
  }

  @Test("a change that another thread announces before a long delayed reading, and makes after it, is seen")
  func readLate() async throws {
    let queue = DispatchQueue(label: "models")
    let model = SharedModel()
    let readings = Counter()
    let receiver = Receiver(until: 5)
    let tracker = Tracker(
      on: DeliveryTarget(queue),
      {
        if readings.next == 1 {
          // As another thread might. Nothing is registered yet, so the announcement is not noticed.
          model.announceFirst()
          queue.async { model.storeFirst(5) }
        }
        return model.first
      }, last: nil, deliver: { receiver.receive($0) })
    queue.suspend()
    tracker.begin()
    while tracker.isPausing { await Task.yield() }  // Pauses before the reading would be of no use.
    queue.resume()
    try await receiver.wait()
    #expect(receiver.values == [0, 5])
    tracker.end()
  }

  @MainActor
  @Test(
    "the first change that another thread makes is seen, though it was announced while a reading was due",
    arguments: [false, true])
  func madeElsewhereOnce(duringPause: Bool) async {
    let model = SharedModel()
    let pauses = Pauses()
    let seen = Recording<Int>()
    let tracker = Tracker(
      on: .main, { model.first }, last: nil, afterPause: { pauses.begin($1) }, deliver: { seen.add($0) })
    tracker.scheduleRead()
    await mainQueueRound()
    if duringPause {
      model.first = 1
      await mainQueueRound()
    }
    model.first = 1
    model.announceFirst()  // As another thread might. The registration has just ended, so this is not noticed.
    await mainQueueRound()
    if duringPause { await pauses.endOne() }  // It began before the announcement.
    model.storeFirst(5)
    #expect(seen.elements == [0, 1])
    await pauses.endAll()
    #expect(seen.elements == [0, 1, 5])
    tracker.end()
  }

  private struct Coins: Sendable { let count: Int }  // Not Equatable.

  @MainActor
  @Test("a change is read after it has been made, though something is delivered on the queue inside willSet")
  func deliveryInsideWillSet() async {
    let model = SharedModel()
    let pauses = Pauses()
    let seen = Recording<Int>()
    let tracker = Tracker(
      on: .main, { Coins(count: model.first) }, last: nil, afterPause: { pauses.begin($1) },
      deliver: { seen.add($0.count) })
    let status = Bindable("")
    let shown = Recording<String>()
    let token = status.observe { shown.add($0) }
    tracker.scheduleRead()
    await mainQueueRound()
    model.announceFirst()
    status.value = "saving"  // Delivers all that waits on the main queue.
    #expect(seen.elements == [0])
    model.storeFirst(5)
    await mainQueueRound()
    await pauses.endAll()
    #expect(seen.elements == [0, 5])
    tracker.end()
    token.cancel()
  }
}

/// A value that can be compared only on the main actor.
private struct Price: Sendable {
  let euros: Int
}

extension Price: @MainActor Equatable {
  @MainActor static func == (one: Price, other: Price) -> Bool {
    Issue.record("The values were compared.")
    return one.euros == other.euros
  }
}

/// A tracker's pauses, which end when a test says so. However long the main queue is busy with other tests, the readings
/// and the changes then have the same order.
private final class Pauses: Sendable {
  private let ends = Guarded<[@Sendable () -> Void]>([])

  func begin(_ end: @escaping @Sendable () -> Void) { ends.withLock { $0.append(end) } }

  /// Ends the pause that began first, and returns after the reading that follows it.
  @MainActor
  func endOne() async {
    let end = ends.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    #expect(end != nil, "No pause has begun.")
    end?()
    await mainQueueRound()
  }

  /// Ends the pauses one by one, including those that begin meanwhile. A tracker that never stops pausing fails the test.
  @MainActor
  func endAll() async {
    for _ in 0..<10 where ends.withLock({ !$0.isEmpty }) { await endOne() }
    #expect(ends.withLock { $0.isEmpty }, "The pauses do not end.")
  }
}
