import BindableKit
import Dispatch
import Synchronization
import TestSupport
import Testing

/// B5 (removal is prompt), B6 (deallocated owners receive nothing) and B7 (no retain cycles by construction).
@Suite(.dedicatedThreads) struct RemovalTests {
  // MARK: B5

  @Test("after remove(observer:), cancel() or the token's deinit, the closure is not called again")
  func removed() {
    let count = Bindable(0)
    let log = Recording<String>()
    let owner = Owner()
    count.observe(on: owner, replay: false) { log.add("owner \($0)") }
    count.observe(with: owner, replay: false) { _, value in log.add("with \(value)") }
    count.changes().observe(on: owner, replay: false) { _, value in log.add("changes \(value)") }
    let token = count.observe(replay: false) { log.add("token \($0)") }
    var kept: [BindableToken] = []
    count.observe(replay: false) { log.add("kept \($0)") }.store(in: &kept)
    count.value = 1
    count.remove(observer: owner)
    count.value = 2
    token.cancel()
    token.cancel()
    count.value = 3
    kept = []
    count.value = 4
    #expect(
      log.elements == ["owner 1", "with 1", "changes 1", "token 1", "kept 1", "token 2", "kept 2", "kept 3"])
  }

  @Test("tokens stored in a Set live as long as the Set keeps them")
  func storedInSet() {
    let count = Bindable(0)
    let log = Recording<Int>()
    var kept: Set<BindableToken> = []
    count.observe { log.add($0) }.store(in: &kept)
    count.observe { log.add($0) }.store(in: &kept)
    #expect(kept.count == 2)
    count.value = 1
    kept.removeAll()
    count.value = 2
    #expect(log.elements == [0, 0, 1, 1])
  }

  @Test("an observer removed during a delivery that has not reached it is not called")
  func removedAhead() {
    let count = Bindable(0)
    let log = Recording<String>()
    let (owner, ahead) = (Owner(), Owner())
    let token = Box<BindableToken>()
    count.observe(on: owner, replay: false) { [unowned count] _ in
      log.add("first")
      count.remove(observer: ahead)
      token.content = nil
    }
    count.observe(on: ahead, replay: false) { _ in log.add("ahead") }
    token.content = count.observe(replay: false) { _ in log.add("token") }
    count.value = 1
    #expect(log.elements == ["first"])
  }

  @Test("an observer may remove itself inside its own closure, and pending values no longer reach it")
  func removesItself() {
    let count = Bindable(0)
    let log = Recording<Int>()
    let token = Box<BindableToken>()
    token.content = count.observe(replay: false) { [unowned count] value in
      log.add(value)
      count.value = value + 1
      token.content?.cancel()
      token.content = nil
    }
    count.value = 1
    #expect(log.elements == [1])
    #expect(count.value == 2)
  }

  @Test(
    "an observer that a transform or a comparison removes does not receive the value", arguments: 0..<4, [false, true])
  func removedByTransform(form: Int, byOwner: Bool) {
    let (count, other) = (Bindable(0), Bindable(0))
    let log = Recording<Int>()
    let token = Box<BindableToken>()
    let owner = Box(Owner())
    @Sendable func end(at value: Int) {
      guard value == 1 else { return }
      token.content = nil
      owner.content = nil
    }
    let doubled = count.map { value in
      if form != 3 { end(at: value) }
      return value * 2
    }
    let observed: ReadOnlyBindable<Int> =
      switch form {
      case 0: doubled
      case 1: doubled.map { $0 + 1 }
      case 2: .combine(doubled, other) { $0 + $1 }
      default:
        count.distinct { _, value in
          end(at: value)
          return false
        }
      }
    if byOwner, let owner = owner.content {
      observed.observe(on: owner, replay: false) { log.add($0) }
    } else {
      token.content = observed.observe(replay: false) { log.add($0) }
    }
    count.value = 1
    count.value = 2
    #expect(log.elements == [])
  }

  @Test("pending values are not delivered after removal on their queue", arguments: [false, true])
  func removedOnQueue(ownQueue: Bool) {
    let queue = DispatchQueue(label: "removal")
    let count = ownQueue ? Bindable(0) : Bindable(0, queue: queue)
    let log = Recording<Int>()
    let owner = Owner()
    count.observe(on: owner, queue: ownQueue ? queue : nil) { log.add($0) }
    queue.settle()
    queue.suspend()
    queue.async {
      count.remove(observer: owner)
      log.add(-1)
    }
    for value in 1...10 { count.value = value }
    queue.resume()
    queue.settle()
    #expect(log.elements == [0, -1])
  }

  @Test("after removal on another thread, at most a running call finishes")
  func removedElsewhere() {
    let count = Bindable(0)
    let isRemoved = Atomic(false)
    let late = Atomic(0)
    for _ in 0..<300 {
      isRemoved.store(false, ordering: .sequentiallyConsistent)
      let startedLate = Atomic(0)
      let token = count.observe(replay: false) { _ in
        if isRemoved.load(ordering: .sequentiallyConsistent) {
          startedLate.add(1, ordering: .relaxed)
        }
      }
      onThreads(2) { thread in
        if thread == 0 {
          for _ in 0..<20 { count.modify { $0 += 1 } }
        } else {
          token.cancel()
          isRemoved.store(true, ordering: .sequentiallyConsistent)
        }
      }
      // One call may have been about to start when the removal returned, so one late start is allowed.
      if startedLate.load(ordering: .relaxed) > 1 { late.add(1, ordering: .relaxed) }
    }
    #expect(late.load(ordering: .relaxed) == 0)
  }

  // MARK: B6

  @Test("a closure is not called after its owner's deinit, even within the same delivery", arguments: [false, true])
  func deadOwner(onQueue: Bool) {
    let queue = DispatchQueue(label: "dead")
    let count = onQueue ? Bindable(0, queue: queue) : Bindable(0)
    let log = Recording<String>()
    let owner = Box(Owner())
    let first = count.observe(replay: false) { value in
      log.add("first \(value)")
      if value == 2 { owner.content = nil }
    }
    if let owner = owner.content { count.observe(on: owner, replay: false) { log.add("owned \($0)") } }
    count.value = 1
    count.value = 2
    count.value = 3
    queue.settle()
    #expect(log.elements == ["first 1", "owned 1", "first 2", "first 3"])
    withExtendedLifetime(first) {}
  }

  @Test(
    "values pending for an observer's own queue are not delivered after its owner was deallocated",
    arguments: [DeliveryPolicy.every, .latest])
  func deadOwnerOfQueue(policy: DeliveryPolicy) {
    let queue = DispatchQueue(label: "dead")
    let count = Bindable(0)
    let log = Recording<Int>()
    func observe() {
      let owner = Owner()
      count.observe(on: owner, replay: false, queue: queue, policy: policy) { log.add($0) }
      queue.suspend()
      count.value = 1
      count.value = 2
    }
    observe()
    queue.resume()
    queue.settle()
    #expect(log.elements.isEmpty)
  }

  @Test("all entries of a deallocated owner are freed at the next notification")
  func freedAtNotification() {
    let lifetimes = Lifetimes()
    let count = Bindable(0)
    func observe() {
      for _ in 0..<100 {
        let owner = Owner()
        for _ in 0..<3 {
          let probe = lifetimes.make()
          count.observe(on: owner) { _ in withExtendedLifetime(probe) {} }
        }
      }
    }
    observe()
    count.value = 1
    #expect(lifetimes.alive == 0)
  }

  @Test(
    "a deallocated owner's observation of a combination is freed by the next change or registration of any source",
    arguments: [false, true])
  func deadOwnerOfCombination(registers: Bool) {
    let (one, two) = (Bindable(1), Bindable(2))
    let lifetimes = Lifetimes()
    do {
      let (owner, probe) = (Owner(), lifetimes.make())
      ReadOnlyBindable.combine(one, two) { $0 + $1 }.observe(on: owner) { _ in probe.touch() }
    }
    #expect(lifetimes.alive == 1)
    if registers { one.observe(replay: false) { _ in }.cancel() } else { two.value = 3 }
    #expect(lifetimes.alive == 0)
  }

  @Test("among few observers, a deallocated owner's entry is freed at the next registration")
  func freedAtRegistration() {
    let lifetimes = Lifetimes()
    let count = Bindable(0)
    let living = Owner()
    for _ in 0..<100 {
      count.remove(observer: living)
      let (owner, probe) = (Owner(), lifetimes.make())
      count.observe(on: owner) { _ in withExtendedLifetime(probe) {} }
      count.observe(on: living) { _ in }
      #expect(lifetimes.alive <= 1)
    }
  }

  @Test("among few observers that remain of many, a deallocated owner's entry is freed at the next registration")
  func freedAmongFewOfMany() {
    let lifetimes = Lifetimes()
    let count = Bindable(0)
    let owners = (0..<100).map { _ in Owner() }
    for owner in owners { count.observe(on: owner) { _ in } }
    for owner in owners { count.remove(observer: owner) }
    func observe() {
      let (owner, probe) = (Owner(), lifetimes.make())
      count.observe(on: owner) { _ in withExtendedLifetime(probe) {} }
    }
    observe()
    #expect(lifetimes.alive == 1)
    count.observe(on: owners[0]) { _ in }
    #expect(lifetimes.alive == 0)
  }

  @Test("the entries of deallocated owners stay few, also if there were many more observers before")
  func boundedAfterMany() {
    let lifetimes = Lifetimes()
    let count = Bindable(0)
    let owners = (0..<1_000).map { _ in Owner() }
    for owner in owners { count.observe(on: owner) { _ in } }
    for owner in owners.dropFirst(20) { count.remove(observer: owner) }
    var most = 0
    for _ in 0..<1_000 {
      let (owner, probe) = (Owner(), lifetimes.make())
      count.observe(on: owner) { _ in withExtendedLifetime(probe) {} }
      most = max(most, lifetimes.alive)
    }
    #expect(most <= 80)
    withExtendedLifetime(owners) {}
  }

  @Test("cancelling a combination's token among many other observers, and removing its owner, end it at every source")
  func combinationEnds() {
    let (one, two) = (Bindable(1), Bindable(2))
    let lifetimes = Lifetimes()
    let log = Recording<Int>()
    let owner = Owner()
    func observe(by owner: Owner?) -> BindableToken? {
      let probe = lifetimes.make()
      let sum = ReadOnlyBindable.combine(one, two) { $0 + $1 }
      guard let owner else {
        return sum.observe { value in withExtendedLifetime(probe) { _ = log.add(value) } }
      }
      sum.observe(on: owner) { value in withExtendedLifetime(probe) { _ = log.add(value) } }
      return nil
    }
    let token = observe(by: nil)
    _ = observe(by: owner)
    #expect(log.elements == [3, 3])
    token?.cancel()
    one.remove(observer: owner)
    one.value = 5
    two.value = 5
    #expect(log.count == 2)
    #expect(lifetimes.alive == 0)
  }

  @Test("a million owners that observe and are dropped leave memory flat without any change", arguments: [0, 1000])
  func churn(living: Int) {
    let lifetimes = Lifetimes()
    let count = Bindable(0)
    let owners = (0..<living).map { _ in Owner() }
    for owner in owners { count.observe(on: owner) { _ in } }
    var most = 0
    for _ in 0..<(1_000_000 / (living == 0 ? 1 : 4)) {
      let (owner, probe) = (Owner(), lifetimes.make())
      count.observe(on: owner, replay: false) { _ in withExtendedLifetime(probe) {} }
      most = max(most, lifetimes.alive)
    }
    #expect(most <= living + 9)
    withExtendedLifetime(owners) {}
  }

  @Test("many owners deallocated together are freed by the registrations that follow")
  func massDeath() {
    let lifetimes = Lifetimes()
    let count = Bindable(0)
    func observe() {
      let owners = (0..<10_000).map { _ in Owner() }
      for owner in owners {
        let probe = lifetimes.make()
        count.observe(on: owner) { _ in withExtendedLifetime(probe) {} }
      }
    }
    observe()
    let owner = Owner()
    for _ in 0..<10_000 { count.observe(on: owner, replay: false) { _ in } }
    #expect(lifetimes.alive == 0)
    count.remove(observer: owner)
  }

  @Test(
    "a hundred thousand observations of one owner are freed without recursion",
    arguments: ["owner", "remove", "bindable"])
  func manyOfOneOwner(end: String) {
    let lifetimes = Lifetimes()
    onAnotherThread {
      let count = Box(Bindable(0))
      let owner = Box(Owner())
      func observe() {
        guard let count = count.content, let owner = owner.content else { return }
        for _ in 0..<100_000 {
          let probe = lifetimes.make()
          count.observe(on: owner, replay: false) { _ in withExtendedLifetime(probe) {} }
        }
      }
      observe()
      #expect(lifetimes.alive == 100_000)
      switch end {
      case "owner":
        owner.content = nil
        count.content?.value = 1
      case "remove":
        if let owner = owner.content { count.content?.remove(observer: owner) }
      default: count.content = nil
      }
      #expect(lifetimes.alive == 0)
    }
  }

  @Test("observers whose owner or token another thread releases at any moment are never called late, and leave nothing")
  func deathOnOtherThreads() {
    let lifetimes = Lifetimes()
    let count = Bindable(0)
    onThreads(6) { thread in
      for round in 0..<300 {
        switch (thread + round) % 3 {
        case 0:
          let (owner, probe) = (Owner(), lifetimes.make())
          count.observe(on: owner) { _ in withExtendedLifetime(probe) {} }
        case 1:
          let probe = lifetimes.make()
          let token = count.observe { _ in withExtendedLifetime(probe) {} }
          count.modify { $0 += 1 }
          withExtendedLifetime(token) {}
        default:
          let (owner, probe) = (Owner(), lifetimes.make())
          count.observe(with: owner) { _, _ in withExtendedLifetime(probe) {} }
          count.modify { $0 += 1 }
          count.remove(observer: owner)
        }
      }
    }
    count.value = 0
    #expect(lifetimes.alive == 0)
  }

  @Test("an owner at the address of a deallocated one does not inherit its observations")
  func reusedAddress() {
    let count = Bindable(0)
    let calls = Atomic(0)
    for value in 1...10_000 {
      let owner = Owner()
      count.observe(on: owner, replay: false) { _ in calls.add(1, ordering: .relaxed) }
      if value % 100 == 0 { count.value = value }
      withExtendedLifetime(owner) {}
    }
    #expect(calls.load(ordering: .relaxed) == 100)
  }

  // MARK: B7

  @Test("a Bindable retains neither owners nor tokens, and a token does not retain the Bindable")
  func references() {
    weak var weakBindable: Bindable<Int>?
    weak var weakOwner: Owner?
    let log = Recording<Int>()
    let token: BindableToken
    do {
      let count = Bindable(0)
      let owner = Owner()
      (weakBindable, weakOwner) = (count, owner)
      count.observe(on: owner) { _ in }
      count.observe(with: owner) { _, _ in }
      token = count.observe { log.add($0) }
      count.value = 1
    }
    #expect(weakBindable == nil)
    #expect(weakOwner == nil)
    token.cancel()
    #expect(log.elements == [0, 1])
  }

  @Test("the closure of a removed observer is released immediately", arguments: [false, true])
  func released(ownQueue: Bool) {
    let queue = DispatchQueue(label: "released")
    let own = ownQueue ? queue : nil
    let lifetimes = Lifetimes()
    let count = Bindable(0)
    let owner = Owner()
    func observe() -> BindableToken {
      let probe = lifetimes.make()
      count.observe(on: owner, queue: own) { _ in withExtendedLifetime(probe) {} }
      count.observe(with: owner, queue: own) { _, _ in withExtendedLifetime(probe) {} }
      let other = lifetimes.make()
      return count.observe(queue: own) { _ in withExtendedLifetime(other) {} }
    }
    let token = observe()
    queue.settle()
    count.remove(observer: owner)
    queue.settle()
    #expect(lifetimes.alive == 1)
    token.cancel()
    #expect(lifetimes.alive == 0)
  }

  @Test("a closure is released when its token is cancelled, although the end of the Bindable still waits")
  func releasedBeforeTheEnd() {
    let lifetimes = Lifetimes()
    let queue = DispatchQueue(label: "queue")
    queue.suspend()
    var tokens: [BindableToken] = []
    func observe() {
      let count = Bindable(0, queue: queue)
      let (probe, other) = (lifetimes.make(), Bindable(0))
      count.observe(replay: false, queue: nil) { _ in withExtendedLifetime(probe) {} }.store(in: &tokens)
      count.bind(to: other).store(in: &tokens)
      count.value = 1
    }
    observe()
    tokens = []
    #expect(lifetimes.alive == 0)
    queue.resume()
    queue.sync {}
  }

  @Test("closures are released with the Bindable and their tokens")
  func releasedWithBindable() {
    let lifetimes = Lifetimes()
    let owner = Owner()
    var tokens: [BindableToken] = []
    func observe() {
      let count = Bindable(0)
      let probe = lifetimes.make()
      count.observe(on: owner) { _ in withExtendedLifetime(probe) {} }
      count.observe { _ in withExtendedLifetime(probe) {} }.store(in: &tokens)
    }
    observe()
    tokens = []
    #expect(lifetimes.alive == 0)
  }
}
