import BindableKit
import RxBindable
import RxCore
import TestSupport
import Testing

@Suite("Bindables and relays", .dedicatedThreads)
struct RelayTests {
  @Test("a publish relay emits the changes, and elements that it accepts do not change the Bindable")
  func publishRelay() {
    let bindable = Bindable(1)
    let relay = bindable.asPublishRelay()
    let recording = relay.record()
    bindable.value = 2
    relay.accept(7)
    #expect(bindable.value == 2)
    #expect(recording.elements == [2, 7])
    recording.dispose()
  }

  @Test("a behavior relay and its Bindable set each other, without echo")
  func behaviorRelay() {
    let bindable = Bindable(1)
    let relay = bindable.asBehaviorRelay()
    let (notified, emitted) = (Recording<Int>(), Recording<Int>())
    let token = bindable.observe { notified.add($0) }
    let subscription = relay.subscribe(onNext: { emitted.add($0) })
    bindable.value = 2
    #expect(relay.value == 2)
    relay.accept(3)
    #expect(bindable.value == 3)
    #expect(notified.elements == [1, 2, 3])
    #expect(emitted.elements == [1, 2, 3])
    token.cancel()
    subscription.dispose()
  }

  @Test("a binding passes the current value and each later one on to a relay of any kind, until its token is cancelled")
  func boundRelays() {
    let (bindable, log) = (Bindable(1), Recording<String>())
    let (publish, behavior, replay) = (
      PublishRelay<Int>(), BehaviorRelay(value: 0), ReplayRelay<Int>.create(bufferSize: 1)
    )
    let subscriptions = [
      publish.subscribe(onNext: { log.add("publish \($0)") }),
      behavior.subscribe(onNext: { log.add("behavior \($0)") }),
      replay.subscribe(onNext: { log.add("replay \($0)") }),
    ]
    let tokens = [bindable.bind(to: publish), bindable.bind(to: behavior), bindable.bind(to: replay)]
    bindable.value = 2
    for token in tokens { token.cancel() }
    bindable.value = 3
    #expect(
      log.elements == [
        "behavior 0", "publish 1", "behavior 1", "replay 1", "publish 2", "behavior 2", "replay 2",
      ])
    for subscription in subscriptions { subscription.dispose() }
  }

  @Test("a relay outlives the Bindable and keeps its last value, and the Bindable outlives the relay")
  func lifetimes() {
    var bindable: Bindable<Int>? = Bindable(1)
    weak let weakBindable = bindable
    var relay = bindable?.asBehaviorRelay()
    let log = Recording<String>()
    let subscription = relay?.subscribe { log.add($0.debugDescription) }
    bindable = nil
    #expect(weakBindable == nil)
    relay?.accept(2)
    #expect(relay?.value == 2)
    #expect(log.elements == ["next(1)", "next(2)"])
    subscription?.dispose()
    let other = Bindable(1)
    relay = other.asBehaviorRelay()
    weak let weakRelay = relay
    relay = nil
    #expect(weakRelay == nil)
    other.value = 2
    #expect(other.value == 2)
  }

  @Test("the side named first determines the initial value; the end of the binding separates the two")
  func bothWays() {
    let (bindable, relay) = (Bindable(1), BehaviorRelay(value: 2))
    let token = bindable.bind(bothWays: relay)
    #expect(relay.value == 1)
    token.cancel()
    relay.accept(3)
    #expect(bindable.value == 1)
    let binding = relay.bind(bothWays: bindable)
    #expect(bindable.value == 3)
    bindable.value = 4
    #expect(relay.value == 4)
    binding.dispose()
    bindable.value = 5
    #expect(relay.value == 4)
  }

  @Test("a Bindable created from a relay follows it, one way or both ways")
  func fromRelay() {
    let relay = BehaviorRelay(value: 1)
    let (oneWay, twoWay) = (relay.asBindable(), relay.asTwoWayBindable())
    relay.accept(2)
    #expect(oneWay.value == 2)
    #expect(twoWay.value == 2)
    twoWay.value = 3
    #expect(relay.value == 3)
    #expect(oneWay.value == 3)
    oneWay.value = 4
    #expect(relay.value == 3)
  }

  @Test("a ring of a Bindable and a relay, bound in each direction separately, settles")
  func ring() {
    let (bindable, relay) = (Bindable(0), BehaviorRelay(value: 0))
    let token = bindable.bind(to: relay)
    let binding = relay.bind(to: bindable)
    let recording = relay.record()
    bindable.value = 1
    relay.accept(2)
    #expect(bindable.value == 2)
    #expect(recording.elements == [0, 1, 2])
    recording.dispose()
    binding.dispose()
    token.cancel()
  }

  @Test("after changes of both sides on several threads, both have the same value")
  func threads() {
    let bindable = Bindable(0)
    let relay = bindable.asBehaviorRelay()
    onThreads(4) { thread in
      for number in 0..<200 {
        if thread % 2 == 0 { bindable.value = thread * 1_000 + number } else { relay.accept(thread * 1_000 + number) }
      }
    }
    #expect(bindable.value == relay.value)
  }
}
