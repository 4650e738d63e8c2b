import Dispatch
import Synchronization

/// Small experiments, each on a new view model of every approach.
enum Experiments {
  private struct Experiment: Sendable {
    let name: String
    let title: String
    /// The number of rounds. A cell whose results differ between rounds reads "varies".
    var rounds = 1
    let run: @Sendable (any Approach) async -> Cell
  }

  private static let all = [
    Experiment(name: "burst", title: "received of 1,000", run: valuesOfBurst),
    Experiment(name: "timing", title: "observer called", run: timeOfCall),
    Experiment(name: "thread", title: "observer called on", run: placeOfCall),
    Experiment(name: "order", title: "of observer calls", rounds: 8, run: orderOfCalls),
    Experiment(name: "nested", title: "other observers get", run: nestedSet),
    Experiment(name: "setters", title: "both delivered on", run: twoSetters),
    Experiment(name: "slow", title: "received of 100") { await valuesOnBusyQueue($0, wantsNewestOnly: false) },
    Experiment(name: "latest", title: "with policy .latest") { approach in
      approach.hasPolicies ? await valuesOnBusyQueue(approach, wantsNewestOnly: true) : .text("none")
    },
    Experiment(name: "owner", title: "gone, closures left", run: observersOfDeadView),
    Experiment(name: "end", title: "of the input", run: endOfInput),
  ]

  static func run() async -> [Row] {
    var rows: [Row] = []
    for experiment in all {
      var results: [[Cell]] = []
      for _ in 0..<experiment.rounds {
        var cells: [Cell] = []
        for approach in await allApproaches() {
          cells.append(await experiment.run(approach))
          await approach.disconnect()
        }
        results.append(cells)
      }
      let cells = results[0].indices.map { index in
        results.allSatisfy { $0[index] == results[0][index] } ? results[0][index] : .text("varies")
      }
      rows.append(Row(experiment.name, experiment.title, cells))
    }
    return rows
  }

  /// The elements that an observer received, in order.
  private final class Log<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func append(_ element: Element) { elements.withLock { $0.append(element) } }
  }

  /// Batches of one line of two words each.
  private static func lines(_ count: Int) -> [LineBatch] {
    Array(repeating: LineBatch(text: Array("one two\n".utf8), lines: 1, bytes: 8), count: count)
  }

  // MARK: - Values and calls

  private static func valuesOfBurst(_ approach: any Approach) async -> Cell {
    let values = Log<Int>()
    approach.observe(.lines, NumberObserver { values.append($0) })
    await approach.settle()
    approach.read(lines(1_000))
    await approach.settle()
    return .number(values.all.count { $0 > 0 })
  }

  private static func timeOfCall(_ approach: any Approach) async -> Cell {
    let (values, valuesAtEnd) = (Log<Int>(), Log<[Int]>())
    approach.observe(.lines, NumberObserver { values.append($0) })
    await approach.settle()
    approach.read(lines(1)) { valuesAtEnd.append(values.all) }
    await approach.settle()
    return .text(valuesAtEnd.all == [[0, 1]] ? "in the set" : "after it")
  }

  private static func placeOfCall(_ approach: any Approach) async -> Cell {
    let places = Log<DeliveryContext>()
    approach.observe(.lines, NumberObserver { _ in places.append(.current) })
    await approach.settle()
    approach.read(lines(1))
    await approach.settle()
    return places.all.last.map { .text($0 == .mainQueue ? "main queue" : "setter's") } ?? .none
  }

  /// Registers the observers in the reverse of the view model's order.
  private static func orderOfCalls(_ approach: any Approach) async -> Cell {
    let calls = Log<NumberOutput>()
    let registered = Array(NumberOutput.allCases.reversed())
    approach.setSize(8)
    for output in registered { approach.observe(output, NumberObserver { _ in calls.append(output) }) }
    await approach.settle()
    approach.read(lines(1))
    await approach.settle()
    let order = Array(calls.all.suffix(registered.count))
    return switch order {
    case registered: .text("as observed")
    case NumberOutput.allCases: .text("as set")
    default: .text(order.map { "\($0)".prefix(3) }.joined(separator: " "))
    }
  }

  /// The first of two observers to be called sets the filter, which changes the value.
  private static func nestedSet(_ approach: any Approach) async -> Cell {
    let logs = [Log<Int>(), Log<Int>()]
    let isFirst = Atomic(true)
    for log in logs {
      approach.observe(
        .words,
        NumberObserver { value in
          log.append(value)
          if value == 2, isFirst.exchange(false, ordering: .relaxed) { approach.setFilter("one") }
        })
    }
    await approach.settle()
    approach.read(lines(1))
    await approach.settle()
    return .text(logs.allSatisfy { $0.all == [0, 2, 1] } ? "both values" : "the last")
  }

  // MARK: - Threads and queues

  private static let queueName = DispatchSpecificKey<String>()

  private static func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: "Compare.\(name)")
    queue.setSpecific(key: queueName, value: name)
    return queue
  }

  /// While the observer receives a value set by the first thread, the second thread sets another.
  private static func twoSetters(_ approach: any Approach) async -> Cell {
    let (first, second) = (queue("1st thread"), queue("2nd thread"))
    let places = Log<String>()
    approach.observe(
      .lines,
      NumberObserver { value in
        if value == 1 {
          let hasSet = DispatchSemaphore(value: 0)
          second.async {
            approach.read(lines(1))
            hasSet.signal()
          }
          hasSet.wait()
        } else if value == 2 {
          places.append(DispatchQueue.getSpecific(key: queueName) ?? DeliveryContext.current.rawValue)
        }
      })
    await approach.settle()
    await withCheckedContinuation { continuation in
      first.async {
        approach.read(lines(1))
        continuation.resume()
      }
    }
    await approach.settle()
    // Settle again: the second value may only now have been handed over to the main actor.
    await approach.settle()
    return places.all.last.map(Cell.text) ?? .none
  }

  private static func valuesOnBusyQueue(_ approach: any Approach, wantsNewestOnly: Bool) async -> Cell {
    let queue = queue("busy")
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    queue.suspend()
    approach.observe(
      .lines, NumberObserver(queue: queue, wantsNewestOnly: wantsNewestOnly) { continuation.yield($0) })
    await approach.settle()
    approach.read(lines(100))
    await DeliveryContext.mainQueueHasCaughtUp()
    queue.resume()
    var count = 0
    for await value in values {
      if value > 0 { count += 1 }
      if value == 100 { break }
    }
    return .number(count)
  }

  // MARK: - Ends

  /// The number of observers left after a view was released without ending its observation.
  private static func observersOfDeadView(_ approach: any Approach) async -> Cell {
    await connectReleasedView(to: approach)
    await approach.settle()
    approach.read(lines(1))
    await approach.settle()
    return .number(approach.observers.count)
  }

  @MainActor
  private static func connectReleasedView(to approach: any Approach) {
    approach.connect(WordView(recorder: approach.recorder))
  }

  private static func endOfInput(_ approach: any Approach) async -> Cell {
    let ends = Log<Bool>()
    approach.observe(.lines, NumberObserver(next: { _ in }, completed: { ends.append(true) }))
    await approach.settle()
    approach.finish()
    await approach.settle()
    return .text(ends.all.isEmpty ? "no sign" : "completes")
  }
}
