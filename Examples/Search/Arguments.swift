import TerminalControls

/// The parsed command line. Names and words are bytes, which need not be UTF-8.
struct Arguments: Equatable, Sendable {
  /// The word to search for; `nil` without `--query`: the user then types it.
  var word: [UInt8]?
  /// The paths to search; empty if the command line names none.
  var paths: [Path] = []
  var isForNames = false
  var isForContents = false
  var ignoresCase = false
  /// The maximum number of printed lines.
  var limit: Int?
  var showsSummary = false
  var isHelp = false

  /// Stands for standard input.
  static let standardStream: Path = "-"

  /// The parts of files to search, or `otherwise` if the command line does not specify them.
  func mode(otherwise: SearchMode) -> SearchMode {
    switch (isForNames, isForContents) {
    case (true, true): .both
    case (true, false): .names
    case (false, true): .contents
    case (false, false): otherwise
    }
  }

  init(_ arguments: [[UInt8]]) throws(UsageError) {
    var rest = arguments[...]
    var areOptionsAllowed = true
    while let argument = rest.popFirst() {
      guard areOptionsAllowed, argument.first == UInt8(ascii: "-"), argument.count > 1 else {
        if argument.isEmpty { throw UsageError("the name of a file is empty") }
        paths.append(Path(bytes: argument))
        continue
      }
      if argument == Array("--".utf8) {
        areOptionsAllowed = false
      } else {
        try addOption(argument, &rest)
      }
    }
    if word == nil, !isHelp, ignoresCase || limit != nil || showsSummary {
      throw UsageError("--ignore-case, --max and --summary need --query WORD")
    }
  }

  private mutating func addOption(_ argument: [UInt8], _ rest: inout ArraySlice<[UInt8]>) throws(UsageError) {
    // Either `--max 5` or `--max=5`.
    let parts = argument.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let option = visible(bytes: parts[0])
    var attached = parts.count > 1 ? Array(parts[1]) : nil
    func value() throws(UsageError) -> [UInt8] {
      defer { attached = nil }
      guard let value = attached ?? rest.popFirst() else { throw UsageError("\(option) needs a value after it") }
      return value
    }
    switch option {
    case "--query": word = try Self.word(try value())
    case "--max": limit = try Self.limit(try value())
    case "--names": isForNames = true
    case "--contents": isForContents = true
    case "--ignore-case": ignoresCase = true
    case "--summary": showsSummary = true
    case "--help", "-h": isHelp = true
    default: throw UsageError("there is no option \(option); --help lists the options")
    }
    if attached != nil { throw UsageError("\(option) takes no value") }
  }

  private static func word(_ value: [UInt8]) throws(UsageError) -> [UInt8] {
    if value.contains(newline) { throw UsageError("the value after --query has more than one line") }
    return value
  }

  private static func limit(_ value: [UInt8]) throws(UsageError) -> Int {
    guard let limit = Int(String(decoding: value, as: UTF8.self)), limit > 0 else {
      throw UsageError("--max needs a whole number above 0, not \(visible(bytes: value))")
    }
    return limit
  }
}

/// A mistake in the arguments.
struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }
}
