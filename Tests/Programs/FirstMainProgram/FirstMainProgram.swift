import BindableKit
import Dispatch

/// The first program, with `@main` instead of main.swift. The argument names the part to run.
@main struct FirstMainProgram {
  static func main() {
    let work = DispatchQueue(label: "work")
    let view = View()
    let count = Bindable(0)
    switch CommandLine.arguments.dropFirst().first {
    case "observe":
      let token = count.observe(queue: work) { print($0) }
      count.value = 1
      settle(work)
      token.cancel()

    case "changes":
      let token = count.changes().observe(queue: work) { print($0, $1) }
      count.value = 1
      settle(work)
      token.cancel()

    case "on-owner":
      count.observe(on: view, queue: work) { print($0) }
      count.value = 1
      settle(work)

    case "with-owner":
      count.observe(with: view, queue: work) { _, count in print(count) }
      count.value = 1
      settle(work)

    case "changes-on-owner":
      count.changes().observe(on: view, queue: work) { print($0, $1) }
      count.value = 1
      settle(work)

    case "changes-with-owner":
      count.changes().observe(with: view, queue: work) { _, change in print(change.old, change.new) }
      count.value = 1
      settle(work)

    case "bindable-with-queue":
      let count = Bindable(0, queue: work)
      count.observe(with: view) { view, count in view.seen.append(count) }
      count.value = 1
      settle(work)
      print(view.seen)
      MainQueue.run(until: { view.seen.count == 2 })
      print(view.seen)

    case "forgotten":
      count.observe(with: view) { view, count in view.seen.append(count) }
      work.sync { for value in 1...2 { count.value = value } }
      print(view.seen)

    default:
      print("no such part")
    }
  }
}

@MainActor private final class View {
  var seen: [Int] = []
}

/// Waits until `work` is idle. There are at most three values, and each may need its own turn.
private func settle(_ work: DispatchQueue) {
  for _ in 0..<4 { work.sync {} }
}
