/// A line of a file, counted from 1.
struct Place: Equatable, CustomStringConvertible {
  var file: String
  var line: Int
  var description: String { "\(file):\(line)" }

  init(_ file: String, _ line: Int) {
    self.file = file
    self.line = line
  }
}

/// The parts of a Markdown file that matter to its tests: code blocks, and the marks in HTML comments before them.
struct Article {
  /// A part of the file.
  enum Part: Equatable {
    case block(Block)
    case mark(Mark)
  }

  /// A fenced block of code.
  struct Block: Equatable {
    /// The language after the fence, such as `swift`.
    var language: String
    /// The lines between the fences.
    var lines: [String]
    /// The first line between the fences.
    var place: Place

    /// Whether this is a text block directly below the Swift block `example`, and so must show its diagram.
    func isDiagram(below example: Block) -> Bool {
      language.isEmpty && example.language == "swift"
        && place == Place(example.place.file, example.place.line + example.lines.count + 2)
    }
  }

  /// An HTML comment that describes a block. Other comments are not marks.
  enum Mark: Equatable {
    /// The following Swift blocks form a separate program.
    case program(ProgramOptions, Place)
    /// Lines of the program that readers need not see.
    case hidden([String], Place)
    /// The next block is the program's output since the previous such block.
    case output
    /// The next block is the program's standard error. The program may end with an error.
    case errors
    /// The next block does not compile, and the block after it shows why.
    case fails
    /// The next block compiles with a warning, which the block after it shows.
    case warns
    /// The next block is a diff, which changes the program's code.
    case changes
    /// The next block is part of this file of the package. If `isCode`, it is also part of the program.
    case file(String, isCode: Bool)
    /// The next block is not checked, for this reason.
    case exempt(String)
  }

  /// A mistake in the marks of a file.
  struct Mistake: Error, Equatable, CustomStringConvertible {
    var place: Place
    var message: String
    var description: String { "\(place): \(message)" }
  }

  private(set) var parts: [Part] = []

