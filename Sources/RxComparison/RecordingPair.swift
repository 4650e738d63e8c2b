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
      let (aligned, moved) = pairs(of: subscriber)
      var received = moved
      for pair in aligned {
        switch pair {
        case (let one?, nil): kinds.append(.missing(one))
        case (nil, let two?): kinds.append(.extra(two))
        case (let one?, let two?) where one.event != two.event: kinds.append(.value(one, two))
        case (let one?, let two?):
          received.append((one, two))
          same.append((one, two))
          kinds += details(one, two)
        case (nil, nil): break
        }
      }
      kinds += moved.flatMap(details)
      if !moved.isEmpty, !aspects.contains(.orderWithinSubscriber) {
        kinds += Self.swaps(in: comparable(received)).map { .order($0, $1) }
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
  /// another. This way, a delivery that moved to another context or time does not hide a swap of its neighbours.
  private func inversions(of same: [(Entry, Entry)]) -> [Difference<Value>.Kind] {
    Dictionary(grouping: comparable(same)) { [$0.0.context, $0.1.context] }.values.flatMap(Self.swaps)
      .sorted { $0.0.order < $1.0.order }.map { .order($0, $1) }
  }

  /// Unless times are ignored, omits deliveries at different times, because each is a time difference already.
  private func comparable(_ same: [(Entry, Entry)]) -> [(Entry, Entry)] {
    aspects.contains(.time) ? same : same.filter { $0.0.time == $0.1.time }
  }

  /// Neighbours in the first recording that are in the opposite order in the second.
  private static func swaps(in same: [(Entry, Entry)]) -> [(Entry, Entry)] {
    let ordered = same.sorted { $0.0.order < $1.0.order }
    return zip(ordered, ordered.dropFirst()).filter { $0.1.order > $1.1.order }.map { ($0.0, $1.0) }
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

  /// The events of one subscriber, paired: first those in the order of both recordings, some of which have no
  /// counterpart, then equal events that the contenders deliver in another order.
  private func pairs(of subscriber: String) -> (aligned: [(Entry?, Entry?)], moved: [(Entry, Entry)]) {
    let one = reference.entries.filter { $0.subscriber == subscriber && counts($0) }
    let two = other.entries.filter { $0.subscriber == subscriber && counts($0) }
    let sameEvent: Test = { $0.event == $1.event }
    if one.elementsEqual(two, by: sameEvent) { return (zip(one, two).map { ($0, $1) }, []) }
    // First pair equal events at equal times, in the same order if possible; between the pairs in the same order, equal
    // events at different times; and between those, different events at equal times.
    let ignoresTime = aspects.contains(.time)
    let first: Test = ignoresTime ? sameEvent : { $0.time == $1.time && $0.event == $1.event }
    let others: [Test] = ignoresTime ? [{ _, _ in true }] : [sameEvent, { $0.time == $1.time }]
    var aligned: [(Entry?, Entry?)] = []
    var rest = Self.align(one[...], two[...], by: [first])
    let moved = takeMoved(from: &rest, by: first)
    for part in rest.split(omittingEmptySubsequences: false, whereSeparator: { $0.0 != nil && $0.1 != nil }) {
      aligned += Self.align(part.compactMap(\.0)[...], part.compactMap(\.1)[...], by: others[...])
      if part.endIndex < rest.endIndex { aligned.append(rest[part.endIndex]) }
    }
    return (aligned, moved)
  }

  /// Removes the events without a counterpart that have one at another place, and returns them with it.
  private func takeMoved(from pairs: inout [(Entry?, Entry?)], by test: Test) -> [(Entry, Entry)] {
    var candidates = pairs.indices.filter { pairs[$0].0 == nil }
    // The search takes time quadratic in this number.
    guard pairs.count(where: { $0.0 == nil || $0.1 == nil }) <= Self.mostSearched else { return [] }
    var moved: [(Entry, Entry)] = []
    var removed: Set<Int> = []
    for index in pairs.indices {
      guard case (let entry?, nil) = pairs[index],
        let place = candidates.firstIndex(where: { pairs[$0].1.map { test(entry, $0) } ?? false }),
        let counterpart = pairs[candidates[place]].1
      else { continue }
      moved.append((entry, counterpart))
      removed.formUnion([index, candidates.remove(at: place)])
    }
    pairs = pairs.indices.filter { !removed.contains($0) }.map { pairs[$0] }
    return moved
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
