import BindableKit
import DeliveryCore
import Dispatch
import TestSupport
import Testing

/// B12: whatever the topology of the bindings, a change reaches each Bindable once, and then the network settles.
@Suite(.dedicatedThreads) struct BindingTopologyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let topology: Topology
    let place: Place

    var testDescription: String { "\(topology.name), \(place)" }
  }

  static let cases = Topology.connected.flatMap { topology in
    Place.allCases.map { Case(topology: topology, place: $0) }
  }

  @Test("setting one Bindable notifies each once, and then all have the value", arguments: cases)
  func oneSet(test: Case) {
    let network = Network(test.topology, test.place)
    for (index, node) in network.nodes.enumerated() {
      let value = 100 + index
      let before = network.counts
      node.value = value
      network.settle()
      #expect(network.values.allSatisfy { $0 == value })
      #expect(zip(network.counts, before).map(-).allSatisfy { $0 == 1 })
    }
    network.expectQuiet()
  }

  @Test("values set inside observers settle, and all Bindables agree", arguments: cases, [false, true])
  func setsInside(test: Case, observesFirst: Bool) {
    let network = Network(test.topology, test.place, bindsLater: observesFirst)
    let (one, last) = (network.nodes[0], network.nodes[network.nodes.count - 1])
    // A value that ends in 0, 1 or 2 makes both observers assign the next value, so the number of assignments can
    // double three times. There are at most 1 + 2 + 4 + 8.
    let raising = [(one, last), (last, one)].map { observed, other in
      observed.observe(replay: false) { [unowned other] value in
        if value % 10 < 3 { other.value = value + 1 }
      }
    }
    if observesFirst { network.bind() }
    network.settle()
    network.nodes[0].value = 100
    network.settle()
    #expect(Set(network.values).count == 1)
    #expect(network.values[0] % 10 == 3)
    network.expectQuiet()
    for token in raising { token.cancel() }
  }

  @Test("`modify` spreads like any other change", arguments: cases)
  func modifies(test: Case) {
    let network = Network(test.topology, test.place)
    for round in 1...3 {
      for node in network.nodes {
        node.modify { $0 = round * 10 }
        network.settle()
        node.modify { $0 += 1 }
        network.settle()
        #expect(network.values.allSatisfy { $0 == round * 10 + 1 })
      }
    }
    network.expectQuiet()
  }

  @Test(
    "when four threads set values at the same time, all settle on the value that one thread set last",
    arguments: cases)
  func fourThreads(test: Case) {
    for round in 0..<(test.place == .setter ? 100 : 15) {
      let network = Network(test.topology, test.place)
      let before = network.counts
      onThreads(4) { thread in
        let node = network.nodes[(thread + round) % network.nodes.count]
        for index in 1...5 { node.value = thread * 10 + index }
      }
      network.settle()
      #expect(Set(network.values).count == 1, "\(network.values)")
      // Each of the 20 values notifies a Bindable once, or not at all if a newer value has overtaken it.
      #expect((network.values.first ?? 0) % 10 == 5)
      #expect(zip(network.counts, before).map(-).allSatisfy { $0 <= 20 })
      network.expectQuiet()
    }
  }

  @Test(
    "when four threads set values while bindings are made, all have the same value in the end", arguments: cases
  )
  func setWhileJoining(test: Case) {
    for round in 0..<30 {
      let network = Network(test.topology, test.place, bindsLater: true)
      onThreads(4) { thread in
        if thread == 0 { network.bind() }
        let node = network.nodes[(thread + round) % network.nodes.count]
        for index in 1...5 { node.value = thread * 10 + index }
      }
      network.settle()
      // Not always a value that one thread set last: a change under way may count as set when it arrives.
      #expect(Set(network.values).count == 1, "\(network.values)")
      network.expectQuiet()
    }
  }

  @Test(
    "with bindings made and cancelled at random, a change reaches every connected Bindable, and no other",
    arguments: 0..<200)
  func random(seed: Int) {
    var random = SplitMix64(seed: seed)
    let size = Int.random(in: 2...7, using: &random)
    let network = Network(Topology("random", size: size, []), .setter)
    for step in 1...40 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        let link = Topology.Link(
          .random(in: 0..<size, using: &random), .random(in: 0..<size, using: &random),
          bothWays: .random(using: &random))
        network.bind(link)
        #expect(network.values[link.second] == network.values[link.first])
      case 3: network.unbindLast()
      default:
        let node = Int.random(in: 0..<size, using: &random)
        let (values, counts, reached) = (network.values, network.counts, network.reached(from: node))
        network.nodes[node].value = 1000 + step
        for index in 0..<size {
          let isReached = reached.contains(index)
          #expect(network.values[index] == (isReached ? 1000 + step : values[index]))
          #expect(network.counts[index] - counts[index] == (isReached ? 1 : 0))
        }
      }
    }
    network.expectQuiet()
  }

  @Test("bindings made and cancelled while three threads set values settle", arguments: 0..<20)
  func bindingMeanwhile(seed: Int) {
    let network = Network(Topology("random", size: 5, []), .setter)
    onThreads(4) { thread in
      var random = SplitMix64(seed: seed * 4 + thread)
      for step in 1...60 {
        if thread < 3 {
          network.nodes[Int.random(in: 0..<5, using: &random)].value = thread * 1000 + step
        } else if step % 4 == 0 {
          network.unbindLast()
        } else {
          network.bind(
            .init(
              .random(in: 0..<5, using: &random), .random(in: 0..<5, using: &random), bothWays: .random(using: &random))
          )
        }
      }
    }
    for node in 0..<5 {
      network.nodes[node].value = 10_000 + node
      for index in network.reached(from: node) { #expect(network.values[index] == 10_000 + node) }
    }
    network.expectQuiet()
  }

  @Test("layers of combinations settle, in whatever order queues deliver what their sources follow", arguments: 0..<100)
  func layers(seed: Int) {
    var random = SplitMix64(seed: seed)
    let queues = (0..<3).map { DispatchQueue(label: "source \($0)") }
    let followed = queues.map { Bindable(0, queue: $0) }
    var nodes = followed.map { _ in Bindable(0) }
    var tokens = zip(followed, nodes).map { $0.bind(to: $1) }
    var sources: [(Int, Int)] = []
    var mirrors: [(node: Bindable<Int>, mirror: Bindable<Int>)] = []
    for _ in 0..<6 {
      let pair = (Int.random(in: 0..<nodes.count, using: &random), Int.random(in: 0..<nodes.count, using: &random))
      let target = Bindable(0)
      tokens.append(ReadOnlyBindable.combine(nodes[pair.0], nodes[pair.1]) { $0 &+ 3 &* $1 }.bind(to: target))
      sources.append(pair)
      nodes.append(target)
    }
    for queue in queues { queue.settle() }
    for _ in 0..<5 {
      for queue in queues { queue.suspend() }
      for step in 1...40 {
        (followed + nodes.prefix(3)).randomElement(using: &random)?.value = step
        if step == 20, let node = nodes.randomElement(using: &random) {
          mirrors.append((node, Bindable(0)))
          tokens.append(node.bind(bothWays: mirrors[mirrors.count - 1].mirror))
        }
      }
      for queue in queues.shuffled(using: &random) {
        queue.resume()
        queue.settle()
      }
      for (target, pair) in zip(nodes.dropFirst(3), sources) {
        #expect(target.value == nodes[pair.0].value &+ 3 &* nodes[pair.1].value)
      }
      #expect(mirrors.allSatisfy { $0.value == $1.value })
    }
    withExtendedLifetime(tokens) {}
  }

  @Test("a combination follows a source that takes another source's change only after the binding")
  func followsLate() {
    let queue = DispatchQueue(label: "first")
    let (first, second, target) = (Bindable(0, queue: queue), Bindable(0), Bindable(0))
    let token = first.bind(to: second)
    queue.settle()
    queue.suspend()
    // Binding removes the closure of an owner that was deallocated, and so releases an object that sets `first`.
    let lifetimes = Lifetimes()
    var owner: Tracked? = lifetimes.make()
    if let owner {
      let setting = lifetimes.make { first.value = 5 }
      second.observe(on: owner, replay: false) { _ in setting.touch() }
    }
    owner = nil
    let binding = ReadOnlyBindable.combine(first, second) { $0 * 100 + $1 }.bind(to: target)
    queue.resume()
    queue.settle()
    #expect((second.value, target.value) == (5, 505))
    withExtendedLifetime((token, binding)) {}
  }

  @Test("in a ring of 1,000 each new value notifies each Bindable once, as in a ring of 10", arguments: [10, 1_000])
  func longRing(size: Int) {
    let links = (0..<size).map { Topology.Link($0, ($0 + 1) % size) }
    let network = Network(Topology("ring", size: size, links), .setter, limit: 10 * size)
    let before = network.counts
    let stamps = Recording<Stamp>()
    let ends = network.nodes.map { node in
      node.link(replay: .none) { _, change in stamps.add(change.origin?.stamp ?? .zero) }
    }
    network.nodes[0].value = 101
    // All Bindables forward one stamp, so a new value costs each of them one comparison, however long the ring.
    #expect(stamps.count == size)
    #expect(stamps.elements.allSatisfy { $0 == stamps.elements[0] })
    for end in ends { end.end() }
    for value in 102...103 { network.nodes[0].value = value }
    #expect(network.values.allSatisfy { $0 == 103 })
    #expect(zip(network.counts, before).map(-).allSatisfy { $0 == 3 })
    network.expectQuiet()
  }
}

