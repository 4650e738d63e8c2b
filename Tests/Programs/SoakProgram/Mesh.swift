import BindableKit
import Dispatch
import RxBindable
import RxCore
import TestSupport

/// Bindables and subjects, with random bindings, derived values and observers that threads use, create and remove.
///
/// Once everything is at rest, these must hold: the two ends of a two-way binding are equal; derived values match their
/// sources; each observer has received the current value last; one more assignment reaches all Bindables to which
/// bindings lead, and no others; and released objects are deallocated.
final class Mesh: Sendable {
  private enum Node {
    case bindable(Bindable<Int>)
    case subject(BehaviorSubject<Int>)

    var value: Int {
      switch self {
      case .bindable(let bindable): bindable.value
      case .subject(let subject): (try? subject.value()) ?? -1
      }
    }

    func set(_ value: Int) {
      switch self {
      case .bindable(let bindable): bindable.value = value
      case .subject(let subject): subject.onNext(value)
      }
    }
  }

  private struct Link {
    let from: Int
    let to: Int
    let isTwoWay: Bool
    let end: any Disposable
  }

  /// Remembers the last value it received.
  private final class Observer: Sendable {
    let node: Int
    let last = Guarded(-1)

    init(of node: Int) {
      self.node = node
    }
  }

  private struct Derivation {
    let sources: [Int]
    let value: ReadOnlyBindable<Int>
    let observer: Observer
    let token: BindableToken
  }

  private let seed: Int
  private let queues: [DispatchQueue]
  private let nodes: [Node]
  private let links = Guarded([Link?](repeating: nil, count: 8))
  private let observers = Guarded([Observer?](repeating: nil, count: 6))
  private let derivations = Guarded([Derivation?](repeating: nil, count: 4))

  init(seed: Int) {
    var dice = SplitMix64(seed: seed)
    self.seed = seed
    let queues = (0..<Int.random(in: 0...3, using: &dice)).map { DispatchQueue(label: "soak.\($0)") }
    self.queues = queues
    nodes = (0..<Int.random(in: 2...7, using: &dice)).map { index in
      if Int.random(in: 0..<4, using: &dice) == 0 { return .subject(BehaviorSubject(value: index)) }
      let queue = Bool.random(using: &dice) ? queues.randomElement(using: &dice) : nil
      return .bindable(Bindable(index, queue: queue))
    }
  }

  func run() throws {
    try onThreadsOrThrow(4) { [self] thread in
      var dice = SplitMix64(seed: seed &* 31 &+ thread)
      for step in 0..<60 { act(thread * 1_000 + step, &dice) }
    }
    try checkRest("after the threads")
    var dice = SplitMix64(seed: seed &+ 1)
    for value in 100_000..<100_003 { try checkOneSet(value, on: .random(in: nodes.indices, using: &dice)) }
    try checkRelease()
  }

  // MARK: Work of the threads

  private func act(_ value: Int, _ dice: inout SplitMix64) {
    let node = Int.random(in: nodes.indices, using: &dice)
    switch Int.random(in: 0..<20, using: &dice) {
    case 0..<10: nodes[node].set(value)
    case 10..<12:
      if case .bindable(let bindable) = nodes[node] { bindable.modify { $0 = value } }
    case 12..<15: replaceLink(from: node, &dice)
    case 15..<17: replaceObserver(of: node, &dice)
    case 17: replaceDerivation(&dice)
    case 18:
      if let derivation = derivations.withLock({ $0.randomElement(using: &dice) }) { _ = derivation?.value.value }
    default:
      let slot = Int.random(in: 0..<6, using: &dice)
      observers.withLock { swapOut(&$0[slot], for: nil) }()
    }
  }

  private func replaceLink(from: Int, _ dice: inout SplitMix64) {
    let to = Int.random(in: nodes.indices, using: &dice)
    let isTwoWay = Bool.random(using: &dice)
    let slot = Int.random(in: 0..<8, using: &dice)
    // Only one thread at a time creates and removes bindings, so that the list matches the existing bindings.
    links.withLock { links in
      links[slot]?.end.dispose()
      links[slot] = makeLink(from, to, isTwoWay: isTwoWay, chance: Bool.random(using: &dice))
    }
  }

  private func makeLink(_ from: Int, _ to: Int, isTwoWay: Bool, chance: Bool) -> Link? {
    guard from != to else { return nil }
    let end: any Disposable
    switch (nodes[from], nodes[to]) {
    case (.bindable(let from), .bindable(let to)): end = isTwoWay ? from.bind(bothWays: to) : from.bind(to: to)
    case (.bindable(let from), .subject(let to)): end = isTwoWay ? from.bind(bothWays: to) : from.bind(to: to)
    case (.subject(let from), .bindable(let to)): end = isTwoWay ? from.bind(bothWays: to) : from.bind(to: to)
    case (.subject, .subject): return nil
    }
    return Link(from: from, to: to, isTwoWay: isTwoWay, end: end)
  }

