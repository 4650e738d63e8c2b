import BindableKit
import Dispatch

// The first program that anyone writes: nothing in it runs the main queue, unless the part says so. It plays the part that is
// named as its argument.

final class View: Sendable {}

let work = DispatchQueue(label: "work")
let count = Bindable(0)
let view = View()
var seen: [Int] = []

/// Waits for what has been put on `work`: one more piece of work than there are values, each of which may take a turn.
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
  let token = count.observeChanges(queue: work) { print($0, $1) }
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
  count.observeChanges(on: view, queue: work) { print($0, $1) }
  count.value = 1
  settle()

case "changes-with-owner":
  count.observeChanges(with: view, queue: work) { _, old, new in print(old, new) }
  count.value = 1
  settle()

case "bindable-with-queue":
  // The closure belongs to the main actor, as everything in this file.
  let count = Bindable(0, queue: work)
  let token = count.observe { seen.append($0) }
  count.value = 1
  settle()
  print(seen)
  MainQueue.runPending()
  print(seen)
  token.cancel()

case "forgotten":
  let token = count.observe { seen.append($0) }
  work.sync { for value in 1...2 { count.value = value } }
  print(seen)
  token.cancel()

default:
  print("no such part")
}
