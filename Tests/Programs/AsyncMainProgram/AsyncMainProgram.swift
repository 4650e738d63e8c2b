import BindableKit
import Dispatch

/// A program with an async `main`, so that the concurrency runtime runs the main queue. The argument names the part to
/// run.
@main struct AsyncMainProgram {
  static func main() async {
    let work = DispatchQueue(label: "work")
    let count = Bindable(0)
    let log = Log()
    let token = count.observe { log.seen.append($0) }
    work.sync { count.value = 1 }
    switch CommandLine.arguments.dropFirst().first {
    case "busy":
      // Computes for longer than the main queue's watch waits, and only then yields.
      let end = ContinuousClock.now + .milliseconds(1800)
      while ContinuousClock.now < end {}
      await Task.yield()
      print(log.seen)

    case "idle":
      while log.seen.count < 2 { await Task.yield() }
      print(log.seen)

    default:
      print("no such part")
    }
    token.cancel()
  }
}

/// The received values, on the main actor.
@MainActor private final class Log {
  var seen: [Int] = []
}
