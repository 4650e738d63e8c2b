import Dispatch
import TestSupport
import Testing

@testable import BindableKit
@testable import DeliveryCore

/// B16: `delivered()` waits for the values set earlier, wherever they are delivered, and for nothing else.
@Suite(.dedicatedThreads) struct DeliveredTests {
  @MainActor private final class View {
    private(set) var seen: [Int] = []

    func observe(_ count: ReadOnlyBindable<Int>) {
      count.observe(with: self) { view, count in view.seen.append(count) }
    }
  }

  private actor Archive {
    private(set) var seen: [Int] = []
    private var token: BindableToken?

    func follow(_ count: ReadOnlyBindable<Int>) {
      token = count.observe { self.append($0) }
    }

    func stop() { token = nil }

    private func append(_ count: Int) { seen.append(count) }
  }

  enum Place: CaseIterable {
    case setter, own, observers, both
  }

  @Test("an observer has received all of many values, whichever queue it is called on", arguments: Place.allCases)
  func manyValues(place: Place) async {
    let own = place == .own || place == .both ? DispatchQueue(label: "own") : nil
    let queue = place == .observers || place == .both ? DispatchQueue(label: "observer's") : nil
    let count = Bindable(0, queue: own)
    let log = Recording<Int>()
    let token = count.observe(queue: queue) { log.add($0) }
    for value in 1...10_000 { count.value = value }
    await count.delivered()
    #expect(log.elements == Array(0...10_000))
    withExtendedLifetime(token) {}
  }

  /// What observers write without a lock.
  private final class Notes: @unchecked Sendable {
    var first = 0
    var second = 0
  }

  @Test("the task that has waited sees what observers on two queues have written")
  func visible() async {
    for _ in 0..<100 {
      let (count, notes) = (Bindable(0), Notes())
      let tokens = [
        count.observe(replay: false, queue: DispatchQueue(label: "first")) { notes.first = $0 },
        count.observe(replay: false, queue: DispatchQueue(label: "second")) { notes.second = $0 },
      ]
      for value in 1...20 { count.value = value }
      await count.delivered()
      #expect(notes.first == 20 && notes.second == 20)
      withExtendedLifetime(tokens) {}
    }
  }

  @Test("views on the main actor have received all values")
  @MainActor func mainActor() async {
    let count = Bindable(0, queue: DispatchQueue(label: "own"))
    let view = View()
    view.observe(count)
    for value in 1...1000 { count.value = value }
    await count.delivered()
    #expect(view.seen == Array(0...1000))
  }

  @Test("an actor has received all values")
  func actor() async {
    let count = Bindable(0)
    let archive = Archive()
    await archive.follow(count)
    for value in 1...1000 { count.value = value }
    await count.delivered()
    #expect(await archive.seen == Array(0...1000))
    await archive.stop()
  }

  @Test("with .latest an observer has received the newest value", arguments: Place.allCases)
  func latest(place: Place) async {
    let own = place == .own || place == .both ? DispatchQueue(label: "own") : nil
    let queue = place == .observers || place == .both ? DispatchQueue(label: "observer's") : nil
    let count = Bindable(0, queue: own)
    let log = Recording<Int>()
    let token = count.observe(queue: queue, policy: .latest) { log.add($0) }
    for value in 1...1000 { count.value = value }
    await count.delivered()
    #expect(log.elements.last == 1000)
    withExtendedLifetime(token) {}
  }

  @Test(
    "observers of derived values have received the last combination, whether delivered() is called on the value or on its source"
  )
  func derived() async {
    let (one, two) = (
      Bindable(0, queue: DispatchQueue(label: "one")), Bindable(0, queue: DispatchQueue(label: "two"))
    )
    let queue = DispatchQueue(label: "observer's")
    let tenfold = one.map { $0 * 10 }
    let sum = ReadOnlyBindable.combine(tenfold, two) { $0 + $1 }
    let nested = ReadOnlyBindable.combine(sum, one) { $0 + $1 }.map { $0 + 1 }
    let (mapped, summed, nests) = (Recording<Int>(), Recording<Int>(), Recording<Int>())
    let tokens = [
      tenfold.observe(queue: queue) { mapped.add($0) }, sum.observe(queue: queue) { summed.add($0) },
      nested.observe(queue: queue) { nests.add($0) },
    ]
    for value in 1...1000 { (one.value, two.value) = (value, value) }
    await nested.delivered()
    #expect(mapped.elements == (0...1000).map { $0 * 10 })
    #expect(summed.elements.last == 11_000)
    #expect(nests.elements.last == 12_001)
    one.value = 0
    await one.delivered()
    #expect(mapped.elements.last == 0)
    #expect(summed.elements.last == 1000)
    #expect(nests.elements.last == 1001)
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "a derived value waits for values held up on the queue of a source or of an observer", arguments: [false, true],
    [false, true])
  func heldDerived(isCombined: Bool, isHeldAtSource: Bool) async {
    let queue = DispatchQueue(label: "held")
    let (other, count) = (Bindable(0), Bindable(0, queue: isHeldAtSource ? queue : nil))
    let derived = isCombined ? ReadOnlyBindable.combine(other, count) { $0 + $1 } : count.map { $0 }
    let log = Recording<Int>()
    let token = derived.observe(replay: false, queue: isHeldAtSource ? nil : queue) { log.add($0) }
    queue.suspend()
    count.value = 1
    // Take the steps of `delivered()` one by one, to hold the mark weakly.
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    weak var mark: DeliveryMark?
    func pass() {
      let passed = DeliveryMark { continuation.finish() }
      mark = passed
      for root in derived.source.roots { root.carry(passed, for: root) }
    }
    pass()
    #expect(mark != nil)
    queue.resume()
    for await _ in end {}
    #expect(log.elements == [1])
    withExtendedLifetime(token) {}
  }

