#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Every block of code in the README and the articles is compiled, programs are run, and their output is compared.
  ///
  /// `UPDATE_ARTICLES=1 swift test --filter DocumentationTests` writes the programs' output into the articles, and
  /// `ARTICLE=Testing` restricts the tests to articles with that word in their path.
  @Suite("Code in the README and the articles", .dedicatedThreads) struct ArticleTests {
    /// The README, CONTRIBUTING, and all articles.
    static let articles: [String] = {
      let files = FileManager.default.enumerator(atPath: "\(Compiler.root)/Sources")?.compactMap { $0 as? String } ?? []
      // Extensions contain only lists of links.
      let articles = files.filter { $0.contains(".docc/") && $0.hasSuffix(".md") && !$0.contains("/Extensions/") }
        .map { "Sources/\($0)" }
      let wanted = ProcessInfo.processInfo.environment["ARTICLE"]
      return (["README.md", "CONTRIBUTING.md"] + articles.sorted()).filter { wanted.map($0.contains) ?? true }
    }()

    @Test("compiles, and prints what the text says", arguments: articles)
    func check(article: String) throws {
      let text = try Self.read(article)
      let check = try ArticleCheck(article, text: text, compiler: Compiler.shared.get(), file: Self.read)
      for problem in check.problems { Issue.record("\(problem)") }
      let count = check.count
      print(
        "\(article): \(count.swiftBlocks) Swift blocks, \(count.programs) programs, \(count.outputs) outputs,",
        "\(count.diagnosed) diagnosed, \(count.files) from files, \(count.exempt) exempt")
      if ProcessInfo.processInfo.environment["UPDATE_ARTICLES"] != nil, !check.stale.isEmpty {
        try check.updated(text).write(toFile: "\(Compiler.root)/\(article)", atomically: true, encoding: .utf8)
      }
    }

    private static func read(_ name: String) throws -> String {
      try String(contentsOfFile: "\(Compiler.root)/\(name)", encoding: .utf8)
    }
  }
#endif
