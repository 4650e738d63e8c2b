import BindableKit
import RxCore
import RxTesting
import Testing

// A view model in two forms, compared as users of the package would compare them.

private final class BindableGreeter: Sendable {
  let name: Bindable<String>
  let greeting = Bindable("")

  init(_ name: String) {
    self.name = Bindable(name)
    self.name.observe(with: self, distinct: .byEquality) { greeter, name in greeter.greeting.value = "Hello, \(name)" }
  }
}

private final class RxGreeter: Sendable {
  let name: BehaviorSubject<String>
  let greeting: Observable<String>

  init(_ name: String) {
    self.name = BehaviorSubject(value: name)
    greeting = self.name.distinctUntilChanged().map { "Hello, \($0)" }
  }
}

private final class BindableGreeterDriver: ContenderDriver {
  private let greeter: BindableGreeter

  init(_ name: String) { greeter = BindableGreeter(name) }

  func set(_ name: String) { greeter.name.value = name }

  func subscribe(_ subscriber: ScenarioSubscriber<String>, owner: ScenarioOwner) {
    greeter.greeting.observe(with: owner) { _, greeting in subscriber.receive(.next(greeting)) }
  }

  func dispose(_ owner: ScenarioOwner) { greeter.greeting.remove(observer: owner) }
}

private final class RxGreeterDriver: ContenderDriver {
  private let greeter: RxGreeter

  init(_ name: String) { greeter = RxGreeter(name) }

  func set(_ name: String) { greeter.name.onNext(name) }

  func subscribe(_ subscriber: ScenarioSubscriber<String>, owner: ScenarioOwner) {
    owner.keep(greeter.greeting.subscribe { subscriber.receive($0) })
  }
}

@Suite("View models compared")
struct ViewModelTests {
  @Test("two forms of one view model deliver the same to their views")
  func greeters() async {
    let scenario = Scenario(
      "Ann",
      [
        .at(10, .subscribe("view")), .at(20, .set("Bob")), .at(30, .set("Bob")), .at(40, .subscribe("late")),
        .at(50, .set("Cleo")), .at(60, .dispose("view")), .at(70, .releaseOwner("late")), .at(80, .set("Dan")),
      ])
    let comparison = await scenario.compare(
      Contender("with Bindable") { name, _ in BindableGreeterDriver(name) },
      Contender("with Rx") { name, _ in RxGreeterDriver(name) })
    #expect(comparison.isEquivalent())
    #expect(
      comparison.recordings[0].events(of: "view") == [
        .next(10, "Hello, Ann"), .next(20, "Hello, Bob"), .next(50, "Hello, Cleo"),
      ])
    #expect(comparison.recordings[0].events(of: "late") == [.next(40, "Hello, Bob"), .next(50, "Hello, Cleo")])
  }
}
