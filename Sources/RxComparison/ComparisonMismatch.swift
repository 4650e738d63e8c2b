/// Thrown by ``Comparison/expectEquivalent(ignoring:file:line:)`` when contenders differ.
public struct ComparisonMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The location of the failed expectation, as `Module/File.swift:12`.
  public let location: String

  /// The location, the ignored aspects, the marble diagram, and the differences that are not ignored.
  public let description: String
}

extension Comparison {
  /// Throws the differences, apart from the ignored aspects, if there are any.
  ///
  /// It shows the marble diagram as well, in contrast to `#expect(comparison.differences(ignoring: aspects).isEmpty)`.
  ///
  ///     try comparison.expectEquivalent(ignoring: [.queue, .ends])
  ///
  /// - Parameters:
  ///   - aspects: the aspects to ignore.
  ///   - file: the file reported in the error; by default the caller's.
  ///   - line: the line reported in the error; by default the caller's.
  public func expectEquivalent(
    ignoring aspects: ComparedAspects = [], file: StaticString = #fileID, line: UInt = #line
  ) throws(ComparisonMismatch) {
    if differences(ignoring: aspects).isEmpty { return }
    let location = "\(file):\(line)"
    let ignored = aspects.isEmpty ? "" : " in more than \(aspects)"
    throw ComparisonMismatch(
      location: location, description: "\(location): the contenders differ\(ignored):\n\(text(ignoring: aspects))")
  }
}
