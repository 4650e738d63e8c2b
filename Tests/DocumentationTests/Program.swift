/// The Swift blocks of an article, up to the next program or the article's end, or the examples with diagrams of an
/// article or of a file's doc comments.
struct Program {
  /// Code of the program, or an output shown to the reader.
  enum Piece: Equatable {
    case code([String], firstLine: Int)
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
  var firstLine: Int
  var pieces: [Piece] = []
  /// The code of the module that the program imports.
  var module: [Piece] = []
  var errors: Article.Block?
  var diagnosed: [Diagnosed] = []

  /// Printed where an output ends. Programs of articles never print it themselves.
  static let separator = "\u{1}"

  var outputs: [Article.Block] {
    pieces.compactMap { piece in if case .output(let block) = piece { block } else { nil } }
  }

  /// Joins the source text of pieces. Compiler messages refer to lines of the article, except in a manifest, where
  /// hidden lines may be in the middle of an expression.
  static func source(of pieces: [Piece], in article: String, options: ProgramOptions) -> String {
    pieces.map { piece in
      switch piece {
      case .code(let lines, let line):
        (options.kind == .manifest ? "" : "#sourceLocation(file: \"\(article)\", line: \(line))\n")
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

  /// Assigns each block of the article to its check.
  init(_ article: Article) throws {
    var rest = article.parts[...]
    var hasProgram = false
    var diagrams: [Program.Piece] = []
    var line = 1

    func block(after mark: String, language: String? = nil) throws -> Article.Block {
      guard case .block(let block)? = rest.popFirst(), language.map({ $0 == block.language }) ?? true else {
        throw Article.Mistake(line: line, message: "no such block follows the mark \"\(mark)\"")
      }
      line = block.firstLine
      return block
    }
    func current() -> Int {
      if !hasProgram { programs.append(Program(options: ProgramOptions(), firstLine: line)) }
      hasProgram = true
      return programs.count - 1
    }

    func code(ofProgram name: String) throws -> [Program.Piece] {
      guard let program = programs.last(where: { $0.options.name == name }) else {
        throw Article.Mistake(line: line, message: "no earlier program is named \"\(name)\"")
      }
      return program.pieces.filter { if case .code = $0 { true } else { false } }
    }

    while let part = rest.popFirst() {
      switch part {
      case .mark(.program(let options, let firstLine)):
        line = firstLine
        var program = Program(options: options, firstLine: line)
        if let name = options.predecessor { program.pieces = try code(ofProgram: name) }
        if let name = options.module { program.module = try code(ofProgram: name) }
        programs.append(program)
        hasProgram = true
      case .mark(.hidden(let lines, let firstLine)):
        line = firstLine
        programs[current()].pieces.append(.code(lines, firstLine: firstLine))
      case .mark(.output):
        let block = try block(after: "output")
        programs[current()].pieces.append(.output(block))
      case .mark(.errors):
        programs[current()].errors = try block(after: "errors")
      case .mark(.fails), .mark(.warns):
        let code = try block(after: "\(part)", language: "swift")
        let message = try block(after: "\(part)")
        let index = current()
        let pieces = programs[index].pieces + [.code(code.lines, firstLine: code.firstLine)]
        let isError = part == .mark(.fails)
        programs[index].diagnosed.append(.init(code: pieces, message: message, isError: isError))
        if !isError { programs[index].pieces = pieces }
      case .mark(.file(let name)):
        files.append((name, try block(after: "file")))
      case .mark(.exempt(let reason)):
        exempt.append((reason, try block(after: "exempt")))
      case .block(let block) where block.language == "swift":
        line = block.firstLine
        if case .block(let diagram)? = rest.first, diagram.isDiagram(below: block) {
          rest.removeFirst()
          diagrams += try Diagram(diagram).pieces(of: block, diagram)
        } else {
          programs[current()].pieces.append(.code(block.lines, firstLine: line))
        }
      case .block(let block):
        throw Article.Mistake(
          line: block.firstLine, message: "a block of \(block.language.isEmpty ? "text" : block.language) has no mark")
      }
    }
    if !diagrams.isEmpty {
      var options = ProgramOptions()
      options.drawsDiagrams = true
      let pieces = [.code(["import RxCore"], firstLine: 1)] + diagrams
      programs.append(Program(options: options, firstLine: 1, pieces: pieces))
    }
  }
}
