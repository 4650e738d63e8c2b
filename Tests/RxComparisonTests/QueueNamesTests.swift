import Dispatch
import TestSupport
import Testing

@testable import RxComparison

@Suite("Names of queues", .dedicatedThreads)
struct QueueNamesTests {
  @Test("comparisons that name a queue do not disturb others that run on it")
  func sharedQueue() {
    let queue = DispatchQueue(label: "shared")
    let names = QueueNames([queue])
    onThreads(3) { thread in
      for _ in 0..<20_000 {
        if thread > 0 {
          _ = QueueNames([queue])
        } else {
          #expect(queue.sync { names.currentContext(thread: 0) } == .queue("shared"))
        }
      }
    }
  }
}
