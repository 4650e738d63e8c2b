import RxCore
import TestSupport
import Testing

@Suite("PublishRelay", .dedicatedThreads)
struct PublishRelayTests {
  @Test("elements reach the current subscribers only")
  func emits() {
    let relay = PublishRelay<Int>()
    relay.accept(1)
    let first = relay.record()
    relay.accept(2)
    let second = relay.asObservable().record()
    relay.accept(3)
    first.dispose()
    relay.accept(4)
    #expect(first.elements == [2, 3])
    #expect(second.elements == [3, 4])
  }

  @Test("an element accepted inside an observer is delivered after the current one, to all in the same order")
  func reentrant() {
    let relay = PublishRelay<Int>()
    let first = Recording<Int>()
    let subscription = relay.subscribe(onNext: { element in
      first.add(element)
      if element < 3 { relay.accept(element + 1) }
    })
    let second = relay.record()
    relay.accept(1)
    #expect(first.elements == [1, 2, 3])
    #expect(second.elements == [1, 2, 3])
    subscription.dispose()
  }

  @Test("elements from several threads reach all subscribers in the same order")
  func threads() {
    let relay = PublishRelay<Int>()
    let recordings = [relay.record(), relay.record()]
    onThreads(4) { thread in
      for number in 0..<250 { relay.accept(thread * 1_000 + number) }
    }
    #expect(recordings[0].elements.count == 1_000)
    #expect(recordings[0].elements == recordings[1].elements)
  }

  @Test("subscribers do not retain the relay")
  func lifetime() {
    let lifetimes = Lifetimes()
    do {
      let relay = PublishRelay<Tracked>()
      _ = relay.subscribe(onNext: { $0.touch() })
      relay.accept(lifetimes.make())
    }
    #expect(lifetimes.alive == 0)
  }
}
