import Dispatch
import RxTesting
import TestSupport
import Testing

#if os(Linux) || os(macOS)
  @Suite("Mistakes in a scenario")
  struct ScenarioMistakesTests {
    @Test("a name under which no step subscribes stops the program with a message")
    func unknownName() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Scenario(0, [.at(10, .subscribe("view")), .at(20, .dispose("veiw"))])
      }
      result.says("Scenario: no step subscribes as \"veiw\". The names are [\"view\"]; add .subscribe(\"veiw\").")
      let reaction = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Scenario(0, [.when("view", gets: 1, .set(2))])
      }
      reaction.says("Scenario: no step subscribes as \"view\". The names are []; add .subscribe(\"view\").")
    }

    @Test("impossible times stop the program with a message")
    func impossibleTimes() async {
      let past = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Scenario(0, [.at(-1, .set(1))])
      }
      past.says("Scenario: an action is at tick -1. The first tick is 0.")
      let backwards = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Scenario<Int>(0, [.busy(DispatchQueue(label: "own"), from: 20, until: 20)])
      }
      backwards.says("Scenario: own cannot be busy from 20 until 20. Swap the two.")
    }

    @Test("a global queue, which a run cannot wait for, stops the program with a message")
    func globalQueues() async {
      let subscribed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Scenario<Int>(0, [.at(10, .subscribe("view", on: .global(qos: .utility)))])
      }
      subscribed.says(
        "Scenario: it cannot wait for a global queue (com.apple.root.utility-qos). Subscribe on a queue of your own.")
      let contender = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Contender<Int>.bindable("Bindable", queue: .global())
      }
      contender.says(
        "Contender Bindable: a run cannot wait for a global queue (com.apple.root.default-qos). Use a queue of your own."
      )
    }

    @Test("a step on a busy queue, and a busy main or global queue, stop the program with a message")
    func busyQueues() async {
      let step = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let queue = DispatchQueue(label: "own")
        _ = Scenario(0, [.busy(queue, from: 10, until: 20), .at(10, .set(1), from: queue)])
      }
      step.says("Scenario: own is busy from 10 to 20, so no step can be taken there at tick 10.")
      let main = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Scenario<Int>(0, [.busy(.main, from: 10, until: 20)])
      }
      main.says("Scenario: com.apple.main-thread cannot be kept busy. Use a queue of your own.")
      let global = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Scenario<Int>(0, [.busy(.global(), from: 10, until: 20)])
      }
      global.says("Scenario: com.apple.root.default-qos cannot be kept busy. Use a queue of your own.")
    }
  }
#endif