/// The bindings among a number of Bindables.
struct Topology: Sendable {
  struct Link: Sendable {
    let first: Int
    let second: Int
    let isBothWays: Bool

    init(_ first: Int, _ second: Int, bothWays: Bool = false) {
      self.first = first
      self.second = second
      isBothWays = bothWays
    }
  }

  let name: String
  let size: Int
  let links: [Link]

  init(_ name: String, size: Int, _ links: [Link]) {
    self.name = name
    self.size = size
    self.links = links
  }

  /// Topologies in which a change made anywhere reaches all Bindables.
  static let connected = [
    Topology("both ways", size: 2, [Link(0, 1, bothWays: true)]),
    Topology("both ways twice", size: 2, [Link(0, 1, bothWays: true), Link(0, 1, bothWays: true)]),
    Topology("both ways, from either side", size: 2, [Link(0, 1, bothWays: true), Link(1, 0, bothWays: true)]),
    Topology("forth and back", size: 2, [Link(0, 1), Link(1, 0)]),
    Topology("forth and back twice", size: 2, [Link(0, 1), Link(1, 0), Link(0, 1), Link(1, 0)]),
    Topology("to itself", size: 1, [Link(0, 0), Link(0, 0, bothWays: true)]),
    Topology(
      "a triangle both ways", size: 3,
      [Link(0, 1, bothWays: true), Link(1, 2, bothWays: true), Link(2, 0, bothWays: true)]),
    Topology(
      "two both ways and one back", size: 3, [Link(0, 1, bothWays: true), Link(1, 2, bothWays: true), Link(2, 0)]),
    Topology(
      "two both ways and one forth", size: 3, [Link(0, 1, bothWays: true), Link(1, 2, bothWays: true), Link(0, 2)]),
    Topology("a ring of 3", size: 3, [Link(0, 1), Link(1, 2), Link(2, 0)]),
    Topology("a ring of 10", size: 10, (0..<10).map { Link($0, ($0 + 1) % 10) }),
    Topology(
      "two rings that share one", size: 5, [Link(0, 1), Link(1, 2), Link(2, 0), Link(2, 3), Link(3, 4), Link(4, 2)]),
    Topology("each with each", size: 4, (0..<4).flatMap { one in (0..<one).map { Link(one, $0, bothWays: true) } }),
    Topology("a star", size: 5, (1..<5).map { Link(0, $0, bothWays: true) }),
  ]
}

