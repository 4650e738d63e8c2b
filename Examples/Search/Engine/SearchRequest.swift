/// Which parts of each file to search.
enum SearchMode: String, CaseIterable, Sendable {
  case names
  case contents
  case both

  var includesNames: Bool { self != .contents }
  var includesContents: Bool { self != .names }
}

/// The word to search for, and where.
struct SearchRequest: Equatable, Sendable {
  var word: [UInt8]
  var mode: SearchMode
  var caseSensitive: Bool

  /// - Parameter query: the user's input. A match cannot span lines, so a line break in the query counts as a space.
  init(query: String, mode: SearchMode, caseSensitive: Bool) {
    let lineBreak = UInt8(ascii: "\n")
    word = query.utf8.map { $0 == lineBreak ? UInt8(ascii: " ") : $0 }
    self.mode = mode
    self.caseSensitive = caseSensitive
  }

  /// Whether there is nothing to search for.
  var isEmpty: Bool { word.isEmpty }
}
