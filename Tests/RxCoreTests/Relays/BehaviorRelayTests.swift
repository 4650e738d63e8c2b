import RxCore
import Synchronization
import TestSupport
import Testing

@Suite("BehaviorRelay", .dedicatedThreads)
struct BehaviorRelayTests {
  @Test("a subscriber receives the current value, then each later one")
  func emits() {
    let relay = BehaviorRelay(value: 0)
    relay.accept(1)
    let first = relay.record()
    relay.accept(2)
    let second = relay.asObservable().record()
    #expect(relay.value == 2)
    #expect(first.elements == [1, 2])
    #expect(second.elements == [2])
    #expect(first.terminals.isEmpty)
  }

  @Test("the value is current before subscribers receive it, even inside an observer")
  func reentrant() {
    let relay = BehaviorRelay(value: 0)
    let values = Recording<[Int]>()
    let subscription = relay.subscribe(onNext: { element in
      if element == 1 { relay.accept(2) }
      values.add([element, relay.value])
    })
    let other = relay.record()
    relay.accept(1)
    #expect(values.elements == [[0, 0], [1, 2], [2, 2]])
    #expect(other.elements == [0, 1, 2])
    subscription.dispose()
  }

  @Test("when several threads accept elements, all subscribers receive them in one order, the relay's value last")
  func threads() {
    let relay = BehaviorRelay(value: -1)
    let recordings = [relay.record(), relay.record()]
    onThreads(4) { thread in
      for number in 0..<250 { relay.accept(thread * 1_000 + number) }
    }
    #expect(recordings[0].elements.count == 1_001)
    #expect(recordings[0].elements == recordings[1].elements)
    #expect(recordings[0].elements.last == relay.value)
  }

  @Test("another thread reads the value as soon as accept has returned, and never a torn one")
  func consistentValue() {
    let relay = BehaviorRelay(value: [0, 0, 0])
    let accepted = Atomic<Int>(0)
    let mistakes = Recording<[Int]>()
    onThreads(3) { thread in
      for number in 1...2_000 {
        if thread == 0 {
          relay.accept([number, number, number])
          accepted.store(number, ordering: .releasing)
        } else {
          let atLeast = accepted.load(ordering: .acquiring)
          let value = relay.value
          if value[0] < atLeast || Set(value).count > 1 { mistakes.add(value) }
        }
      }
    }
    #expect(mistakes.elements.isEmpty)
  }

  @Test("a replaced value is released without a lock: its deinit may use the relay")
  func releases() {
    let lifetimes = Lifetimes()
    let relay = BehaviorRelay<Tracked?>(value: nil)
    let other = BehaviorRelay(value: 0)
    relay.accept(lifetimes.make { other.accept(relay.value == nil ? 1 : 2) })
    relay.accept(nil)
    #expect(lifetimes.alive == 0)
    #expect(other.value == 1)
  }
}
