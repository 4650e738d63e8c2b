import RxCore
import TestSupport
import Testing

@Suite("bind to relays")
struct BindToRelayTests {
  private let probe = SourceProbe<Int>()

  @Test("one subscription forwards each element to all relays, in their order, until it is disposed")
  func several() {
    let (one, other) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
    let order = Recording<String>()
    let bag = DisposeBag()
    one.skip(1).subscribe(onNext: { order.add("one \($0)") }).disposed(by: bag)
    other.skip(1).subscribe(onNext: { order.add("other \($0)") }).disposed(by: bag)
    let binding = probe.observable.bind(to: one, other)
    #expect(probe.subscriptions == 1)
    probe.send(1)
    #expect(order.elements == ["one 1", "other 1"])
    binding.dispose()
    #expect(probe.disposals == 1)
    probe.send(2)
    #expect(one.value == 1)
  }

  @Test("each kind of relay accepts elements, even optional ones")
  func kinds() {
    let (publish, optionalPublish) = (PublishRelay<Int>(), PublishRelay<Int?>())
    let (behavior, optionalBehavior) = (BehaviorRelay(value: 0), BehaviorRelay<Int?>(value: nil))
    let (replay, optionalReplay) = (ReplayRelay<Int>.createUnbound(), ReplayRelay<Int?>.createUnbound())
    let (published, optionalPublished) = (publish.record(), optionalPublish.record())
    let bag = DisposeBag()
    probe.observable.bind(to: publish).disposed(by: bag)
    probe.observable.bind(to: optionalPublish).disposed(by: bag)
    probe.observable.bind(to: behavior).disposed(by: bag)
    probe.observable.bind(to: optionalBehavior).disposed(by: bag)
    probe.observable.bind(to: replay).disposed(by: bag)
    probe.observable.bind(to: optionalReplay).disposed(by: bag)
    probe.send(1)
    #expect(published.elements == [1])
    #expect(optionalPublished.elements == [1])
    #expect(behavior.value == 1)
    #expect(optionalBehavior.value == 1)
    #expect(replay.record().elements == [1])
    #expect(optionalReplay.record().elements == [1])
  }

  @Test("an infallible binds to each kind of relay, and its completion does not end the relay")
  func infallible() {
    let (publish, optionalPublish) = (PublishRelay<Int>(), PublishRelay<Int?>())
    let (behavior, optionalBehavior) = (BehaviorRelay(value: 0), BehaviorRelay<Int?>(value: nil))
    let (replay, optionalReplay) = (ReplayRelay<Int>.createUnbound(), ReplayRelay<Int?>.createUnbound())
    let (published, optionalPublished) = (publish.record(), optionalPublish.record())
    let numbers = probe.observable.asInfallible(onErrorJustReturn: -1)
    let bindings = [
      numbers.bind(to: publish, publish), numbers.bind(to: optionalPublish),
      numbers.bind(to: behavior), numbers.bind(to: optionalBehavior),
      numbers.bind(to: replay), numbers.bind(to: optionalReplay),
    ]
    #expect(probe.subscriptions == 6)
    probe.send(1)
    #expect(published.elements == [1, 1])
    #expect(optionalPublished.elements == [1])
    #expect(behavior.value == 1)
    #expect(optionalBehavior.value == 1)
    #expect(replay.record().elements == [1])
    #expect(optionalReplay.record().elements == [1])
    bindings[0].dispose()
    #expect(probe.disposals == 1)
    probe.complete()
    publish.accept(2)
    #expect(published.elements == [1, 1, 2])
    #expect(published.terminals.isEmpty)
  }

  @Test("the completion of the source does not end the relay")
  func completion() {
    let relay = BehaviorRelay(value: 0)
    let recording = relay.record()
    _ = probe.observable.bind(to: relay)
    probe.complete()
    relay.accept(1)
    #expect(recording.elements == [0, 1])
    #expect(recording.terminals.isEmpty)
  }

  @Test("an error is reported with the source location of the binding, and the relay continues")
  func reportsErrors() async {
    await #expect(processExitsWith: .success) {
      let reports = Recording<String>()
      Hooks.recordCallStackOnError = true
      Hooks.defaultErrorHandler = { places, error in reports.add("\(places.first ?? "") \(error)") }
      let (relay, optional) = (BehaviorRelay(value: 0), PublishRelay<Int?>())
      _ = Observable<Int>.error(TestError.one).bind(to: relay)
      _ = Observable<Int>.error(TestError.one).bind(to: optional)
      relay.accept(1)
      precondition(relay.value == 1)
      precondition(reports.elements.count == 2)
      precondition(
        reports.elements.allSatisfy { $0.hasPrefix("RxCoreTests/BindToRelayTests.swift:") && $0.hasSuffix(" one") })
    }
  }
}