/// Where the Bindables of a network call their observers.
enum Place: CaseIterable {
  case setter, queues, concurrentQueues

  fileprivate func makeBindable(_ value: Int, _ queue: DispatchQueue) -> Bindable<Int> {
    switch self {
    case .setter: Bindable(value)
    case .queues, .concurrentQueues: Bindable(value, queue: queue)
    }
  }
}

/// A network of bound Bindables that counts their notifications. A network that does not settle cancels its bindings,
/// so that the test fails instead of hanging.
final class Network: Sendable {
  let nodes: [Bindable<Int>]

  private let topology: Topology
  private let queues: [DispatchQueue]
  private let logs: [Recording<Int>]
  private let limit: Int
  private let observers: [BindableToken]
  private let bindings: Guarded<[(link: Topology.Link, token: BindableToken)]>
  private let isEndless: Guarded<Bool>

  init(_ topology: Topology, _ place: Place, bindsLater: Bool = false, limit: Int = 1_000) {
    self.topology = topology
    self.limit = limit
    let queues = (0..<topology.size).map {
      DispatchQueue(label: "node \($0)", attributes: place == .concurrentQueues ? .concurrent : [])
    }
    let logs = (0..<topology.size).map { _ in Recording<Int>() }
    let bindings = Guarded<[(link: Topology.Link, token: BindableToken)]>([])
    let isEndless = Guarded(false)
    nodes = queues.enumerated().map { place.makeBindable($0, $1) }
    (self.queues, self.logs, self.bindings, self.isEndless) = (
      place == .setter ? [] : queues, logs, bindings, isEndless
    )
    observers = zip(nodes, logs).map { node, log in
      node.observe(replay: false) { value in
        guard log.add(value) > limit else { return }
        isEndless.withLock { $0 = true }
        for (_, token) in bindings.withLock({ $0 }) { token.cancel() }
      }
    }
    guard !bindsLater else { return }
    bind()
    settle()
  }

