import BindableKit
import DeliveryCore
import Dispatch
import Synchronization
import TestSupport
import Testing

/// B1 to B8 and B11: compares random scripts with a model that predicts what each observer receives.
@Suite(.dedicatedThreads) struct ScriptTests {
  @Test("random scripts on one thread make the calls that the model predicts", arguments: Setting.allCases)
  fileprivate func scripts(setting: Setting) {
    for seed in 0..<1500 {
      let script = Script(seed: seed)
      let expected = Model(script, setting).run()
      // Without time limits, because a turn that ended early would release an owner earlier than the model predicts.
      let seen = Turn.withoutTime { ScriptRun(script, setting).run() }
      if expected != seen {
        let same = zip(expected, seen).prefix { $0 == $1 }.count
        Issue.record(
          """
          seed \(seed), \(setting), after \(same) calls: expected \(expected.dropFirst(same).prefix(8)), \
          seen \(seen.dropFirst(same).prefix(8))
          """)
        return
      }
    }
  }
}

/// Where a script's observers are called. In all cases they receive the same values in the same order.
private enum Setting: CaseIterable {
  case direct, queue, concurrentQueue, ownQueue
}

private enum Step {
  case set(Int)
  case modify(Int)
  /// Registers an observer with this number; without an owner, the observer gets a token.
  case observe(Int, owner: Int?, form: Form, replay: Bool)
  case removeOwner(Int)
  case releaseOwner(Int)
  case cancel(Int)
  case dropToken(Int)
}

private enum Form: CaseIterable { case value, withOwner, changes, distinct }

private struct Call: Equatable, CustomStringConvertible {
  let observer: Int
  let old: Int?
  let new: Int

  var description: String { "\(observer): \(old.map { "\($0)>" } ?? "")\(new)" }
}

/// The steps taken outside the observers, and those that each observer takes in each of its calls.
private struct Script {
  static let owners = 4
  private(set) var steps: [Step] = []
  private(set) var reactions: [Int: [Int: [Step]]] = [:]

  init(seed: Int) {
    var generator = SplitMix64(seed: seed)
    var observers = 0
    func step(inside: Bool) -> Step {
      switch Int.random(in: 0..<(inside ? 14 : 18), using: &generator) {
      case 0...3: return .set(Int.random(in: 0..<4, using: &generator))
      case 4: return .modify(Int.random(in: 0..<3, using: &generator))
      case 5: return .removeOwner(Int.random(in: 0..<Self.owners, using: &generator))
      case 6: return .releaseOwner(Int.random(in: 0..<Self.owners, using: &generator))
      case 7...8: return .cancel(Int.random(in: 0...observers, using: &generator))
      case 9: return .dropToken(Int.random(in: 0...observers, using: &generator))
      default:
        observers += 1
        let form = Form.allCases.randomElement(using: &generator) ?? .value
        let owner =
          form == .withOwner || Bool.random(using: &generator)
          ? Int.random(in: 0..<Self.owners, using: &generator) : nil
        return .observe(observers, owner: owner, form: form, replay: Int.random(in: 0..<3, using: &generator) > 0)
      }
    }
    for _ in 0..<Int.random(in: 5..<40, using: &generator) { steps.append(step(inside: false)) }
    for _ in 0..<Int.random(in: 0..<12, using: &generator) where observers > 0 {
      let (observer, call) = (
        Int.random(in: 1...observers, using: &generator), Int.random(in: 0..<4, using: &generator)
      )
      for _ in 0..<Int.random(in: 1..<4, using: &generator) {
        reactions[observer, default: [:]][call, default: []].append(step(inside: true))
      }
    }
  }
}

/// A simple, slow model of a Bindable.
private final class Model {
  private struct Observer {
    let number: Int
    let owner: Int?
    let form: Form
    /// The last change before the registration.
    let knownChange: Int
    var isLive = true
    var calls = 0
    /// The changes made during its replay; `nil` if that is not running.
    var kept: [(old: Int, new: Int)]?
  }

  private enum Pending {
    case change(old: Int, new: Int, at: Int)
    case replay(observer: Int, value: Int)
  }

  private let script: Script
  private let setting: Setting
  private var value = 0
  private var changes = 0
  private var observers: [Observer] = []
  private var retainedOwners: [Int?] = []
  private var registering: Set<Int> = []
  private var aliveOwners = Set(0..<Script.owners)
  private var pending: [Pending] = []
  private var isDelivering = false
  private var log: [Call] = []

  init(_ script: Script, _ setting: Setting) {
    self.script = script
    self.setting = setting
  }

  func run() -> [Call] {
    script.steps.forEach(perform)
    return log
  }

  private func perform(_ step: Step) {
    switch step {
    case .set(let new): change(to: new)
    case .modify(let difference): change(to: value + difference)
    case .observe(let number, let owner, let form, let replay):
      if let owner, !aliveOwners.contains(owner) { return }
      observers.append(Observer(number: number, owner: owner, form: form, knownChange: changes))
      // The steps outside the observers do not run on the concurrent queue.
      if replay, setting == .concurrentQueue, !isDelivering {
        pending.append(.replay(observer: observers.count - 1, value: value))
        deliver()
      } else if replay {
        // During an immediate replay, the owner is retained, and there is no token yet.
        retainedOwners.append(owner)
        registering.insert(number)
        replayNow(observers.count - 1)
        retainedOwners.removeLast()
        registering.remove(number)
      }
      if let owner, !aliveOwners.contains(owner), !retainedOwners.contains(owner) { end { $0.owner == owner } }
    case .removeOwner(let owner):
      if aliveOwners.contains(owner) { end { $0.owner == owner } }
    case .releaseOwner(let owner):
      aliveOwners.remove(owner)
      if !retainedOwners.contains(owner) { end { $0.owner == owner } }
    case .cancel(let number), .dropToken(let number):
      if !registering.contains(number) { end { $0.number == number && $0.owner == nil } }
    }
  }

