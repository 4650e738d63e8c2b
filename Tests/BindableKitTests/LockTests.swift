import DeliveryCore
import TestSupport
import Testing

@Suite(.dedicatedThreads) struct LockTests {
  /// A number that only the lock guards.
  private final class Counter: @unchecked Sendable {
    let lock = Lock()
    var value = 0
  }

  @Test("threads that contend for a lock enter one at a time", arguments: [2, 8])
  func contention(threads: Int) {
    let counter = Counter()
    onThreads(threads) { _ in
      for _ in 0..<300_000 { counter.lock.withLock { counter.value += 1 } }
    }
    #expect(counter.value == threads * 300_000)
  }

  @Test("threads that fall asleep waiting for a lock are woken")
  func sleepers() {
    let counter = Counter()
    onThreads(8) { _ in
      for _ in 0..<50 {
        counter.lock.withLock {
          onAnotherThread {}  // Starting a thread takes longer than a waiting thread spins.
          counter.value += 1
        }
      }
    }
    #expect(counter.value == 8 * 50)
  }
}
