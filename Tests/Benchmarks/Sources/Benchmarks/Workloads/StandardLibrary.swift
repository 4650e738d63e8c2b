import Dispatch
import Observation

// `@Observable` and `AsyncStream` as contenders in other workloads.

extension Contender {
  /// Observers that read with `withObservationTracking`. A registration covers only one change, so they read and
  /// register again after each change; doing so inside `onChange` would be too early, because `onChange` is called
  /// before the change.
  static func observable(observers: Int) -> Contender {
    Contender("@Observable") {
      let model = TrackedModel(observers: observers)
      return { operations in
        for number in 1...operations { model.set(number) }
      }
    }
  }

  /// A model that belongs to a serial queue. The model is set on that queue, and the observer reads it there after each
  /// call of `onChange`.
  static var observableOnQueue: Contender {
    let counts = Counts()
    return Contender("@Observable", note: { counts.text }) {
      let model = QueuedModel(counts)
      return { operations in
        counts.sent += operations
        model.arrivals.wait(for: operations) { number in model.queue.async { model.property.value = number } }
      }
    }
  }

  /// A stream for each observer, read by a task. The streams buffer every value.
  static func asyncStream(observers: Int) -> Contender {
    Contender("AsyncStream") {
      let arrivals = (0..<observers).map { _ in Arrivals() }
      let continuations = arrivals.map { arrivals in
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        Task.detached { for await number in stream { arrivals.receive(number) } }
        return continuation
      }
      return { operations in
        for arrivals in arrivals { arrivals.expect(operations) }
        for number in 1...operations { for continuation in continuations { continuation.yield(number) } }
        for arrivals in arrivals { arrivals.wait() }
      }
    }
  }
}

@Observable private final class Property: @unchecked Sendable {  // Used by one thread at a time.
  var value = 0
}

private final class TrackedModel: @unchecked Sendable {  // Used by one thread.
  private let property = Property()
  private let sum = Sum()
  /// The number of observers that must read and register again.
  private var waiting = 0

  init(observers: Int) {
    for _ in 0..<observers { read() }
  }

  func set(_ number: Int) {
    property.value = number
    while waiting > 0 {
      waiting -= 1
      read()
    }
  }

  private func read() {
    sum.value &+= withObservationTracking {
      property.value
    } onChange: { [self] in
      waiting += 1
    }
  }
}

private final class QueuedModel: @unchecked Sendable {  // The property is used on the queue only.
  let property = Property()
  let queue = DispatchQueue(label: "@Observable")
  let arrivals = Arrivals()
  private let counts: Counts

  init(_ counts: Counts) {
    self.counts = counts
    queue.sync { read() }
  }

  private func read() {
    let number = withObservationTracking {
      property.value
    } onChange: { [self] in
      queue.async { self.read() }
    }
    counts.arrived += 1
    arrivals.receive(number)
  }
}

/// How many values were sent and how many arrived, in all rounds.
private final class Counts: @unchecked Sendable {  // Read only after all rounds.
  var sent = 0
  var arrived = 0

  var text: String { "\(arrived) of \(sent) values arrived" }
}

#if os(Linux)
  extension MemoryProbe {
    /// A registration with `withObservationTracking`.
    static var observable: MemoryProbe {
      MemoryProbe(name: "@Observable") { count, _ in
        let sum = Sum()
        let property = Property()
        for _ in 0..<count {
          _ = withObservationTracking {
            property.value
          } onChange: {
            sum.value &+= 1
          }
        }
        return property
      }
    }

    /// A stream and the task that reads it.
    static var asyncStream: MemoryProbe {
      MemoryProbe(name: "AsyncStream") { count, _ in
        let begun = DispatchSemaphore(value: 0)
        let continuations = (0..<count).map { _ in
          let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
          Task.detached {
            for await _ in stream { begun.signal() }
          }
          continuation.yield(0)
          return continuation
        }
        for _ in 0..<count { begun.wait() }
        return continuations
      }
    }
  }
#endif