  private func change(to new: Int) {
    let old = value
    value = new
    changes += 1
    pending.append(.change(old: old, new: new, at: changes))
    deliver()
  }

  private func replayNow(_ index: Int) {
    observers[index].kept = [(value, value)]
    var isReplay = true
    while let change = observers[index].kept?.first {
      observers[index].kept?.removeFirst()
      call(index, old: change.old, new: change.new, isReplay: isReplay)
      isReplay = false
    }
    observers[index].kept = nil
  }

  private func end(where condition: (Observer) -> Bool) {
    for index in observers.indices where condition(observers[index]) { observers[index].isLive = false }
  }

  private func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    while !pending.isEmpty {
      switch pending.removeFirst() {
      case .replay(let index, let value): call(index, old: value, new: value, isReplay: true)
      case .change(let old, let new, let number):
        for index in observers.indices where observers[index].knownChange < number {
          if observers[index].kept == nil {
            call(index, old: old, new: new, isReplay: false)
          } else {
            observers[index].kept?.append((old, new))
          }
        }
      }
    }
    isDelivering = false
  }

  private func call(_ index: Int, old: Int, new: Int, isReplay: Bool) {
    let observer = observers[index]
    guard observer.isLive, isReplay || observer.form != .distinct || old != new else { return }
    log.append(Call(observer: observer.number, old: observer.form == .changes ? old : nil, new: new))
    observers[index].calls += 1
    script.reactions[observer.number]?[observer.calls]?.forEach(perform)
  }
}

/// Runs a script with a Bindable.
private final class ScriptRun: @unchecked Sendable {  // Used on one thread, or on one queue at a time.
  private let script: Script
  private let bindable: Bindable<Int>
  private let own: DispatchQueue?
  private let queue = DispatchQueue(label: "script")
  private var owners: [Owner?] = (0..<Script.owners).map { _ in Owner() }
  private var tokens: [Int: BindableToken] = [:]
  private var calls: [Int: Int] = [:]
  private var log: [Call] = []

  init(_ script: Script, _ setting: Setting) {
    self.script = script
    own = setting == .ownQueue ? queue : nil
    bindable =
      switch setting {
      case .direct, .ownQueue: Bindable(0)
      case .queue: Bindable(0, queue: queue)
      case .concurrentQueue: Bindable(0, queue: DispatchQueue(label: "c", attributes: .concurrent, target: queue))
      }
  }

  func run() -> [Call] {
    // Each step runs on `queue`, where a value is delivered inline if nothing is pending. The concurrent queue counts
    // as a different queue and delivers later, so the run waits after each step.
    for step in script.steps {
      queue.sync { perform(step) }
      var (before, after) = (-1, 0)
      while before != after {
        before = after
        settle()
        after = queue.sync { log.count }
      }
    }
    return queue.sync { log }
  }

  private func settle() {
    let settled = DispatchSemaphore(value: 0)
    let probe = bindable.observe { _ in settled.signal() }
    settled.wait()
    probe.cancel()
    queue.sync {}
  }

  private func perform(_ step: Step) {
    switch step {
    case .set(let value): bindable.value = value
    case .modify(let difference): bindable.modify { $0 += difference }
    case .observe(let number, .some(let index), let form, let replay):
      guard let owner = owners[index] else { return }
      observe(number, owner, form, replay)
    case .observe(let number, .none, let form, let replay):
      tokens[number] =
        switch form {
        case .value, .withOwner: bindable.observe(replay: replay, queue: own) { self.called(number, nil, $0) }
        case .changes: bindable.changes().observe(replay: replay, queue: own) { self.called(number, $0, $1) }
        case .distinct:
          bindable.distinct().observe(replay: replay, queue: own) { self.called(number, nil, $0) }
        }
    case .removeOwner(let index):
      if let owner = owners[index] { bindable.remove(observer: owner) }
    case .releaseOwner(let index): owners[index] = nil
    case .cancel(let number): tokens[number]?.cancel()
    case .dropToken(let number): tokens[number] = nil
    }
  }

  private func observe(_ number: Int, _ owner: Owner, _ form: Form, _ replay: Bool) {
    switch form {
    case .value: bindable.observe(on: owner, replay: replay, queue: own) { self.called(number, nil, $0) }
    case .withOwner: bindable.observe(with: owner, replay: replay, queue: own) { self.called(number, nil, $1) }
    case .changes: bindable.changes().observe(on: owner, replay: replay, queue: own) { self.called(number, $0, $1) }
    case .distinct:
      bindable.distinct().observe(on: owner, replay: replay, queue: own) { self.called(number, nil, $0) }
    }
  }

  private func called(_ number: Int, _ old: Int?, _ new: Int) {
    log.append(Call(observer: number, old: old, new: new))
    let call = calls[number, default: 0]
    calls[number] = call + 1
    script.reactions[number]?[call]?.forEach(perform)
  }
}
