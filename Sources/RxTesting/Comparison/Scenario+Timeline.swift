import Dispatch

extension Scenario {
  /// What a run does at one time.
  struct Moment {
    enum Kind {
      case steps([Step], from: DispatchQueue?)
      case suspend(DispatchQueue)
      case resume(DispatchQueue)
    }

    let time: TestTime
    let kind: Kind
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
    // Those at one time in the order of the list.
    return moments.enumerated().sorted { one, other in
      (one.element.time, one.offset) < (other.element.time, other.offset)
    }.map { $0.element }
  }

  /// All queues that the actions name, each as often as they do.
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

  func validate() {
    let names = Set(actions.flatMap(\.steps).compactMap(\.subscribedName))
    for action in actions {
      precondition(action.firstTime >= 0, "Scenario: an action is at tick \(action.firstTime). The first tick is 0.")
      for name in action.steps.compactMap(\.endedName) + [action.reactingName].compactMap({ $0 }) {
        precondition(
          names.contains(name),
          "Scenario: no step subscribes as \"\(name)\". The names are \(names.sorted()); add .subscribe(\"\(name)\").")
      }
      for queue in action.steps.compactMap(\.queue) {
        precondition(
          !QueueIdentity.of(queue).isGlobal,
          "Scenario: it cannot wait for a global queue (\(queue.label)). Subscribe on a queue of your own.")
      }
      if case .busy(let queue, let start, let end) = action.kind {
        precondition(
          QueueIdentity.of(queue) != .main && !QueueIdentity.of(queue).isGlobal,
          "Scenario: \(queue.label) cannot be kept busy. Use a queue of your own.")
        precondition(start < end, "Scenario: \(queue.label) cannot be busy from \(start) until \(end). Swap the two.")
      }
      guard case .steps(_, let time, let queue?) = action.kind else { continue }
      for case .busy(let busy, let start, let end) in actions.map(\.kind) where start <= time && time < end {
        precondition(
          QueueIdentity.of(busy) != QueueIdentity.of(queue),
          "Scenario: \(queue.label) is busy from \(start) to \(end), so no step can be taken there at tick \(time).")
      }
    }
  }
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

  fileprivate var reactingName: String? {
    if case .reaction(_, let name, _) = kind { name } else { nil }
  }
}

extension Scenario.Step {
  fileprivate var queue: DispatchQueue? {
    if case .subscribe(_, let queue) = self { queue } else { nil }
  }

  fileprivate var subscribedName: String? {
    if case .subscribe(let name, _) = self { name } else { nil }
  }

  fileprivate var endedName: String? {
    switch self {
    case .dispose(let name), .releaseOwner(let name): name
    default: nil
    }
  }

  /// Whether it may make the source emit.
  var isEmitting: Bool {
    switch self {
    case .set, .complete, .fail, .releaseSource: true
    case .subscribe, .dispose, .releaseOwner, .read: false
    }
  }
}
