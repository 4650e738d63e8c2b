import BindableKit
import Dispatch
import Glibc

// A typical first program: except in a few parts, nothing runs the main queue. The argument names the part to run.

final class View: Sendable {}

let work = DispatchQueue(label: "work")
let count = Bindable(0)
let view = View()
var seen: [Int] = []
var tokens: [BindableToken] = []

/// Waits until `work` is idle. There are at most three values, and each may need its own turn.
func settle() {
  for _ in 0..<4 { work.sync {} }
}

switch CommandLine.arguments.dropFirst().first {
case "observe":
  let token = count.observe(queue: work) { print($0) }
  count.value = 1
  settle()
  token.cancel()

case "changes":
  let token = count.changes().observe(queue: work) { print($0, $1) }
  count.value = 1
  settle()
  token.cancel()

case "on-owner":
  count.observe(on: view, queue: work) { print($0) }
  count.value = 1
  settle()

case "with-owner":
  count.observe(with: view, queue: work) { _, count in print(count) }
  count.value = 1
  settle()

case "changes-on-owner":
  count.changes().observe(on: view, queue: work) { print($0, $1) }
  count.value = 1
  settle()

case "changes-with-owner":
  count.changes().observe(with: view, queue: work) { _, change in print(change.old, change.new) }
  count.value = 1
  settle()

case "bindable-with-queue":
  // The closure is isolated to the main actor, like everything in this file, so `work` forwards its calls to the main
  // queue.
  let count = Bindable(0, queue: work)
  let token = count.observe { seen.append($0) }
  count.value = 1
  settle()
  print(seen)
  MainQueue.run(until: { seen.count == 2 })
  print(seen)
  token.cancel()

case "forgotten":
  let token = count.observe { seen.append($0) }
  work.sync { for value in 1...2 { count.value = value } }
  print(seen)
  token.cancel()

case "exits-in-observer":
  let token = count.observe { if $0 == 1 { exit(0) } }
  count.value = 1
  token.cancel()

case "queued":
  // When the program ends, the queue may or may not have forwarded the call to the main queue.
  let count = Bindable(0, queue: DispatchQueue(label: "queued"))
  count.observe { print("observed", $0) }.store(in: &tokens)
  count.value = 1

case let part? where part.hasPrefix("held-"):
  // The program ends before the Bindable's queue has forwarded anything.
  work.suspend()
  let held = Bindable(0, queue: work)
  switch part {
  case "held-replay": held.observe { seen.append($0) }.store(in: &tokens)
  case "held-set": held.observe(replay: false) { seen.append($0) }.store(in: &tokens)
  case "held-latest-observer": held.observe(policy: .latest) { seen.append($0) }.store(in: &tokens)
  case "held-on-owner": held.observe(on: view) { seen.append($0) }
  case "held-with-owner": held.observe(with: view) { _, count in seen.append(count) }
  case "held-changes": held.changes().observe { seen.append($1) }.store(in: &tokens)
  case "held-map": held.map { $0 + 1 }.observe { seen.append($0) }.store(in: &tokens)
  case "held-combine": ReadOnlyBindable.combine(count, held) { $0 + $1 }.observe { seen.append($0) }.store(in: &tokens)
  case "held-late":
    held.observe(queue: work) { print($0) }.store(in: &tokens)
    held.observe { seen.append($0) }.store(in: &tokens)
  case "held-named": held.observe(queue: work) { print($0) }.store(in: &tokens)
  case "held-cancelled": held.observe { seen.append($0) }.cancel()
  default: print("no such part")
  }
  if part != "held-replay" { held.value = 1 }

default:
  print("no such part")
}
