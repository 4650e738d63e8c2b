import RxCore
import TestSupport
import Testing

/// R2 and R8 on one thread: compares random scripts, including re-entrant steps, with a model that predicts what each
/// observer receives.
@Suite("Scripts of subjects", .dedicatedThreads)
struct SubjectScriptTests {
  @Test(
    "random scripts make the calls that the model predicts, and release all observers", arguments: SubjectKind.withAsync
  )
  func scripts(kind: SubjectKind) {
    for seed in 0..<2_000 {
      let script = Script(seed: seed)
      let expected = Model(script, kind).run()
      let lifetimes = Lifetimes()
      let seen = ScriptRun(script, kind, lifetimes).run()
      if expected != seen {
        let same = zip(expected, seen).prefix { $0 == $1 }.count
        Issue.record(
          """
          \(kind), seed \(seed), after \(same) calls: expected \(expected.dropFirst(same).prefix(8)), \
          seen \(seen.dropFirst(same).prefix(8))
          """)
        return
      }
      if lifetimes.alive > 0 {
        Issue.record("\(kind), seed \(seed): \(lifetimes.alive) observers are leaked")
        return
      }
    }
  }
}

private enum Step {
  case emit(Int)
  /// Subscribes an observer with this number.
  case subscribe(Int)
  case dispose(Int)
  case complete
  case fail
  case disposeSubject
}

/// The steps taken outside the observers, and those that each observer takes in each of its calls.
private struct Script {
  private(set) var steps: [Step] = []
  private(set) var reactions: [Int: [Int: [Step]]] = [:]

  init(seed: Int) {
    var generator = SplitMix64(seed: seed)
    var observers = 0
    var emitted = 0
    func step() -> Step {
      switch Int.random(in: 0..<40, using: &generator) {
      case 0..<16:
        emitted += 1
        return .emit(emitted)
      case 16..<27:
        observers += 1
        return .subscribe(observers)
      case 27..<38: return .dispose(Int.random(in: 0...observers, using: &generator))
      case 38: return Bool.random(using: &generator) ? .complete : .fail
      default: return Int.random(in: 0..<3, using: &generator) == 0 ? .disposeSubject : .complete
      }
    }
    for _ in 0..<Int.random(in: 5..<40, using: &generator) { steps.append(step()) }
    for _ in 0..<Int.random(in: 0..<16, using: &generator) where observers > 0 {
      let (observer, call) = (
        Int.random(in: 1...observers, using: &generator), Int.random(in: 0..<4, using: &generator)
      )
      for _ in 0..<Int.random(in: 1..<4, using: &generator) {
        reactions[observer, default: [:]][call, default: []].append(step())
      }
    }
  }
}

/// A simple, slow model of a subject.
private final class Model {
  private enum End: String { case completed, failed, disposed }

  private struct Observer {
    let number: Int
    let registeredAt: Int
    /// True until a terminal event has been delivered.
    var isRegistered: Bool
    var isLive = true
    var isReplaying = false
    var mustEnd = false
    var eventsDuringReplay: [String] = []
    var calls = 0
  }

  private let script: Script
  private let kind: SubjectKind
  private var kept: [Int]
  private var emitted = 0
  private var end: End?
  private var observers: [Observer] = []
  private var pending: [(event: String, at: Int)] = []
  private var isDelivering = false
  private var log: [String] = []

  init(_ script: Script, _ kind: SubjectKind) {
    self.script = script
    self.kind = kind
    kept = kind == .behavior ? [0] : []
  }

  func run() -> [String] {
    for step in script.steps {
      perform(step)
      log.append("observed: \(end == nil && observers.contains { $0.isLive })")
    }
    return log
  }

  private func perform(_ step: Step) {
    switch step {
    case .emit(let element):
      guard end == nil else { return }
      kept = (kept + [element]).suffix(kind == .async ? 1 : kind.replays)
      if kind != .async { deliver("\(element)") }
    case .complete: terminate(.completed)
    case .fail: terminate(.failed)
    case .disposeSubject:
      end = .disposed
      kept = []
      for index in observers.indices where observers[index].isRegistered { observers[index].isLive = false }
    case .subscribe(let number): subscribe(number)
    case .dispose(let number):
      guard let index = observers.firstIndex(where: { $0.number == number }) else { return }
      // `subscribe` returns the disposable after the replay, so the disposal takes effect then.
      if observers[index].isReplaying { observers[index].mustEnd = true } else { observers[index].isLive = false }
    }
  }

