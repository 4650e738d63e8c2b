/// What a search on the command line has come to.
struct SearchSummary: Sendable {
  /// How many lines, or paths, were printed.
  var lines = 0
  var files = 0
  var binaryFiles = 0
  var problems = 0
  /// Whether as many lines were printed as may be.
  var isFull = false

  static func + (one: SearchSummary, other: SearchSummary) -> SearchSummary {
    SearchSummary(
      lines: one.lines + other.lines, files: one.files + other.files, binaryFiles: one.binaryFiles + other.binaryFiles,
      problems: one.problems + other.problems, isFull: one.isFull || other.isFull)
  }

  /// As those of grep.
  var exitStatus: Int32 { problems > 0 ? 2 : lines > 0 ? 0 : 1 }

  /// One line for the user.
  var description: String {
    "\(count(lines, "line")) found, \(count(files, "file")) searched, \(count(binaryFiles, "binary file")) skipped, "
      + count(problems, "error")
  }

  private func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
}
