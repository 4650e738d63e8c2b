import Dispatch
import RxComparison
import Testing

@Suite("Mistakes in a scenario are thrown, before anything runs")
struct ScenarioMistakesTests {
  /// The description of the error that a run throws.
  private func mistake(
    in actions: [Scenario<Int, Int>.Action], on contender: Contender<Int, Int> = .bindable
  ) async -> String {
    do {
      _ = try await Scenario(0, actions).run(contender)
      return "no mistake"
    } catch { return "\(error)" }
  }

  @Test("a name that no step subscribes")
  func unknownName() async {
    #expect(
      await mistake(in: [.at(10, .subscribe("view")), .at(20, .set(1), .dispose("veiw"))]) == """
        The scenario has a step for "veiw", a name that no step subscribes, in action 2:
          .at(20, .set(1), .dispose("veiw"))
        The names are "view": write one of them, or add .subscribe("veiw").
        """)
    #expect(
      await mistake(in: [.at(20, .releaseOwner("view"))]) == """
        The scenario has a step for "view", a name that no step subscribes, in action 1:
          .at(20, .releaseOwner("view"))
        Add .subscribe("view").
        """)
    #expect(
      await mistake(in: [.when("view", gets: 1, .set(2))]) == """
        The scenario has a reaction of "view", a name that no step subscribes, in action 1:
          .when("view", gets: 1, .set(2))
        Add .subscribe("view").
        """)
  }

  @Test("impossible times")
  func impossibleTimes() async {
    #expect(
      await mistake(in: [.at(-1, .set(1))]) == """
        The scenario has an action at tick -1, before its beginning, in action 1:
          .at(-1, .set(1))
        The first tick is 0.
        """)
    #expect(
      await mistake(in: [.busy(DispatchQueue(label: "own"), from: 20, until: 20)]) == """
        The scenario has a queue that is busy from tick 20 until tick 20, which takes no time, in action 1:
          .busy(own, from: 20, until: 20)
        Write the earlier tick first.
        """)
  }

  @Test("a global queue, which a run cannot wait for")
  func globalQueues() async {
    #expect(
      await mistake(in: [.at(10, .subscribe("view", on: .global(qos: .utility)))]) == """
        The scenario has a subscription on the global queue com.apple.root.utility-qos, for which a run cannot wait, in action 1:
          .at(10, .subscribe("view"))
        Use a queue of your own: DispatchQueue(label: "...").
        """)
    #expect(
      await mistake(in: [], on: .bindable("mine", queue: .global())) == """
        The contender mine has the global queue com.apple.root.default-qos, for which a run cannot wait.
        Use a queue of your own: DispatchQueue(label: "...").
        """)
  }

  @Test("a step on a busy queue, and a busy main or global queue")
  func busyQueues() async {
    let queue = DispatchQueue(label: "own")
    #expect(
      await mistake(in: [.busy(queue, from: 10, until: 20), .at(10, .set(1), from: queue)]) == """
        The scenario has steps at tick 10 on the queue own, which is busy from tick 10 until tick 20, in action 2:
          .at(10, .set(1), from: own)
        Take them at tick 20 or later, or on another queue.
        """)
    for (queue, label) in [(DispatchQueue.main, "com.apple.main-thread"), (.global(), "com.apple.root.default-qos")] {
      #expect(
        await mistake(in: [.busy(queue, from: 10, until: 20)]) == """
          The scenario has the queue \(label) to keep busy, which other code uses too, in action 1:
            .busy(\(label), from: 10, until: 20)
          Use a queue of your own: DispatchQueue(label: "...").
          """)
    }
  }

  @Test("a contender with an initial value, in a scenario without one")
  func noInitialValue() async {
    let scenario = Scenario<Int, Int>([.at(10, .set(1))])
    let error = await #expect(throws: ScenarioError.self) { try await scenario.run(.bindable) }
    #expect(
      error.map { "\($0)" } == """
        The contender Bindable has no initial value.
        Give the scenario one, as in Scenario(0, [...]), or make the contender with .viewModel.
        """)
  }

  @Test("the first mistake is thrown, with the index of its action, and no contender is made")
  func first() async {
    let scenario = Scenario(
      0, [.at(10, .subscribe("view")), .at(20, .dispose("a")), .at(-30, .set(1)), .at(40, .dispose("b"))])
    let error = await #expect(throws: ScenarioError.self) {
      try await scenario.compare(
        Contender("never made") { initial in
          Issue.record("the contender was made")
          return DidSetDriver(DidSetObservable(initial))
        })
    }
    #expect(error?.action == 1)
    #expect(error?.contender == nil)
    #expect(error?.problem == "a step for \"a\", a name that no step subscribes")
  }
}
