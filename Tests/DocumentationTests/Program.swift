/// A program made from an article's Swift blocks, up to the next program or the article's end; or one made from all
/// examples with diagrams in an article or in the doc comments of a folder.
struct Program {
  /// Code of the program, or an output shown to the reader.
  enum Piece: Equatable {
    case code([String], Place)
    case output(Article.Block)
  }

  /// A block that must cause a diagnostic, with the program's code before it.
  struct Diagnosed: Equatable {
    var code: [Piece]
    var message: Article.Block
    /// Whether the block must fail to compile; otherwise the block must cause a warning.
    var isError: Bool
  }

  var options: ProgramOptions
  var place: Place
  var pieces: [Piece] = []
  /// The code of the module that the program imports.
  var module: [Piece] = []
  var errors: Article.Block?
  var diagnosed: [Diagnosed] = []

  /// Printed at the end of each output to separate it from the next. No article's program prints this character itself.
  static let separator = "\u{1}"

  var outputs: [Article.Block] {
    pieces.compactMap { piece in if case .output(let block) = piece { block } else { nil } }
  }

  /// Replaces the lines that a diff keeps and removes with those that it keeps and adds.
  mutating func apply(_ diff: Article.Block) throws {
    let old = diff.lines.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst()) }
    let new = diff.lines.filter { !$0.hasPrefix("-") }.map { String($0.dropFirst()) }
    for index in pieces.indices {
      guard case .code(let lines, let place) = pieces[index],
        let start = lines.indices.first(where: { Array(lines[$0...].prefix(old.count)) == old })
      else { continue }
      pieces[index] = .code(lines[..<start] + new + lines[(start + old.count)...], place)
      return
    }
    throw Article.Mistake(place: diff.place, message: "the program does not contain the lines that this diff changes")
  }

  /// Joins the source text of pieces. Compiler messages refer to lines of the article, except in a manifest, where
  /// hidden lines may be in the middle of an expression.
  static func source(of pieces: [Piece], options: ProgramOptions) -> String {
    pieces.map { piece in
      switch piece {
      case .code(let lines, let place):
        (options.kind == .manifest ? "" : "#sourceLocation(file: \"\(place.file)\", line: \(place.line))\n")
          + lines.map { "\($0)\n" }.joined()
      case .output: "print(\"\\u{1}\", terminator: \"\")\n"
      }
    }.joined()
  }
}

/// The checked parts of an article.
struct CheckedParts {
  var programs: [Program] = []
  /// Blocks quoted from a file of the package.
  var files: [(name: String, block: Article.Block)] = []
  /// Blocks that are not checked.
  var exempt: [(reason: String, block: Article.Block)] = []

  /// Assigns each block of the article to its check. `file` is the path of the article, or a folder of doc comments.
  init(_ article: Article, in file: String) throws {
    var rest = article.parts[...]
    var hasProgram = false
    var diagrams: [Program.Piece] = []
    var place = Place(file, 1)

    func block(after mark: String, language: String? = nil) throws -> Article.Block {
      guard case .block(let block)? = rest.popFirst(), language.map({ $0 == block.language }) ?? true else {
        throw Article.Mistake(place: place, message: "no such block follows the mark \"\(mark)\"")
      }
      place = block.place
      return block
    }
    func current() -> Int {
      if !hasProgram { programs.append(Program(options: ProgramOptions(), place: place)) }
      hasProgram = true
      return programs.count - 1
    }

    func code(ofProgram name: String) throws -> [Program.Piece] {
      guard let program = programs.last(where: { $0.options.name == name }) else {
        throw Article.Mistake(place: place, message: "no earlier program is named \"\(name)\"")
      }
      return program.pieces.filter { if case .code = $0 { true } else { false } }
    }

    while let part = rest.popFirst() {
      switch part {
      case .mark(.program(let options, let start)):
        place = start
        var program = Program(options: options, place: place)
        if let name = options.predecessor { program.pieces = try code(ofProgram: name) }
        if let name = options.module { program.module = try code(ofProgram: name) }
        programs.append(program)
        hasProgram = true
      case .mark(.hidden(let lines, let start)):
        place = start
        programs[current()].pieces.append(.code(lines, place))
      case .mark(.output):
        let block = try block(after: "output")
        programs[current()].pieces.append(.output(block))
      case .mark(.errors):
        programs[current()].errors = try block(after: "errors")
      case .mark(.fails), .mark(.warns):
        let code = try block(after: "\(part)", language: "swift")
        let message = try block(after: "\(part)")
        let index = current()
        let pieces = programs[index].pieces + [.code(code.lines, code.place)]
        let isError = part == .mark(.fails)
        programs[index].diagnosed.append(.init(code: pieces, message: message, isError: isError))
        if !isError { programs[index].pieces = pieces }
      case .mark(.changes):
        let block = try block(after: "changes", language: "diff")
        try programs[current()].apply(block)
      case .mark(.file(let name, let isCode)):
        let block = try block(after: "file")
        files.append((name, block))
        if isCode { programs[current()].pieces.append(.code(block.lines, block.place)) }
      case .mark(.exempt(let reason)):
        exempt.append((reason, try block(after: "exempt")))
      case .block(let block) where block.language == "swift":
        place = block.place
        if case .block(let diagram)? = rest.first, diagram.isDiagram(below: block) {
          rest.removeFirst()
          diagrams += try Diagram(diagram).pieces(of: block, diagram)
        } else {
          programs[current()].pieces.append(.code(block.lines, place))
        }
      case .block(let block):
        let message =
          block.language.isEmpty
          ? "a block of text has no mark, and is not directly below an example"
          : "a block of \(block.language) has no mark"
        throw Article.Mistake(place: block.place, message: message)
      }
    }
    if !diagrams.isEmpty {
      var options = ProgramOptions()
      options.drawsDiagrams = true
      let pieces = [.code(["import RxCore"], Place(file, 1))] + diagrams
      programs.append(Program(options: options, place: Place(file, 1), pieces: pieces))
    }
  }
}
