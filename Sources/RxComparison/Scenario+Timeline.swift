import Dispatch
import RxTesting

extension Scenario {
  /// A moment of a run: steps, or a queue that becomes busy or free.
  struct Moment {
    enum Kind {
      case steps([Step], from: DispatchQueue?)
      case suspend(DispatchQueue)
      case resume(DispatchQueue)
    }

    let time: TestTime
    let kind: Kind

    /// The place among the moments of one tick.
    var rank: Int { if case .resume = kind { 0 } else { 1 } }
  }

  /// All moments, in order.
  var timeline: [Moment] {
    var moments: [Moment] = []
    for action in actions {
      switch action.kind {
      case .steps(let steps, let time, let queue): moments.append(Moment(time: time, kind: .steps(steps, from: queue)))
      case .busy(let queue, let start, let end):
        moments.append(Moment(time: start, kind: .suspend(queue)))
        moments.append(Moment(time: end, kind: .resume(queue)))
      case .reaction: break
      }
    }
    // At one tick, queues first become free, and the other moments keep the order of the list.
    return moments.enumerated().sorted { one, other in
      (one.element.time, one.element.rank, one.offset) < (other.element.time, other.element.rank, other.offset)
    }.map { $0.element }
  }

  /// All queues that the actions name, with repetitions.
  var queues: [DispatchQueue] {
    actions.flatMap { action in
      let others: [DispatchQueue?] =
        switch action.kind {
        case .steps(_, _, let queue): [queue]
        case .busy(let queue, _, _): [queue]
        case .reaction: []
        }
      return others.compactMap { $0 } + action.steps.compactMap(\.queue)
    }
  }

  /// The last tick to which the run may continue. It is bounded, because repeating timers never end.
  var lastTick: TestTime { end ?? (actions.map(\.lastTime).max() ?? 0).addingSaturating(60_000) }
}

/// The queues that the scenario keeps busy. Several actions may keep the same queue busy at the same time.
struct BusyQueues {
  private var counts: [QueueIdentity: Int] = [:]

  func contains(_ queue: QueueIdentity) -> Bool { counts[queue, default: 0] > 0 }

  mutating func begin(_ queue: QueueIdentity) { counts[queue, default: 0] += 1 }

  mutating func end(_ queue: QueueIdentity) { counts[queue, default: 0] -= 1 }
}

extension Scenario.Action {
  var steps: [Scenario.Step] {
    switch kind {
    case .steps(let steps, _, _), .reaction(let steps, _, _): steps
    case .busy: []
    }
  }

  var firstTime: TestTime {
    switch kind {
    case .steps(_, let time, _): time
    case .busy(_, let start, _): start
    case .reaction: 0
    }
  }

  var lastTime: TestTime {
    switch kind {
    case .steps(_, let time, _): time
    case .busy(_, _, let end): end
    case .reaction: 0
    }
  }

  var reactingName: String? {
    if case .reaction(_, let name, _) = kind { name } else { nil }
  }
}

extension Scenario.Step {
  var queue: DispatchQueue? {
    if case .subscribe(_, let queue) = self { queue } else { nil }
  }

  var subscribedName: String? {
    if case .subscribe(let name, _) = self { name } else { nil }
  }

  var endedName: String? {
    switch self {
    case .dispose(let name), .releaseOwner(let name): name
    default: nil
    }
  }

  /// Whether the step may make the source emit.
  var isEmitting: Bool {
    switch self {
    case .set, .complete, .fail, .releaseSource: true
    case .subscribe, .dispose, .releaseOwner, .read: false
    }
  }
}
