import BindableKit
import BindableObservation
import Dispatch
import Foundation
import Observation
import RxCore
import Synchronization

// Counts how often followers of a `Sendable` model miss the last values:
//
//     swift run -c release --package-path Tests TrackingProgram [ROUNDS]
//
// In each round four threads set a property 200 times each, two threads for each of the two properties. Then the main
// thread sets both once. A round is missed if the last values have not arrived three seconds later.

/// A model that any thread may set.
final class Model: Observation.Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let values = Mutex(Pair(first: 0, second: 0))

  var first: Int {
    get {
      registrar.access(self, keyPath: \.first)
      return values.withLock { $0.first }
    }
    set { registrar.withMutation(of: self, keyPath: \.first) { values.withLock { $0.first = newValue } } }
  }

  var second: Int {
    get {
      registrar.access(self, keyPath: \.second)
      return values.withLock { $0.second }
    }
    set { registrar.withMutation(of: self, keyPath: \.second) { values.withLock { $0.second = newValue } } }
  }

  var pair: Pair { Pair(first: first, second: second) }
}

struct Pair: Equatable, Sendable {
  static let last = Pair(first: -1, second: -2)

  var first: Int
  var second: Int
}

/// The most recent values, and the number of arrivals.
final class Arrivals: Sendable {
  /// Signalled when the last values of a round arrive.
  let end = DispatchSemaphore(value: 0)
  private let arrived = Mutex((last: Pair(first: 0, second: 0), count: 0))

  var last: Pair { arrived.withLock { $0.last } }
  var count: Int { arrived.withLock { $0.count } }

  func receive(_ pair: Pair) {
    arrived.withLock { arrived in
      arrived.last = pair
      arrived.count += 1
    }
    if pair == .last { end.signal() }
  }
}

/// Follows a model until the returned closure is called.
typealias Follow = @Sendable (_ model: Model, _ arrivals: Arrivals) -> () -> Void

/// Reads in a later job than `onChange`, as most code does, and only once for several calls of `onChange`.
final class Registering: Sendable {
  private let queue = DispatchQueue(label: "registering")
  private let isScheduled = Mutex(false)
  private let read: @Sendable () -> Void

  init(_ read: @escaping @Sendable () -> Void) {
    self.read = read
    register()
  }

  private func register() {
    isScheduled.withLock { $0 = false }
    withObservationTracking(read) { [weak self] in
      guard let self,
        isScheduled.withLock({ isScheduled in
          defer { isScheduled = true }
          return !isScheduled
        })
      else { return }
      queue.async { self.register() }
    }
  }
}

var ways: [(name: String, follow: Follow)] = [
  (
    "withObservationTracking, again after each change",
    { model, arrivals in
      let registering = Registering { arrivals.receive(model.pair) }
      return { withExtendedLifetime(registering) {} }
    }
  ),
  (
    "ReadOnlyBindable.tracking",
    { model, arrivals in
      let pair = ReadOnlyBindable.tracking { @Sendable in model.pair }
      let token = pair.observe { @Sendable in arrivals.receive($0) }
      return { withExtendedLifetime(pair) { token.cancel() } }
    }
  ),
  (
    "Observable.tracking",
    { model, arrivals in
      let subscription = RxCore.Observable.tracking { @Sendable in model.pair }
        .subscribe(onNext: { @Sendable in arrivals.receive($0) })
      return { subscription.dispose() }
    }
  ),
]
ways.insert(
  (
    "Observations",
    { model, arrivals in
      let task = Task.detached {
        for await pair in Observations({ model.pair }) { arrivals.receive(pair) }
      }
      return { task.cancel() }
    }
  ), at: 0)

/// Returns whether the last values were missed, and how many arrived.
func playRound(_ follow: Follow) -> (isMissed: Bool, arrived: Int) {
  let (model, arrivals) = (Model(), Arrivals())
  let end = follow(model, arrivals)
  let threads = DispatchGroup()
  for thread in 0..<4 {
    threads.enter()
    Thread {
      for number in 0..<200 { if thread % 2 == 0 { model.first = number } else { model.second = number } }
      threads.leave()
    }.start()
  }
  threads.wait()
  model.first = Pair.last.first
  model.second = Pair.last.second
  _ = arrivals.end.wait(timeout: .now() + 3)
  let isMissed = arrivals.last != .last
  end()
  return (isMissed, arrivals.count)
}

guard let rounds = Int(CommandLine.arguments.dropFirst().first ?? "300"), rounds > 0 else {
  print("usage: TrackingProgram [ROUNDS]")
  exit(2)
}
var results = ways.map { _ in (missed: 0, arrived: 0) }
for _ in 0..<rounds {
  // Interleaved, so that all run under the same conditions.
  for (index, way) in ways.enumerated() {
    let round = playRound(way.follow)
    results[index].missed += round.isMissed ? 1 : 0
    results[index].arrived += round.arrived
  }
}
for (way, result) in zip(ways, results) {
  print(
    "\(way.name): missed in \(result.missed) of \(rounds) rounds; \(result.arrived / rounds) values arrived for 802 sets"
  )
}
