import BindableKit
import Dispatch
import Synchronization
import TestSupport
import Testing

/// B6: the guarantees for a closure while its owner is being deallocated.
@Suite(.dedicatedThreads) struct OwnerTests {
  /// An owner that knows whether its deinit has begun.
  private final class View: Sendable {
    private let state: ViewState

    init(_ state: ViewState) { self.state = state }

    deinit { state.isDying.store(true, ordering: .sequentiallyConsistent) }

    /// Called by an observer on its owner.
    func show() {
      if state.isDying.load(ordering: .sequentiallyConsistent) { state.late.add(1, ordering: .relaxed) }
    }
  }

  private final class ViewState: Sendable {
    let isDying = Atomic(false)
    /// The number of uses after a view's deinit had begun.
    let late = Atomic(0)
  }

  @Test("observe(with:) holds the owner only during the call", arguments: [false, true])
  func heldDuringCall(ownQueue: Bool) {
    let queue = DispatchQueue(label: "own")
    let count = Bindable(0)
    let log = Recording<String>()
    let box = Box<Owner>()
    func observe() {
      let owner = Owner { log.add("deallocated") }
      box.content = owner
      let own = ownQueue ? queue : nil
      count.observe(with: owner, replay: false, queue: own) { owner, value in
        box.content = nil
        log.add("\(value)")
        withExtendedLifetime(owner) {}
      }
    }
    observe()
    count.value = 1
    queue.settle()
    count.value = 2
    queue.settle()
    #expect(log.elements == ["1", "deallocated"])
  }

  @Test(
    "a closure may use an owner that it holds weakly or receives, while another thread releases the last reference",
    arguments: [false, true])
  func releasedElsewhere(isGiven: Bool) {
    let rounds = 20_000
    let current = Guarded<(count: Bindable<Int>, owner: View?)?>(nil)
    let late = Atomic(0)
    let calledAfterEnd = Atomic(0)
    let (begin, end) = (Barrier(of: 2), Barrier(of: 2))
    onThreads(2) { thread in
      for _ in 0..<rounds {
        if thread == 0 {
          let state = ViewState()
          let calls = Atomic(0)
          let count = Bindable(0)
          func observe() {
            let view = View(state)
            if isGiven {
              count.observe(with: view, replay: false) { view, _ in
                calls.add(1, ordering: .relaxed)
                view.show()
              }
            } else {
              count.observe(on: view, replay: false) { [weak view] _ in
                calls.add(1, ordering: .relaxed)
                view?.show()
              }
            }
            current.withLock { $0 = (count, view) }
          }
          observe()
          begin.wait()
          count.value = 1
          end.wait()
          // The deinit has returned, so nothing may be called any more.
          let before = calls.load(ordering: .relaxed)
          count.value = 2
          calledAfterEnd.add(calls.load(ordering: .relaxed) - before, ordering: .relaxed)
          late.add(state.late.load(ordering: .relaxed), ordering: .relaxed)
        } else {
          begin.wait()
          var owner = current.withLock { state in
            let owner = state?.owner
            state?.owner = nil
            return owner
          }
          withExtendedLifetime(owner) {}
          owner = nil
          end.wait()
        }
      }
    }
    #expect(late.load(ordering: .relaxed) == 0)
    #expect(calledAfterEnd.load(ordering: .relaxed) == 0)
    current.withLock { $0 = nil }
  }
}
