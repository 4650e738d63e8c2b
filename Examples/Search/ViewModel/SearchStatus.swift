/// The progress of a search, for the status line.
struct SearchStatus: Equatable, Sendable {
  /// The phase of a search.
  enum Phase: Equatable, Sendable {
    /// There is nothing to search for.
    case idle
    case searching
    case finished
    /// The search ended early, at the maximum number of hits.
    case capped
  }

  var phase = Phase.idle
  /// The number of files that the walk has found.
  var filesFound = 0
  /// Whether the walk is still running.
  var isWalking = true
  var filesSearched = 0
  var hits = 0
  /// The number of files with a NUL byte near their beginning, whose contents were not searched.
  var binaryFiles = 0
  /// The number of directories and files that could not be read.
  var problems = 0
  /// The first of these problems, as a message.
  var firstProblem: String?
  /// The duration of the search so far.
  var elapsed = Duration.zero

  /// The completed fraction of the search, from 0 to 1; `nil` if none is running.
  var progress: Double? {
    phase == .searching ? Double(filesSearched) / Double(max(1, filesFound, filesSearched)) : nil
  }
}

extension SearchStatus: CustomStringConvertible {
  /// A one-line summary for the user.
  var description: String {
    var parts: [String] = []
    switch phase {
    case .idle: parts.append(isWalking ? "\(Self.count(filesFound, "file")) so far" : Self.count(filesFound, "file"))
    case .searching:
      parts.append("\(Self.count(hits, "hit"))")
      parts.append("\(Self.grouped(filesSearched)) of \(Self.count(filesFound, "file"))\(isWalking ? " so far" : "")")
    case .finished: parts.append("\(Self.count(hits, "hit")) in \(Self.count(filesSearched, "file"))")
    case .capped:
      parts.append("stopped at \(Self.count(hits, "hit"))")
      parts.append("\(Self.grouped(filesSearched)) of \(Self.count(filesFound, "file"))")
    }
    if phase != .idle {
      let tenths = Int((elapsed / .milliseconds(100)).rounded())
      parts.append("\(tenths / 10).\(tenths % 10) s")
    }
    if binaryFiles > 0 { parts.append("\(Self.count(binaryFiles, "binary file")) skipped") }
    if problems > 0, let firstProblem { parts.append("\(Self.grouped(problems)) unreadable (\(firstProblem))") }
    return parts.joined(separator: " · ")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(grouped(number)) \(noun)s"
  }

  /// The number with thousands separators.
  private static func grouped(_ number: Int) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
