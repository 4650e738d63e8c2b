/// Recordings of several contenders in one scenario, and how the others differ from the first.
///
///     let comparison = try await scenario.compare(.bindable, .behaviorSubject, .bridge)
///     try comparison.expectEquivalent(ignoring: [.queue, .ends])
///
/// XCTest and Swift Testing show a comparison as its ``text(ignoring:width:)``, with all differences.
public struct Comparison<Value: Equatable & Sendable>: Sendable {
  /// The recordings. All others are compared with the first.
  public let recordings: [Recording<Value>]

  /// Creates a comparison of recordings with the first one. A queue must have the same name in all recordings.
  public init(_ recordings: [Recording<Value>]) {
    self.recordings = recordings
  }

  /// Whether all contenders delivered the same events to the same subscribers, in every aspect.
  ///
  /// Only events delivered before the end of the runs are compared. ``Recording/pending`` counts the work still due. To
  /// ignore aspects, ask whether ``differences(ignoring:)`` is empty.
  public var isEquivalent: Bool { differences().isEmpty }

  /// All differences from the first contender, apart from the ignored aspects, contender by contender.
  ///
  /// The events of each subscriber are paired: in order, if both have the same events in the same order; otherwise equal
  /// events at equal times first, whatever their order, and between those, equal events at different times. Other
  /// events at equal times, or at any times if times are ignored, count as different values.
  /// The rest are missing or extra.
  ///
  /// In a test, `#expect(comparison.differences(ignoring: .time).isEmpty)` prints these differences if it fails.
  ///
  /// - Parameter aspects: the aspects to ignore.
  public func differences(ignoring aspects: ComparedAspects = []) -> [Difference<Value>] {
    pairs(ignoring: aspects).flatMap(\.differences)
  }

  /// The first recording paired with each of the others.
  func pairs(ignoring aspects: ComparedAspects) -> [RecordingPair<Value>] {
    guard let reference = recordings.first else { return [] }
    return recordings.dropFirst().map { RecordingPair(reference: reference, other: $0, aspects: aspects) }
  }

  /// The recording of the contender with this name; `nil` if there is none.
  public func recording(of contender: String) -> Recording<Value>? {
    recordings.first { $0.contender == contender }
  }
}

/// The aspects that a comparison can ignore.
public struct ComparedAspects: OptionSet, Sendable {
  /// The aspects as bits.
  public let rawValue: Int

  /// Makes a set of aspects from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The times of deliveries and of skipped steps.
  public static let time = ComparedAspects(rawValue: 1 << 0)
  /// The threads or queues on which events were delivered.
  public static let queue = ComparedAspects(rawValue: 1 << 1)
  /// The order of deliveries to different subscribers.
  public static let order = ComparedAspects(rawValue: 1 << 2)
  /// Events that were delivered because of a subscription, not because of a later change.
  public static let replay = ComparedAspects(rawValue: 1 << 3)
  /// Terminal events: completions and errors.
  public static let ends = ComparedAspects(rawValue: 1 << 4)
  /// Steps that one contender took and another did not.
  public static let refusals = ComparedAspects(rawValue: 1 << 5)
  /// The order of equal events to one subscriber, at equal times or, if times are ignored, at any times. Two outputs that
  /// are independent may emit at the same tick in either order.
  public static let orderWithinSubscriber = ComparedAspects(rawValue: 1 << 6)
}

extension ComparedAspects: CustomStringConvertible {
  private static var names: [(aspect: ComparedAspects, name: String)] {
    [
      (.time, ".time"), (.queue, ".queue"), (.order, ".order"), (.orderWithinSubscriber, ".orderWithinSubscriber"),
      (.replay, ".replay"), (.ends, ".ends"), (.refusals, ".refusals"),
    ]
  }

  /// The names of the aspects, as in `[.time, .queue]`.
  public var description: String {
    "[\(Self.names.filter { contains($0.aspect) }.map(\.name).joined(separator: ", "))]"
  }
}
