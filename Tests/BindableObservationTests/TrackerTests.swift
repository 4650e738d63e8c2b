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
    let (isRegistered, isRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let readings = Counter()
    let receiver = Receiver(until: 5)
    let tracker = Tracker(
      on: .main,
      {
        let value = model.first
        if readings.next == 2 { isRead.signal() }
        return value
      }, last: nil, deliver: { receiver.receive($0) })
    // Not `begin()`, which reads repeatedly for a second and so would see the change in any case.
    tracker.scheduleRead()
    DispatchQueue.main.async { isRegistered.signal() }
    try await wait(for: isRegistered)
    startThread {
      model.announceFirst()
      if isRead.wait(timeout: .now() + limit) == .success { model.storeFirst(5) }
    }
    try await receiver.wait()
    #expect(receiver.values == [0, 5])
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
  func madeElsewhereOnce(duringPause: Bool) async throws {
    let model = SharedModel()
    let readings = Counter()
    let receiver = Receiver(until: 5)
    let change = { @Sendable in
      model.first = 1
      model.announceFirst()  // As another thread might. The registration has just ended, so this is not noticed.
    }
    let tracker = Tracker(
      on: .main,
      {
        let number = readings.next
        DispatchQueue.main.async {
          switch (number, duringPause) {
          case (1, false), (2, true): change()
          case (1, true): model.first = 1
          case (2, false), (4, true): model.storeFirst(5)  // The fourth reading follows the pause of the second.
          default: break
          }
        }
        return model.first
      }, last: nil, deliver: { receiver.receive($0) })
    tracker.scheduleRead()
    try await receiver.wait()
    #expect(receiver.values == [0, 1, 5])
    tracker.end()
  }
}