  @Test("without a queue, delivered() waits for the delivering thread")
  func deliveringThread() async {
    let count = Bindable(0)
    let log = Recording<String>()
    let (isInside, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let token = count.observe(replay: false) { value in
      if value == 1 {
        isInside.signal()
        mayGoOn.expectSignal()
      }
      log.add("\(value)")
    }
    startThread { count.value = 1 }
    isInside.expectSignal()
    count.value = 2
    let wait = Task {
      await count.delivered()
      log.add(Task.isCancelled ? "cancelled" : "delivered")
    }
    let second = Task {
      mayGoOn.signal()
      await count.delivered()
    }
    await wait.value
    await second.value
    #expect(log.elements == ["1", "2", "delivered"])
    withExtendedLifetime(token) {}
  }

  @Test("values set by many threads are all delivered")
  func manyThreads() async {
    let count = Bindable(0)
    let log = Recording<Int>()
    let queue = DispatchQueue(label: "observer's")
    let token = count.observe(queue: queue) { log.add($0) }
    onThreads(4) { _ in
      for _ in 0..<1000 { count.modify { $0 += 1 } }
    }
    await count.delivered()
    #expect(log.elements == Array(0...4000))
    withExtendedLifetime(token) {}
  }

  @Test("delivered() does not wait for a queue on which nothing is pending")
  func idle() async {
    let (own, others) = (DispatchQueue(label: "own"), DispatchQueue(label: "observer's"))
    let count = Bindable(0, queue: own)
    let log = Recording<Int>()
    let token = count.observe(replay: false, queue: others) { log.add($0) }
    for queue in [own, others] { queue.suspend() }
    await count.delivered()
    await count.map { $0 + 1 }.delivered()
    for queue in [own, others] { queue.resume() }
    #expect(log.elements == [])
    withExtendedLifetime(token) {}
  }

  @Test("cancelling the task ends the wait", arguments: [false, true])
  func cancellation(ownQueue: Bool) async {
    let queue = DispatchQueue(label: "held")
    let count = Bindable(0, queue: ownQueue ? queue : nil)
    let log = Recording<Int>()
    queue.suspend()
    let token = count.observe(queue: queue) { log.add($0) }
    let wait = Task {
      await count.delivered()
      return Task.isCancelled
    }
    wait.cancel()
    #expect(await wait.value)
    #expect(log.elements == [])
    queue.resume()
    await count.delivered()
    #expect(log.elements == [0])
    withExtendedLifetime(token) {}
  }

  @Test("a task started by an observer may wait, and continues after the values that were set before")
  func fromAnObserver() async {
    let count = Bindable(0, queue: DispatchQueue(label: "own"))
    let log = Recording<String>()
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    let token = count.observe(replay: false) { [unowned count] value in
      log.add("\(value)")
      guard value == 1 else { return }
      count.value = 2
      Task {
        await count.delivered()
        log.add("delivered")
        continuation.finish()
      }
    }
    count.value = 1
    for await _ in ended {}
    #expect(log.elements == ["1", "2", "delivered"])
    withExtendedLifetime(token) {}
  }

  @Test("observers removed while values are pending are not called, and the wait ends", arguments: [false, true])
  func removed(ownQueue: Bool) async {
    let queue = DispatchQueue(label: "held")
    let count = Bindable(0, queue: ownQueue ? queue : nil)
    let (log, kept) = (Recording<Int>(), Recording<Int>())
    queue.suspend()
    let token = count.observe(queue: queue) { log.add($0) }
    let other = count.observe(queue: queue) { kept.add($0) }
    var owner: Owner? = Owner()
    if let owner { count.observe(on: owner, queue: queue) { log.add($0) } }
    count.value = 1
    token.cancel()
    owner = nil
    queue.resume()
    await count.delivered()
    #expect(log.elements == [])
    #expect(kept.elements == [0, 1])
    withExtendedLifetime((other, owner)) {}
  }

  @Test("delivered() does not wait for an observer that registers after the call")
  func registeredLater() async {
    let (own, others) = (DispatchQueue(label: "own"), DispatchQueue(label: "held"))
    let count = Bindable(0, queue: own)
    let (log, later) = (Recording<Int>(), Recording<Int>())
    let tokens = Recording<BindableToken>()
    tokens.add(count.observe(replay: false) { log.add($0) })
    others.suspend()
    own.suspend()
    count.value = 1
    // The first half of `delivered()`, which must precede the registration.
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    count.store.carry(DeliveryMark { continuation.finish() }, for: count.store)
    // The combination's replay is enqueued on `others` immediately, before the mark could get there.
    tokens.add(ReadOnlyBindable.combine(count, Bindable(0)) { $0 + $1 }.observe(queue: others) { later.add($0) })
    own.resume()
    for await _ in end {}
    #expect(log.elements == [1])
    #expect(later.elements == [])
    others.resume()
    await count.delivered()
    #expect(later.elements == [1])
  }

  @Test("a pending mark does not retain the Bindables it has passed")
  func memory() async {
    let lifetimes = Lifetimes()
    weak var weakCell: Bindable<Tracked>?
    do {
      let cell = Bindable(lifetimes.make(), queue: DispatchQueue(label: "own"))
      weakCell = cell
      let token = cell.observe { _ in }
      cell.value = lifetimes.make()
      await cell.delivered()
      #expect(lifetimes.alive == 1)
      token.cancel()
    }
    #expect(weakCell == nil)
    #expect(lifetimes.alive == 0)
  }
}
