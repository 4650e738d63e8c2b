#if os(Linux)
  import Foundation
  import OperatorTable
  import TestSupport
  import Testing

  /// Every block of code in the README and the articles is compiled, programs are run, and their output is compared.
  /// The same applies to the examples of diagrams in doc comments.
  ///
  /// `UPDATE_ARTICLES=1 swift test --filter DocumentationTests` writes the programs' output into the articles and doc
  /// comments, and `ARTICLE=Testing` restricts the tests to files with that word in their path.
  @Suite("Code in the README, the articles and the doc comments", .dedicatedThreads) struct ArticleTests {
    /// The README, CONTRIBUTING, and all articles.
    static let articles = wanted(
      // Without the extensions, which contain only lists of links.
      ["README.md", "CONTRIBUTING.md"] + files(".md").filter { $0.contains(".docc/") && !$0.contains("/Extensions/") })

    /// The source files with diagrams.
    static let sources = files(".swift").filter { (try? read($0).contains("/// ```")) ?? false }

    private static func files(_ suffix: String) -> [String] {
      let files = FileManager.default.enumerator(atPath: "\(Compiler.root)/Sources")?.compactMap { $0 as? String } ?? []
      return files.filter { $0.hasSuffix(suffix) }.map { "Sources/\($0)" }.sorted()
    }

    private static func wanted(_ files: [String]) -> [String] {
      let word = ProcessInfo.processInfo.environment["ARTICLE"]
      return files.filter { word.map($0.contains) ?? true }
    }

    private static func folder(of file: String) -> String {
      String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)])
    }

    @Test("compiles, and prints what the text says", arguments: articles)
    func check(article: String) throws {
      let text = try Self.read(article)
      let check = try ArticleCheck(article, text: text, compiler: Compiler.shared.get(), file: Self.read)
      try report(check, of: [(article, text)])
      let count = check.count
      print(
        "\(article): \(count.swiftBlocks) Swift blocks, \(count.programs) programs, \(count.outputs) outputs,",
        "\(count.diagnosed) diagnosed, \(count.files) from files, \(count.exempt) exempt")
    }

    @Test("draws the diagrams in doc comments", arguments: Set(wanted(sources).map(folder)).sorted())
    func check(folder: String) throws {
      let files = try Self.wanted(Self.sources).filter { Self.folder(of: $0) == folder }
        .map { (name: $0, text: try Self.read($0)) }
      let check = try ArticleCheck(docCommentsIn: folder, files: files, compiler: Compiler.shared.get())
      try report(check, of: files)
      print("\(folder): \(check.count.outputs) diagrams")
    }

    /// Records the problems. With `UPDATE_ARTICLES`, also corrects the files.
    private func report(_ check: ArticleCheck, of files: [(name: String, text: String)]) throws {
      for problem in check.problems { Issue.record("\(problem)") }
      for file in files {
        let updated = check.updated(file.text, of: file.name)
        if updated != file.text { try Self.update(file.name, to: updated) }
      }
    }

    @Test("the tables of the article Operators are those of the list of operators")
    func operatorTables() throws {
      let name = "Sources/RxCore/RxCore.docc/Operators.md"
      let article = try Self.read(name)
      let start = try #require(article.firstRange(of: "## By task\n\n")).upperBound
      let end = try #require(article[start...].firstRange(of: "\n\n| I want to emit elements myself")).lowerBound
      let tables = OperatorList.articleTables
      #expect(article[start..<end] == tables)
      try Self.update(name, to: article[..<start] + tables + article[end...])
    }

    @Test(
      "the groups of operators of each type are those of the list of operators", arguments: OperatorList.Page.allCases)
    func operatorGroups(page: OperatorList.Page) throws {
      let text = try Self.read(page.file)
      let updated = try OperatorList.updated(text, of: page)
      #expect(text == updated)
      try Self.update(page.file, to: updated)
    }

    @Test("each operator of an observable is in a row of the tables, and each row has an operator")
    func operatorsHaveTasks() {
      func name(_ entry: OperatorList.Entry) -> Substring { entry.symbol.prefix { $0.isLetter } }
      let operators = OperatorList.entries.filter { $0.pages.contains(.observable) }
      #expect(Set(operators.map(name)) == Set(operators.filter { !$0.tasks.isEmpty }.map(name)))
      #expect(Set(OperatorList.entries.flatMap(\.tasks)) == Set(OperatorList.tables.flatMap(\.tasks)))
    }

    @Test("each operator of an observable has a row in the operator table")
    func operatorsHaveRows() {
      let rows = Set(OperatorCase.all.flatMap { $0.description.split { !$0.isLetter } })
      // They have neither a source nor a closure, or only change the type.
      let exempt = ["just", "from", "range", "empty", "never", "asCompletable"]
      let operators = OperatorList.entries.filter { $0.pages.contains(.observable) }
      let names = Set(operators.map { $0.symbol.prefix { $0.isLetter } })
      #expect(names.subtracting(rows).sorted() == exempt.map { $0[...] }.sorted())
    }

    private static func update(_ name: String, to text: String) throws {
      guard ProcessInfo.processInfo.environment["UPDATE_ARTICLES"] != nil else { return }
      try text.write(toFile: "\(Compiler.root)/\(name)", atomically: true, encoding: .utf8)
    }

    @Test("every operator in the tables of the article Operators has a diagram, apart from a few")
    func operatorsHaveDiagrams() throws {
      let tables = OperatorList.articleTables
      let linked = Set(tables.matches(of: /\]\(doc:[^)]*\/(\w+)/).map { String($0.1) })
      var drawn: Set<String> = []
      for file in Self.sources {
        var hasDiagram = false
        for line in try Self.read(file).split(separator: "\n").map(\.trimmed) where !line.hasPrefix("@") {
          if line.hasPrefix("///") {
            hasDiagram = hasDiagram || line == "/// ```"
          } else {
            if hasDiagram, let name = line.firstMatch(of: /(?:func|var|class) `?(\w+)/) { drawn.insert(String(name.1)) }
            hasDiagram = false
          }
        }
      }
      // No diagram can show these, which need tasks, threads, the time of day or a decoder.
      #expect(
        linked.subtracting(drawn).sorted() == ["asObservable", "debug", "decode", "toBlocking", "value", "values"])
    }

    private static func read(_ name: String) throws -> String {
      try String(contentsOfFile: "\(Compiler.root)/\(name)", encoding: .utf8)
    }
  }
#endif
