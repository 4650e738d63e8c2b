import RxCore
import RxTesting

/// Two recordings of one scenario, compared.
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
    if !aspects.contains(.queue), one.context != two.context { kinds.append(.queue(one, two)) }
    return kinds
  }

  /// Neighbouring deliveries in the first recording that are in the opposite order in the second.
  ///
  /// Deliveries are neighbours only if they share their context in each recording, because contexts do not wait for one
  /// another. Unless times are ignored, deliveries at different times are left out, because each is a time difference
  /// already. This way, a delivery that moved to another context or time does not hide a swap of its neighbours.
  private func inversions(of same: [(Entry, Entry)]) -> [Difference<Value>.Kind] {
    let comparable = aspects.contains(.time) ? same : same.filter { $0.0.time == $0.1.time }
    let groups = Dictionary(grouping: comparable) { [$0.0.context, $0.1.context] }
    var inversions: [(Entry, Entry)] = []
    for pairs in groups.values {
      let ordered = pairs.sorted { $0.0.order < $1.0.order }
      for (earlier, later) in zip(ordered, ordered.dropFirst()) where earlier.1.order > later.1.order {
        inversions.append((earlier.0, later.0))
      }
    }
    return inversions.sorted { $0.0.order < $1.0.order }.map { .order($0.0, $0.1) }
  }

  /// The steps that only one contender refused. Equal steps match one to one, at equal times unless times are ignored.
  private var refusals: [Difference<Value>.Kind] {
    var unmatched = other.refusals
    var kinds: [Difference<Value>.Kind] = []
    for refusal in reference.refusals {
      let match = unmatched.firstIndex {
        $0.step == refusal.step && (aspects.contains(.time) || $0.time == refusal.time)
      }
      if let match { unmatched.remove(at: match) } else { kinds.append(.refusedByFirst(refusal)) }
    }
    return kinds + unmatched.map { .refusedByOther($0) }
  }

  // MARK: - Alignment

  private typealias Test = (Entry, Entry) -> Bool

  private func pairs(of subscriber: String) -> [(Entry?, Entry?)] {
    let one = reference.entries.filter { $0.subscriber == subscriber && counts($0) }
    let two = other.entries.filter { $0.subscriber == subscriber && counts($0) }
    let sameEvent: Test = { $0.event == $1.event }
    if one.elementsEqual(two, by: sameEvent) { return zip(one, two).map { ($0, $1) } }
    // First pair equal events at equal times; between these pairs, equal events at different times; and between those,
    // different events at equal times.
    let tests: [Test] =
      aspects.contains(.time)
      ? [sameEvent, { _, _ in true }]
      : [{ $0.time == $1.time && $0.event == $1.event }, sameEvent, { $0.time == $1.time }]
    return Self.align(one[...], two[...], by: tests[...])
  }

  /// The maximum number of events searched for pairs, not counting a common prefix and suffix. There is a limit because
  /// the search takes time and memory quadratic in this number.
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