  private func terminate(_ end: End) {
    guard self.end == nil else { return }
    self.end = end
    if kind == .async, end == .completed { for element in kept { deliver("\(element)") } }
    deliver(end.rawValue)
  }

  private func deliver(_ event: String) {
    emitted += 1
    pending.append((event, emitted))
    guard !isDelivering else { return }
    isDelivering = true
    while !pending.isEmpty {
      let (event, number) = pending.removeFirst()
      for index in observers.indices where observers[index].registeredAt < number {
        if observers[index].isReplaying {
          observers[index].eventsDuringReplay.append(event)
        } else {
          call(index, event)
        }
      }
      if Int(event) == nil { for index in observers.indices { observers[index].isRegistered = false } }
    }
    isDelivering = false
  }

  private func subscribe(_ number: Int) {
    let index = observers.count
    let isOpen = end == nil
    observers.append(
      Observer(number: number, registeredAt: isOpen ? emitted : .max, isRegistered: isOpen, isReplaying: true))
    let last = end
    let isReplayed = kind == .async ? last == .completed : isOpen || kind.replaysAfterEnd
    for element in isReplayed ? kept : [] { call(index, "\(element)") }
    if let last { call(index, last.rawValue) }
    while !observers[index].eventsDuringReplay.isEmpty {
      call(index, observers[index].eventsDuringReplay.removeFirst())
    }
    observers[index].isReplaying = false
    if observers[index].mustEnd || last != nil { observers[index].isLive = false }
  }

  private func call(_ index: Int, _ event: String) {
    guard observers[index].isLive else { return }
    let number = observers[index].number
    log.append("\(number): \(event)")
    if Int(event) == nil { observers[index].isLive = false }
    observers[index].calls += 1
    script.reactions[number]?[observers[index].calls - 1]?.forEach(perform)
  }
}

/// Runs a script with a subject.
private final class ScriptRun: @unchecked Sendable {  // Used on one thread.
  private let script: Script
  private let lifetimes: Lifetimes
  private let subject: SubjectBase<Int>
  private var subscriptions: [Int: SerialDisposable] = [:]
  private var calls: [Int: Int] = [:]
  private var log: [String] = []

  init(_ script: Script, _ kind: SubjectKind, _ lifetimes: Lifetimes) {
    self.script = script
    self.lifetimes = lifetimes
    subject = kind.make(0)
  }

  /// Runs the script, then disposes the remaining subscriptions.
  func run() -> [String] {
    for step in script.steps {
      perform(step)
      log.append("observed: \(subject.hasObservers)")
    }
    for subscription in subscriptions.values { subscription.dispose() }
    return log
  }

  private func perform(_ step: Step) {
    switch step {
    case .emit(let element): subject.onNext(element)
    case .complete: subject.onCompleted()
    case .fail: subject.onError(TestError.one)
    case .disposeSubject: subject.dispose()
    case .subscribe(let number): subscribe(number)
    case .dispose(let number): subscriptions[number]?.dispose()
    }
  }

  private func subscribe(_ number: Int) {
    let subscription = SerialDisposable()
    subscriptions[number] = subscription
    let tracked = lifetimes.make()
    subscription.disposable = subject.subscribe { [unowned self] event in
      tracked.touch()
      switch event {
      case .next(let element): called(number, "\(element)")
      case .error(is TestError): called(number, "failed")
      case .error: called(number, "disposed")
      case .completed: called(number, "completed")
      }
    }
  }

  private func called(_ number: Int, _ event: String) {
    log.append("\(number): \(event)")
    let call = calls[number, default: 0]
    calls[number] = call + 1
    script.reactions[number]?[call]?.forEach(perform)
  }
}
