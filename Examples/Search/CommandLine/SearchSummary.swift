/// The totals of a search on the command line.
struct SearchSummary: Sendable {
  /// The number of printed lines or paths. Set at the end, because the parts of a search share one limit.
  var lines = 0
  var files = 0
  var binaryFiles = 0
  var problems = 0
  /// Whether the maximum number of lines was printed.
  var isFull = false

  static func + (one: SearchSummary, other: SearchSummary) -> SearchSummary {
    SearchSummary(
      files: one.files + other.files, binaryFiles: one.binaryFiles + other.binaryFiles,
      problems: one.problems + other.problems, isFull: one.isFull || other.isFull)
  }

  /// The same exit statuses as grep's.
  var exitStatus: Int32 { problems > 0 ? 2 : lines > 0 ? 0 : 1 }

  /// A one-line summary for the user.
  var description: String {
    "\(count(lines, "line")) found, \(count(files, "file")) searched, \(count(binaryFiles, "binary file")) skipped, "
      + count(problems, "error")
  }

  private func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
}
