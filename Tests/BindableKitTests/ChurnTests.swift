import BindableKit
import Foundation
import TestSupport
import Testing

/// Memory stays flat while observers are added and removed (B6, B7), or while an observer of a combination is busy. Each
/// test measures a separate process.
@Suite struct ChurnTests {
  enum Kind: CaseIterable {
    case owner, ownerOfChanges, ownerOnQueue, removedOwner, token, cancelledToken, tokenOnQueue, link
  }

  @Test("adding and removing observers leaves memory flat, even if no value is set", arguments: [0, 100])
  func addAndRemove(living: Int) async {
    await #expect(processExitsWith: .success) { [living] in
      let count = Bindable(0)
      let other = Bindable(0)
      let queue = DispatchQueue(label: "churn")
      let owners = (0..<living).map { _ in Owner() }
      for owner in owners { count.observe(on: owner, replay: false) { _ in } }
      for kind in Kind.allCases {
        expectFlatMemory("\(kind)", times: [.owner, .token].contains(kind) && living == 0 ? 1_000_000 : 50_000) {
          switch kind {
          case .owner: count.observe(on: Owner(), replay: false) { _ in }
          case .ownerOfChanges: count.changes().observe(on: Owner(), replay: false) { _, _ in }
          case .ownerOnQueue: count.observe(with: Owner(), replay: false, queue: queue) { _, _ in }
          case .removedOwner:
            let owner = Owner()
            count.observe(on: owner) { _ in }
            count.remove(observer: owner)
          case .token: _ = count.observe { _ in }
          case .cancelledToken: count.observe { _ in }.cancel()
          case .tokenOnQueue: _ = count.observe(replay: false, queue: queue) { _ in }
          case .link: _ = count.bind(to: other)
          }
        }
      }
      withExtendedLifetime(owners) {}
      exit(0)
    }
  }

  @Test("sets leave memory flat while an observer of a combination is busy")
  func busyObserver() async {
    await #expect(processExitsWith: .success) {
      let (one, two) = (Bindable(0), Bindable(0))
      let token = ReadOnlyBindable.combine(one, two) { $0 + $1 }.observe { sum in
        if sum == 0 { expectFlatMemory("sets", times: 200_000) { one.value += 1 } }
      }
      withExtendedLifetime(token) {}
      exit(0)
    }
  }

  /// A Bindable with an observer, and the queue of one of them.
  private final class Used: Sendable {
    let count: Bindable<Int>
    let token: BindableToken
    let done = DispatchSemaphore(value: 0)

    init(queue: DispatchQueue? = nil, observersQueue: DispatchQueue? = nil) {
      let (count, done) = (Bindable(0, queue: queue), done)
      self.count = count
      token = count.observe(replay: false, queue: observersQueue) { [unowned count] value in
        if value == 1 { for value in 2...400 { count.value = value } }
        if value == 400 { done.signal() }
      }
    }

    func burst() {
      count.value = 1
      done.wait()
    }
  }

  @Test("a Bindable and its observer keep little memory after a burst of values, wherever they waited")
  func atRest() async {
    await #expect(processExitsWith: .success) {
      let (serial, global) = (DispatchQueue(label: "burst"), DispatchQueue.global())
      // The objects keep about 500 bytes; the rest is what the allocator cannot use between them.
      func check(_ name: String, _ make: () -> Used) { expectMemory(name, atMost: 1500, of: make) { $0.burst() } }
      check("without a queue") { Used() }
      check("on a queue") { Used(queue: serial) }
      check("an observer on a queue") { Used(observersQueue: serial) }
      check("on a global queue") { Used(queue: global) }
      check("an observer on a global queue") { Used(observersQueue: global) }
      exit(0)
    }
  }

  enum Newest: String, CaseIterable, Codable {
    case ownQueue, queueOfBindable, sameQueue, map, mapOnQueueOfBindable, values, combination
  }

  @Test(
    "only the newest of the states that two threads set is kept, if no observer needs the others",
    arguments: Newest.allCases)
  func largeState(newest: Newest) async {
    await #expect(processExitsWith: .success) { [newest] in
      let (own, other) = (DispatchQueue(label: "own"), DispatchQueue(label: "other"))
      let isOnQueue = [.queueOfBindable, .sameQueue, .mapOnQueueOfBindable].contains(newest)
      let state = Bindable([Int](repeating: 0, count: 2_000), queue: isOnQueue ? own : nil)
      let sum = ReadOnlyBindable.combine(state, Bindable(0)) { $0.count + $1 }
      let observer: Any =
        switch newest {
        case .ownQueue, .queueOfBindable: state.observe(queue: other, policy: .latest) { _ in }
        case .sameQueue: state.observe(queue: own, policy: .latest) { _ in }
        case .map, .mapOnQueueOfBindable: state.map(\.count).observe(queue: other, policy: .latest) { _ in }
        case .values: state.values
        case .combination: sum.values
        }
      for queue in [own, other] { queue.suspend() }
      expectPeakMemory("\(newest)", atMost: 16 << 20) {
        _ = runThreads(2) { thread in for number in 0..<10_000 { state.modify { $0[thread] = number } } }
      }
      withExtendedLifetime(observer) {}
      exit(0)
    }
  }
}