  /// Parses the text of a file.
  init(_ text: String, file: String, allowsIndentedBlocks: Bool = false) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var index = 0
    var isInList = false
    while index < lines.count {
      let line = lines[index]
      if let fence = Self.fence(line) {
        let end = lines[(index + 1)...].firstIndex { Self.isEnd($0, of: fence) }
        guard let end else { throw Mistake(place: Place(file, index + 1), message: "the block has no end") }
        let content = lines[(index + 1)..<end].map { Self.unindented($0, by: fence.indentation) }
        parts.append(.block(Block(language: fence.language, lines: content, place: Place(file, index + 2))))
        index = end
      } else if line.hasPrefix("<!--") {
        guard let end = lines[index...].firstIndex(where: { $0.contains("-->") }) else {
          throw Mistake(place: Place(file, index + 1), message: "the comment has no end")
        }
        if let mark = try Self.mark(Array(lines[index...end]), Place(file, index + 1)) { parts.append(.mark(mark)) }
        index = end
      } else if line.hasPrefix("- ") || line.first?.isNumber == true {
        isInList = true
      } else if let first = line.first, first != " " {
        isInList = false
      } else if !allowsIndentedBlocks, !isInList, line.hasPrefix("    "), index > 0, lines[index - 1].isEmpty {
        throw Mistake(
          place: Place(file, index + 1), message: "an indented block has no language: write ``` before and after it")
      }
      index += 1
    }
  }

  /// Parses the doc comments of Swift files. The parts are the text blocks, which must be diagrams, and their examples.
  init(docCommentsOf files: [(name: String, text: String)]) throws {
    for file in files {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let text = line.drop { $0 == " " }
        return text.hasPrefix("///") ? text.dropFirst(text.hasPrefix("/// ") ? 4 : 3) : ""
      }
      let article = try Article(lines.joined(separator: "\n"), file: file.name, allowsIndentedBlocks: true)
      let blocks = article.parts.compactMap { part in if case .block(let block) = part { block } else { nil } }
      parts += blocks.indices.filter { index in
        blocks[index].language.isEmpty || blocks.dropFirst(index + 1).first?.isDiagram(below: blocks[index]) == true
      }.map { .block(blocks[$0]) }
    }
  }

  private struct Fence {
    var indentation: Int
    var ticks: Int
    var language: String
  }

  private static func fence(_ line: String) -> Fence? {
    let text = line.drop { $0 == " " }
    let ticks = text.prefix { $0 == "`" }.count
    guard ticks >= 3 else { return nil }
    return Fence(
      indentation: line.count - text.count, ticks: ticks, language: String(text.dropFirst(ticks)).trimmed)
  }

  private static func isEnd(_ line: String, of fence: Fence) -> Bool {
    let text = line.trimmed
    return text.count >= fence.ticks && text.allSatisfy { $0 == "`" }
  }

  private static func unindented(_ line: String, by count: Int) -> String {
    String(line.dropFirst(min(count, line.prefix { $0 == " " }.count)))
  }

  private static func mark(_ lines: [String], _ place: Place) throws -> Mark? {
    if lines.count > 1 {
      guard lines[0].dropFirst(4).trimmed == "hidden" else { return nil }
      guard lines.last == "-->" else {
        throw Mistake(
          place: Place(place.file, place.line + lines.count - 1), message: "--> must be on a line of its own here")
      }
      return .hidden(Array(lines[1..<(lines.count - 1)]), Place(place.file, place.line + 1))
    }
    let text = lines[0].dropFirst(4).prefix { $0 != ">" }.dropLast(2).trimmed
    let words = text.split(separator: ":", maxSplits: 1).map { $0.trimmed }
    switch (words.first, words.dropFirst().first) {
    case ("output", nil): return .output
    case ("errors", nil): return .errors
    case ("fails", nil): return .fails
    case ("warns", nil): return .warns
    case ("changes", nil): return .changes
    case ("file", let name?):
      let options = name.split(separator: ",").map(\.trimmed)
      guard let path = options.first, options.count == 1 || options.dropFirst() == ["program"] else {
        throw Mistake(place: place, message: "unknown options of a file: \(name)")
      }
      return .file(path, isCode: options.count == 2)
    case ("exempt", let reason?): return .exempt(reason)
    case ("program", let options):
      guard let options = ProgramOptions(options ?? "") else {
        throw Mistake(place: place, message: "unknown options of a program: \(options ?? "")")
      }
      return .program(options, place)
    default: throw Mistake(place: place, message: "unknown mark: \(text)")
    }
  }
}

/// How a program of an article is compiled and run.
struct ProgramOptions: Equatable {
  enum Kind: String, CaseIterable {
    /// The blocks are a `main.swift`.
    case main
    /// The blocks are a file with an `@main` type.
    case library
    /// The blocks are a file with Swift Testing's tests.
    case tests
    /// The blocks are a `Package.swift`, which is only compiled.
    case manifest
    /// The blocks are a `main.swift`, which is only compiled.
    case compiled
  }

  var kind = Kind.main
  var languageMode = "6"
  /// The name by which a later program refers to this one, to include its code.
  var name: String?
  /// The program whose code precedes this one's.
  var predecessor: String?
  /// The program that this one imports as a module of the same name.
  var module: String?
  /// Whether the program draws diagrams, and is compiled with `Drawing.swift`.
  var drawsDiagrams = false

  init() {}

  /// Parses comma-separated options, such as `tests, Swift 5, named Search, after First, imports Model`; `nil` if one
  /// is unknown.
  init?(_ text: String) {
    for option in text.split(separator: ",").map({ $0.trimmed }) {
      if let kind = Kind(rawValue: option) {
        self.kind = kind
      } else if option == "Swift 5" {
        languageMode = "5"
      } else if option.hasPrefix("named ") {
        name = option.dropFirst(6).trimmed
      } else if option.hasPrefix("after ") {
        predecessor = option.dropFirst(6).trimmed
      } else if option.hasPrefix("imports ") {
        module = option.dropFirst(8).trimmed
      } else {
        return nil
      }
    }
  }
}

extension StringProtocol {
  /// The text without leading and trailing blanks.
  var trimmed: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }

  var withoutTrailingBlanks: String { String(reversed().drop { $0 == " " }.reversed()) }
}
