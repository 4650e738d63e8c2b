import BindableKit
import Dispatch

/// Small experiments, each on a new word counter of every style.
enum Experiments {
  private struct Experiment: Sendable {
    let name: String
    let title: String
    var expectation: Row.Expectation?
    let run: @Sendable (StyledCounter) async -> Cell
  }

  private static let all = [
    Experiment(name: "burst", title: "seen of 1,000 values", run: valuesOfBurst),
    Experiment(name: "slow", title: "seen by a slow view") { await valuesOnBusyQueue($0, .every) },
    Experiment(name: "latest", title: "seen with .latest") { await valuesOnBusyQueue($0, .latest) },
    Experiment(name: "owner", title: "leaked without a bag") { await observersLeft($0, usesBag: false) },
    Experiment(
      name: "bag", title: "leaked with a bag",
      expectation: Row.Expectation(cell: .number(0), predicate: "left no observer behind")
    ) { await observersLeft($0, usesBag: true) },
  ]

  static func run() async -> [Row] {
    var rows: [Row] = []
    for experiment in all {
      var row = Row(experiment.name, experiment.title, [], expectation: experiment.expectation)
      for counter in await StyledCounter.all() { row.cells.append(await experiment.run(counter)) }
      rows.append(row)
    }
    return rows
  }

  private static let line = LineBatch("one two\n")

  private static func valuesOfBurst(_ counter: StyledCounter) async -> Cell {
    let (owner, values) = (Observer.Owner(), Log<String>())
    await counter.observe(.lines, as: Observer(owner: owner) { values.append($0) })
    await counter.readAndSettle(Array(repeating: line, count: 1_000))
    withExtendedLifetime(owner) {}
    return .number(values.all.count { $0 != "0" })
  }

  private static func valuesOnBusyQueue(_ counter: StyledCounter, _ policy: DeliveryPolicy) async -> Cell {
    let (owner, queue) = (Observer.Owner(), DispatchQueue(label: "busy"))
    let (values, continuation) = AsyncStream.makeStream(of: String.self)
    queue.suspend()
    // Without settling: the queue is busy.
    await counter.observe(.lines, Observer(owner: owner, queue: queue, policy: policy) { continuation.yield($0) })
    await counter.read(Array(repeating: line, count: 100))
    await mainQueueHasCaughtUp()
    queue.resume()
    var count = 0
    for await value in values where value != "0" {
      count += 1
      if value == "100" { break }
    }
    withExtendedLifetime(owner) {}
    return .number(count)
  }

  /// How many observers are left after their owner was released and another value was set.
  private static func observersLeft(_ counter: StyledCounter, usesBag: Bool) async -> Cell {
    weak let log = await observeAndRelease(counter, usesBag: usesBag)
    await counter.settle()
    await counter.readAndSettle([line])
    return .number(log == nil ? 0 : 1)
  }

  /// Returns what the observer retains.
  private static func observeAndRelease(_ counter: StyledCounter, usesBag: Bool) async -> Log<String> {
    let (owner, values) = (Observer.Owner(), Log<String>())
    await counter.observe(.words, as: Observer(owner: owner, usesBag: usesBag) { values.append($0) })
    return values
  }
}
