#if os(Linux)
  import TestSupport

  /// The check of one article, or of the diagrams in doc comments, with its problems and counts.
  struct ArticleCheck {
    private let compiler: Compiler
    private(set) var problems: [String] = []
    private(set) var count = Count()
    /// The blocks that differ from the programs' current output, with that output.
    private(set) var stale: [(block: Article.Block, lines: [String])] = []

    struct Count {
      var swiftBlocks = 0
      var programs = 0
      var outputs = 0
      var diagnosed = 0
      var files = 0
      var exempt = 0
    }

    /// Checks an article.
    ///
    /// - Parameters:
    ///   - name: the path of the article, relative to the root of the package.
    ///   - text: its text.
    ///   - file: reads a file of the package.
    init(_ name: String, text: String, compiler: Compiler, file: (String) throws -> String) throws {
      self.compiler = compiler
      guard let article = noting({ try Article(text, file: name) }),
        let parts = noting({ try CheckedParts(article, in: name) })
      else { return }
      try check(parts, of: article)
      for (path, block) in parts.files where !Self.contains(block.lines, in: try file(path)) {
        problems.append("\(block.place): \(path) does not contain this block")
      }
    }

    /// Checks the diagrams in the doc comments of the source files of a folder, as one program, because a program for
    /// each file would take ten times as long.
    init(docCommentsIn folder: String, files: [(name: String, text: String)], compiler: Compiler) throws {
      self.compiler = compiler
      guard let article = noting({ try Article(docCommentsOf: files) }),
        let parts = noting({ try CheckedParts(article, in: folder) })
      else { return }
      try check(parts, of: article)
    }

    private mutating func check(_ parts: CheckedParts, of article: Article) throws {
      count.swiftBlocks = article.parts.count { part in
        if case .block(let block) = part { block.language == "swift" } else { false }
      }
      count.programs = parts.programs.count
      count.files = parts.files.count
      count.exempt = parts.exempt.count
      for program in parts.programs { try check(program) }
    }

    /// Returns the result of `body`. If `body` throws, records the error as a problem and returns `nil`.
    private mutating func noting<Result>(_ body: () throws -> Result) -> Result? {
      do {
        return try body()
      } catch {
        problems.append("\(error)")
        return nil
      }
    }

    private static func contains(_ lines: [String], in text: String) -> Bool {
      "\n\(text)".contains("\n" + lines.map { "\($0)\n" }.joined())
    }

    private mutating func check(_ program: Program) throws {
      let folder = try TestFolder()
      if let module = program.options.module {
        let source = Program.source(of: program.module, options: program.options)
        let compiled = try compiler.compileModule(module, source, options: program.options, in: folder)
        guard compiled.end == .exit(0) else {
          problems.append("\(program.place): the module \(module) does not compile\n\(compiled.errors)")
          return
        }
      }
      for block in program.diagnosed { try check(block, options: program.options, in: folder) }
      guard !program.pieces.isEmpty else { return }

      let source = Program.source(of: program.pieces, options: program.options)
      let compiled = try compiler.compile(source, options: program.options, in: folder)
      guard compiled.end == .exit(0) else {
        problems.append("\(program.place): the program does not compile\n\(compiled.errors)")
        return
      }
      let hasWarnings = program.diagnosed.contains { !$0.isError }
      if !hasWarnings, compiled.errors.contains("warning: ") {
        problems.append("\(program.place): the program compiles with a warning\n\(compiled.errors)")
      }
      guard program.options.kind != .manifest, program.options.kind != .compiled else { return }

      let run = try compiler.run(in: folder)
      if let errors = program.errors {
        count.outputs += 1
        compare(run.errors, with: errors)
      } else if run.end != .exit(0) || !(run.errors.isEmpty || program.options.kind == .tests) {
        problems.append("\(program.place): the program ends with \(run.end)\n\(run.output)\(run.errors)")
        return
      }
      let outputs = program.outputs
      guard !outputs.isEmpty else {
        if program.options.kind != .tests, !run.output.isEmpty {
          problems.append("\(program.place): the program's output is not shown: \(run.output)")
        }
        return
      }
      count.outputs += outputs.count
      let printed = run.output.split(separator: Program.separator, omittingEmptySubsequences: false)
      for (text, block) in zip(printed, outputs) { compare(String(text), with: block) }
      if let rest = printed.dropFirst(outputs.count).first, !rest.isEmpty {
        problems.append("\(program.place): the program prints more than is shown: \(rest)")
      }
    }

    private mutating func compare(_ text: String, with block: Article.Block) {
      // Ignore trailing blanks, which terminals do not show and editors remove.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.withoutTrailingBlanks)
      let shown = Array(lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed())
      guard shown != block.lines else { return }
      stale.append((block, shown))
      problems.append(
        "\(block.place): the block shows\n\(block.lines.joined(separator: "\n"))\nand the program prints\n"
          + shown.joined(separator: "\n"))
    }

    private mutating func check(_ block: Program.Diagnosed, options: ProgramOptions, in folder: TestFolder) throws {
      count.diagnosed += 1
      let result = try compiler.compile(
        Program.source(of: block.code, options: options), options: options, in: folder)
      if (result.end == .exit(0)) == block.isError {
        problems.append(
          "\(block.message.place): the block above \(block.isError ? "compiles" : "does not compile")\n"
            + result.errors)
      }
      // Compare only the message, because the compiler adds paths and columns that an article does not show.
      for line in block.message.lines where !line.trimmed.isEmpty && !result.errors.contains(line.trimmed) {
        problems.append("\(block.message.place): the compiler does not say \"\(line)\"\n\(result.errors)")
      }
    }

    /// The text of a file, with its blocks updated to the programs' current output.
    func updated(_ text: String, of file: String) -> String {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let stale = stale.filter { $0.block.place.file == file }
      for (block, shown) in stale.sorted(by: { $0.block.place.line > $1.block.place.line }) {
        let start = block.place.line - 1
        // The text before the block's fence: a list's indentation, or the start of a doc comment's line.
        let margin = lines[start - 1].prefix { $0 != "`" }
        lines.replaceSubrange(
          start..<(start + block.lines.count), with: shown.map { (margin + $0).withoutTrailingBlanks })
      }
      return lines.joined(separator: "\n")
    }
  }
#endif
