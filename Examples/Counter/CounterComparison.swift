import BindableKit
import Dispatch

/// Gives several counters the same commands, from a background queue, and records what their views receive.
@MainActor final class CounterComparison {
  /// A command, and what each view received after it.
  struct Row {
    /// `nil` at the start, when the views receive the current count.
    var command: CounterCommand?
    /// Where the command was performed.
    var queue: String
    /// The counts that each view received, and where.
    var received: [[(count: Int, queue: String)]]
  }

  private var row: Row
  private let counters: [StyledCounter]
  private var views: [any AnyObject & Sendable] = []
  private let commands = DispatchQueue(label: "commands")
  private let performed = Bindable<(command: CounterCommand, queue: String)?>(nil)
  private let showRow: @MainActor (Row) -> Void

  init(_ styles: [CounterStyle], showRow: @escaping @MainActor (Row) -> Void) {
    DispatchQueue.main.setSpecific(key: nameKey, value: "main")
    commands.setSpecific(key: nameKey, value: "background")
    row = Row(queue: queueName(), received: styles.map { _ in [] })
    self.showRow = showRow
    counters = styles.map { $0.makeCounter() }
    views = counters.enumerated().map { index, counter in
      counter.makeView { [weak self] count in self?.row.received[index].append((count, queueName())) }
    }
    performed.observe(with: self) { comparison, performed in comparison.endRow(with: performed) }
  }

  private func endRow(with performed: (command: CounterCommand, queue: String)?) {
    if let performed { (row.command, row.queue) = performed }
    showRow(row)
    row.received = row.received.map { _ in [] }
  }

  /// Performs a command on all counters, and returns when their views and `showRow` have been called.
  func perform(_ command: CounterCommand) async {
    await withCheckedContinuation { continuation in
      commands.async { [counters, performed] in
        for counter in counters { counter.perform(command) }
        // Set last, so it arrives last: values on one queue keep their order, whatever they come from.
        performed.value = (command, queueName())
        continuation.resume()
      }
    }
    await performed.delivered()
  }
}

private let nameKey = DispatchSpecificKey<String>()

/// The queue on which the caller runs. On Linux, several threads may take turns to run the main queue.
private func queueName() -> String { DispatchQueue.getSpecific(key: nameKey) ?? "another" }
