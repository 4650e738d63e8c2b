/// Recordings of several contenders in one scenario, and how the others differ from the first.
///
///     let comparison = try await scenario.compare(.bindable, .behaviorSubject, .bridge)
///     #expect(comparison.isEquivalent(ignoring: [.queue, .ends]))
///
/// XCTest and Swift Testing show a comparison as its ``text(ignoring:width:)``.
public struct Comparison<Value: Equatable & Sendable>: Sendable {
  /// The recordings. All others are compared with the first.
  public let recordings: [Recording<Value>]

  /// Creates a comparison of recordings with the first one. A queue must have the same name in all recordings.
  public init(_ recordings: [Recording<Value>]) {
    self.recordings = recordings
  }

  /// Whether all contenders delivered the same events to the same subscribers, apart from the ignored aspects.
  ///
  /// Only events delivered before the end of the runs are compared. ``Recording/pending`` counts the work still due.
  ///
  /// - Parameter aspects: the aspects to ignore.
  public func isEquivalent(ignoring aspects: ComparedAspects = []) -> Bool {
    differences(ignoring: aspects).isEmpty
  }

  /// All differences from the first contender, apart from the ignored aspects, contender by contender.
  ///
  /// The events of each subscriber are paired: equal events at equal times first, then equal events at different times.
  /// Other events at equal times, or at any times if times are ignored, count as different values. The rest are missing
  /// or extra.
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
}
