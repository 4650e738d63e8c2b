import RxCore

/// Two recordings of one scenario, laid side by side.
struct RecordingPair<Value: Equatable & Sendable> {
  typealias Entry = Recording<Value>.Entry

  let reference: Recording<Value>
  let other: Recording<Value>
  let aspects: ComparedAspects

  var differences: [Difference<Value>] {
    var kinds: [Difference<Value>.Kind] = []
    var same: [(Entry, Entry)] = []
    for subscriber in subscribers {
      for pair in pairs(of: subscriber) {
        switch pair {
        case (let one?, nil): kinds.append(.missing(one))
        case (nil, let two?): kinds.append(.extra(two))
        case (let one?, let two?) where one.event != two.event: kinds.append(.value(one, two))
        case (let one?, let two?):
          same.append((one, two))
          kinds += details(one, two)
        case (nil, nil): break
        }
      }
    }
    if !aspects.contains(.order) { kinds += inversions(of: same) }
    if !aspects.contains(.refusals) { kinds += refusals }
    return kinds.map { Difference(first: reference.contender, other: other.contender, kind: $0) }
  }

  private var subscribers: [String] {
    let first = reference.subscribers
    return first + other.subscribers.filter { !first.contains($0) }
  }

  private func counts(_ entry: Entry) -> Bool {
    !(aspects.contains(.replay) && entry.isReplay) && !(aspects.contains(.ends) && entry.event.isStopEvent)
  }

  private func details(_ one: Entry, _ two: Entry) -> [Difference<Value>.Kind] {
    var kinds: [Difference<Value>.Kind] = []
    if !aspects.contains(.time), one.time != two.time { kinds.append(.time(one, two)) }
    if !aspects.contains(.queue), one.place != two.place { kinds.append(.queue(one, two)) }
    return kinds
  }

  /// Neighbours of the first recording that stand the other way round in the second. Only what is told at one time and
  /// place has an order of its own: other times and places are differences already, and places do not wait for one
  /// another.
  private func inversions(of same: [(Entry, Entry)]) -> [Difference<Value>.Kind] {
    var inversions: [(Entry, Entry)] = []
    for pairs in Dictionary(grouping: same, by: { $0.0.place }).values {
      let ordered = pairs.sorted { $0.0.order < $1.0.order }
      for (earlier, later) in zip(ordered, ordered.dropFirst()) where isInverted(earlier, later) {
        inversions.append((earlier.0, later.0))
      }
    }
    return inversions.sorted { $0.0.order < $1.0.order }.map { .order($0.0, $0.1) }
  }

  private func isInverted(_ earlier: (Entry, Entry), _ later: (Entry, Entry)) -> Bool {
    guard earlier.1.order > later.1.order, earlier.1.place == later.1.place else { return false }
    return aspects.contains(.time) || (earlier.0.time == earlier.1.time && later.0.time == later.1.time)
  }

  private var refusals: [Difference<Value>.Kind] {
    func missing(_ refusal: Recording<Value>.Refusal, in others: [Recording<Value>.Refusal]) -> Bool {
      !others.contains { $0.step == refusal.step && (aspects.contains(.time) || $0.time == refusal.time) }
    }
    return reference.refusals.filter { missing($0, in: other.refusals) }.map { .refusedByFirst($0) }
      + other.refusals.filter { missing($0, in: reference.refusals) }.map { .refusedByOther($0) }
  }

  // MARK: - Alignment

  private typealias Test = (Entry, Entry) -> Bool

  private func pairs(of subscriber: String) -> [(Entry?, Entry?)] {
    let one = reference.entries.filter { $0.subscriber == subscriber && counts($0) }
    let two = other.entries.filter { $0.subscriber == subscriber && counts($0) }
    let sameEvent: Test = { $0.event == $1.event }
    if one.elementsEqual(two, by: sameEvent) { return zip(one, two).map { ($0, $1) } }
    // What is the same at the same time holds the two together; between, what is the same at another time; and then
    // what is another value at the same time.
    let tests: [Test] =
      aspects.contains(.time)
      ? [sameEvent, { _, _ in true }]
      : [{ $0.time == $1.time && $0.event == $1.event }, sameEvent, { $0.time == $1.time }]
    return Self.align(one[...], two[...], by: tests[...])
  }

  /// More than so many in a row that have nothing in common are not searched for what might belong together, which
  /// would take time and memory by the square of their number.
  private static var mostSearched: Int { 4000 }

  private static func align(
    _ one: ArraySlice<Entry>, _ two: ArraySlice<Entry>, by tests: ArraySlice<Test>
  ) -> [(Entry?, Entry?)] {
    guard let test = tests.first, !one.isEmpty, !two.isEmpty else {
      return (one.map { ($0, nil) } + two.map { (nil, $0) }).sorted { time(of: $0) < time(of: $1) }
    }
    let begin = zip(one, two).prefix { test($0, $1) }.count
    let end = zip(one.dropFirst(begin).reversed(), two.dropFirst(begin).reversed()).prefix { test($0, $1) }.count
    let middle = search(one.dropFirst(begin).dropLast(end), two.dropFirst(begin).dropLast(end), by: tests)
    return zip(one.prefix(begin), two.prefix(begin)).map { ($0, $1) } + middle
      + zip(one.suffix(end), two.suffix(end)).map { ($0, $1) }
  }

  private static func search(
    _ one: ArraySlice<Entry>, _ two: ArraySlice<Entry>, by tests: ArraySlice<Test>
  ) -> [(Entry?, Entry?)] {
    let others = tests.dropFirst()
    guard let test = tests.first, !one.isEmpty, !two.isEmpty, one.count + two.count <= mostSearched else {
      return align(one, two, by: others)
    }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in Array(two).difference(from: Array(one), by: test) {
      switch change {
      case .remove(let offset, _, _): removed.insert(one.startIndex + offset)
      case .insert(let offset, _, _): inserted.insert(two.startIndex + offset)
      }
    }
    var result: [(Entry?, Entry?)] = []
    var (first, second) = (one.startIndex, two.startIndex)
    while first < one.endIndex || second < two.endIndex {
      let firstEnd = (first..<one.endIndex).first { !removed.contains($0) } ?? one.endIndex
      let secondEnd = (second..<two.endIndex).first { !inserted.contains($0) } ?? two.endIndex
      result += align(one[first..<firstEnd], two[second..<secondEnd], by: others)
      if firstEnd < one.endIndex, secondEnd < two.endIndex { result.append((one[firstEnd], two[secondEnd])) }
      (first, second) = (min(firstEnd + 1, one.endIndex), min(secondEnd + 1, two.endIndex))
    }
    return result
  }

  private static func time(of pair: (Entry?, Entry?)) -> TestTime {
    pair.0?.time ?? pair.1?.time ?? 0
  }
}