  var values: [Int] { nodes.map(\.value) }
  var counts: [Int] { logs.map(\.count) }

  /// Makes the topology's bindings.
  func bind() {
    for link in topology.links { bind(link) }
  }

  func bind(_ link: Topology.Link) {
    let (first, second) = (nodes[link.first], nodes[link.second])
    let token = link.isBothWays ? first.bind(bothWays: second) : first.bind(to: second)
    bindings.withLock { $0.append((link, token)) }
  }

  func unbindLast() {
    bindings.withLock { $0.popLast() }?.token.cancel()
  }

  /// The number of bindings whose first side is `node`.
  func linkCount(from node: Int) -> Int { bindings.withLock { $0.count(where: { $0.link.first == node }) } }

  /// The nodes that a change of `node` reaches.
  func reached(from node: Int) -> Set<Int> {
    let links = bindings.withLock { $0.map(\.link) }
    var reached: Set = [node]
    var newest = [node]
    while let one = newest.popLast() {
      for link in links {
        if link.first == one, reached.insert(link.second).inserted { newest.append(link.second) }
        if link.isBothWays, link.second == one, reached.insert(link.first).inserted { newest.append(link.first) }
      }
    }
    return reached
  }

  /// Waits until the queues are idle. Each iteration waits for at least one hop from queue to queue.
  func settle() {
    for _ in 0..<(3 * queues.count + 3) {
      for queue in queues { for _ in 0..<3 { queue.sync(flags: .barrier) {} } }
    }
  }

  /// Expects that the network has settled.
  func expectQuiet(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(!isEndless.withLock { $0 }, "the bindings did not settle", sourceLocation: sourceLocation)
    let before = counts
    settle()
    #expect(counts == before, sourceLocation: sourceLocation)
    for (_, token) in bindings.withLock({ $0 }) { token.cancel() }
  }
}