  private func replaceObserver(of node: Int, _ dice: inout SplitMix64) {
    guard case .bindable(let bindable) = nodes[node] else { return }
    let observer = Observer(of: node)
    if Bool.random(using: &dice) {
      bindable.observe(with: observer) { observer, value in observer.last.withLock { $0 = value } }
    } else if let queue = queues.randomElement(using: &dice) {
      let policy: DeliveryPolicy = Bool.random(using: &dice) ? .every : .latest
      bindable.observe(with: observer, queue: queue, policy: policy) { observer, value in
        observer.last.withLock { $0 = value }
      }
    } else {
      return
    }
    let slot = Int.random(in: 0..<6, using: &dice)
    observers.withLock { swapOut(&$0[slot], for: observer) }()
  }

  private func replaceDerivation(_ dice: inout SplitMix64) {
    let bindables = nodes.enumerated().compactMap { index, node in
      if case .bindable(let bindable) = node { (index, bindable) } else { nil }
    }
    guard let one = bindables.randomElement(using: &dice), let other = bindables.randomElement(using: &dice) else {
      return
    }
    let isMap = Bool.random(using: &dice)
    let value: ReadOnlyBindable<Int> =
      isMap ? one.1.map { $0 * 2 } : .combine(one.1, other.1.map { $0 + 1 }) { $0 + $1 }
    let observer = Observer(of: -1)
    let token = value.observe { value in observer.last.withLock { $0 = value } }
    let sources = isMap ? [one.0] : [one.0, other.0]
    let slot = Int.random(in: 0..<4, using: &dice)
    derivations.withLock {
      swapOut(&$0[slot], for: Derivation(sources: sources, value: value, observer: observer, token: token))
    }()
  }

  /// Replaces the content of a slot. The returned closure releases the former content; call it after unlocking.
  private func swapOut<Content>(_ slot: inout Content, for content: Content) -> () -> Void {
    let former = slot
    slot = content
    return { withExtendedLifetime(former) {} }
  }

  // MARK: Checks at rest

  private func settleAll() { settle(queues, hops: 3 * nodes.count + 6) }

  private func checkRest(_ moment: String) throws {
    settleAll()
    for case let link? in links.withLock({ $0 }) where link.isTwoWay {
      let (one, other) = (nodes[link.from].value, nodes[link.to].value)
      if one != other {
        throw Failure("\(moment), a two-way binding of \(link.from) and \(link.to) has \(one) and \(other)")
      }
    }
    for case let observer? in observers.withLock({ $0 }) {
      let (last, value) = (observer.last.withLock { $0 }, nodes[observer.node].value)
      if last != value {
        throw Failure("\(moment), an observer of \(observer.node) last received \(last) instead of \(value)")
      }
    }
    for case let derivation? in derivations.withLock({ $0 }) {
      let sources = derivation.sources.map { nodes[$0].value }
      let expected = sources.count == 1 ? sources[0] * 2 : sources[0] + sources[1] + 1
      let (value, last) = (derivation.value.value, derivation.observer.last.withLock { $0 })
      if value != expected || last != expected {
        throw Failure(
          "\(moment), the value derived from \(derivation.sources) is \(value), observed \(last), and not \(expected)")
      }
    }
  }

  private func checkOneSet(_ value: Int, on start: Int) throws {
    let before = nodes.map(\.value)
    var reached: Set = [start]
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for case let link? in links.withLock({ $0 }) {
        if reached.contains(link.from), reached.insert(link.to).inserted { isGrowing = true }
        if link.isTwoWay, reached.contains(link.to), reached.insert(link.from).inserted { isGrowing = true }
      }
    }
    nodes[start].set(value)
    try checkRest("after a set of \(start)")
    for (index, node) in nodes.enumerated() {
      let expected = reached.contains(index) ? value : before[index]
      if node.value != expected {
        throw Failure("after a set of \(start), \(index) has \(node.value) instead of \(expected)")
      }
    }
  }

  private func checkRelease() throws {
    for case let link? in links.withLock({ $0 }) { link.end.dispose() }
    links.withLock { $0 = [] }
    weak let observer = observers.withLock { $0.lazy.compactMap { $0 }.first }
    weak let derived = derivations.withLock { $0.lazy.compactMap { $0 }.first?.value }
    observers.withLock { swapOut(&$0, for: []) }()
    derivations.withLock { swapOut(&$0, for: []) }()
    settleAll()
    if observer != nil { throw Failure("an observer is not deallocated") }
    if derived != nil { throw Failure("a derived value is not deallocated") }
  }
}
