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
    "\(lines) lines found, \(files) files searched, \(binaryFiles) binary files skipped, \(problems) errors"
  }
}
