/// What a scenario did to several contenders, side by side: their recordings, and how those differ from that of the
/// first.
///
///     let comparison = await scenario.compare(.bindable, .behaviorSubject, .bridge)
///     #expect(comparison.isEquivalent(ignoring: [.queue, .ends]))
///
/// Both XCTest and Swift Testing show a comparison as its ``text(ignoring:width:)``.
public struct Comparison<Value: Equatable & Sendable>: Sendable {
  /// The recordings. The first is the one with which the others are compared.
  public let recordings: [Recording<Value>]

  /// Compares recordings with the first of them.
  public init(_ recordings: [Recording<Value>]) {
    self.recordings = recordings
  }

  /// Whether all contenders told the same subscribers the same, but for what is ignored.
  public func isEquivalent(ignoring aspects: ComparedAspects = []) -> Bool {
    differences(ignoring: aspects).isEmpty
  }

  /// All differences from the first contender, one contender after the other, but for what is ignored.
  ///
  /// For each subscriber the two recordings are laid side by side so that as much as possible is the same. What is left is
  /// another value if both were told something at that time, and else missing or extra.
  public func differences(ignoring aspects: ComparedAspects = []) -> [Difference<Value>] {
    pairs(ignoring: aspects).flatMap(\.differences)
  }

  /// The first recording beside each of the others.
  func pairs(ignoring aspects: ComparedAspects) -> [RecordingPair<Value>] {
    guard let reference = recordings.first else { return [] }
    return recordings.dropFirst().map { RecordingPair(reference: reference, other: $0, aspects: aspects) }
  }

  /// The recording of the contender of that name.
  public func recording(of contender: String) -> Recording<Value>? {
    recordings.first { $0.contender == contender }
  }
}

/// What a comparison can leave out.
public struct ComparedAspects: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// When something was told: only what was told, and its order, counts.
  public static let time = ComparedAspects(rawValue: 1 << 0)
  /// Where it was told.
  public static let queue = ComparedAspects(rawValue: 1 << 1)
  /// Which of two subscribers was told first.
  public static let order = ComparedAspects(rawValue: 1 << 2)
  /// What was told because somebody subscribed.
  public static let replay = ComparedAspects(rawValue: 1 << 3)
  /// That the sequence has ended, or failed.
  public static let ends = ComparedAspects(rawValue: 1 << 4)
  /// Steps that one could take, and another could not.
  public static let refusals = ComparedAspects(rawValue: 1 << 5)
}
