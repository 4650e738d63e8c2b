import BindableKit
import RxBindable
import RxCore
import Testing

/// B3's exception across the bridge: the body of `modify` must not use its own Bindable through the bridge either.
@Suite struct ModifyTests {
  enum Misuse: String, CaseIterable, Codable {
    case subscribe, subject, twoWaySubject, relay, driver, bindToSubject, bindToObserver, bindBothWays
    case subjectBinds, subjectBindsBothWays, relayBindsBothWays, observableBinds, neverBinds, controlBinds, bindControl
    case onNext, dispose, disposeFollowing, disposeSubject
  }

  @Test(
    "using the bridge of a Bindable inside its own modify stops the program with a message",
    arguments: Misuse.allCases)
  func misuse(kind: Misuse) async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [kind] in
      let (count, other) = (Bindable(0), Bindable(1))
      let subject = BehaviorSubject(value: 1)
      let relay = BehaviorRelay(value: 1)
      let control = ControlProperty(values: Observable<Int>.never(), valueSink: subject)
      switch kind {
      case .subscribe: count.modify { _ in _ = count.asObservable().subscribe(onNext: { _ in }) }
      case .subject: count.modify { _ in _ = count.asPublishSubject() }
      case .twoWaySubject: count.modify { _ in _ = count.asBehaviorSubject() }
      case .relay: count.modify { _ in _ = count.asPublishRelay() }
      case .driver: count.modify { _ in _ = count.asDriver().asObservable().subscribe(onNext: { _ in }) }
      case .bindToSubject: count.modify { _ in _ = count.bind(to: subject) }
      case .bindToObserver: count.modify { _ in _ = count.bind(to: AnyObserver<Int> { _ in }) }
      case .bindBothWays: count.modify { _ in _ = count.bind(bothWays: subject) }
      case .subjectBinds: count.modify { _ in _ = subject.bind(to: count) }
      case .subjectBindsBothWays: count.modify { _ in _ = subject.bind(bothWays: count) }
      case .relayBindsBothWays: count.modify { _ in _ = relay.bind(bothWays: count) }
      case .observableBinds: count.modify { _ in _ = other.asObservable().bind(to: count) }
      case .neverBinds: count.modify { _ in _ = Observable<Int>.never().bind(to: count) }
      case .controlBinds: count.modify { _ in _ = control.bind(bothWays: count) }
      case .bindControl: count.modify { _ in _ = count.bind(bothWays: control) }
      case .onNext: count.modify { _ in count.asObserver().onNext(1) }
      case .dispose:
        let subscription = count.asObservable().subscribe(onNext: { _ in })
        count.modify { _ in subscription.dispose() }
      case .disposeFollowing:
        let subscription = Observable<Int>.never().bind(to: count)
        count.modify { _ in subscription.dispose() }
      case .disposeSubject:
        let subscription = subject.bind(to: count)
        count.modify { _ in subscription.dispose() }
      }
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("was used inside the body of its own modify(_:)"))
  }
}
