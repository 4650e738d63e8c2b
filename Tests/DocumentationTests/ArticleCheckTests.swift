#if os(Linux)
  import TestSupport
  import Testing

  @Suite("The check of an article", .dedicatedThreads) struct ArticleCheckTests {
    private func check(_ text: String, files: [String: String] = [:]) throws -> ArticleCheck {
      try ArticleCheck("Article.md", text: text, compiler: Compiler.shared.get(), file: { files[$0] ?? "" })
    }

    private func check(docComment: String) throws -> ArticleCheck {
      let files = [(name: "A.swift", text: Self.source(docComment: docComment)), (name: "B.swift", text: "enum B {}")]
      return try ArticleCheck(docCommentsIn: "Folder", files: files, compiler: Compiler.shared.get())
    }

    /// A source file whose doc comment starts on line 2.
    private static func source(docComment: String) -> String {
      let lines = docComment.split(separator: "\n", omittingEmptySubsequences: false)
      return "enum A {\n" + lines.map { "  ///\($0.isEmpty ? "" : " ")\($0)\n" }.joined() + "  case a\n}\n"
    }

    private func problems(_ text: String, files: [String: String] = [:]) throws -> [String] {
      try check(text, files: files).problems.map { $0.split(separator: "\n").first.map(String.init) ?? "" }
    }

    @Test("accepts a program whose blocks build on each other, and whose output is shown")
    func program() throws {
      let text = """
        # Title

        ```swift
        let numbers = [1, 2, 3]
        ```

        <!-- hidden
        func show(_ text: String) { print(text) }
        -->
        ```swift
        show("\\(numbers.count)")
        ```
        <!-- output -->
        ```
        3
        ```

        ```swift
        show("end")
        ```
        <!-- output -->
        ```
        end
        ```
        """
      let check = try check(text)
      #expect(check.problems == [])
      #expect(check.count.swiftBlocks == 3)
      #expect(check.count.programs == 1)
      #expect(check.count.outputs == 2)
    }

    @Test("a diff changes the program's code, and must match it")
    func changes() throws {
      let program = "<!-- program: compiled, named A -->\n```swift\nlet a = 1\nlet b = 2\n```\n"
      let diff = "<!-- program: main, after A -->\n<!-- changes -->\n```diff\n let a = 1\n-let b = 2\n+print(a)\n```\n"
      let output = "<!-- output -->\n```\n1\n```\n"
      #expect(try problems(program + diff + output) == [])
      let stale = diff.split(separator: "2").joined(separator: "3")
      #expect(
        try problems(program + stale + output)
          == ["Article.md:9: the program does not contain the lines that this diff changes"])
    }

    @Test("reports code that does not compile, or compiles with a warning, at its line")
    func code() throws {
      let wrong = try check("# Title\n\n```swift\nlet number: Int = \"one\"\n```")
      #expect(wrong.problems.count == 1)
      #expect(wrong.problems.first?.contains("Article.md:4:19: error") == true)
      let unused = try problems("```swift\nfunc call() { let unused = 1 }\n```")
      #expect(unused == ["Article.md:2: the program compiles with a warning"])
    }

    @Test("reports an output that differs from what the program prints, and corrects it")
    func stale() throws {
      let text = "```swift\nprint(\"two  \")\n```\n<!-- output -->\n```\none\n```\nThe rest.\n"
      let check = try check(text)
      #expect(check.problems == ["Article.md:6: the block shows\none\nand the program prints\ntwo"])
      #expect(
        check.updated(text, of: "Article.md")
          == "```swift\nprint(\"two  \")\n```\n<!-- output -->\n```\ntwo\n```\nThe rest.\n")
      let more = try problems("```swift\nprint(1)\n```\n<!-- output -->\n```\n1\n```\n```swift\nprint(2)\n```")
      #expect(more == ["Article.md:2: the program prints more than is shown: 2"])
      let none = try problems("```swift\nprint(1)\n```")
      #expect(none == ["Article.md:2: the program's output is not shown: 1"])
    }

    @Test("reports a program that stops, unless the article shows its message")
    func errors() throws {
      let stops = try problems("```swift\nimport Glibc\nexit(3)\n```")
      #expect(stops == ["Article.md:2: the program ends with exit(3)"])
      let shown =
        "```swift\nimport Glibc\n_ = write(2, \"no file\\n\", 8)\nexit(3)\n```\n<!-- errors -->\n```\nno file\n```"
      #expect(try problems(shown) == [])
    }

    @Test("a block that must not compile has to fail with the message shown, and is not part of the program")
    func fails() throws {
      func article(_ code: String, _ message: String) -> String {
        "```swift\nlet a = 1\n```\n<!-- fails -->\n```swift\n\(code)\n```\n```\n\(message)\n```\n```swift\nlet b = a + 1\n```"
      }
      #expect(try problems(article("a = 2", "error: cannot assign to value: 'a' is a 'let' constant")) == [])
      #expect(
        try problems(article("a = 2", "error: a is no variable"))
          == ["Article.md:9: the compiler does not say \"error: a is no variable\""])
      #expect(
        try problems(article("let c = a", "error:")).first == "Article.md:9: the block above compiles")
    }

    @Test("a block that compiles with a warning has to show it")
    func warns() throws {
      func article(_ message: String) -> String {
        "<!-- warns -->\n```swift\nfunc call() { let unused = 1 }\n```\n```\n\(message)\n```"
      }
      #expect(try problems(article("warning: initialization of immutable value 'unused' was never used")) == [])
      #expect(try problems(article("warning: something else")).count == 1)
    }

    @Test("runs tests and reports those that fail")
    func tests() throws {
      func article(_ condition: String) -> String {
        "<!-- program: tests -->\n```swift\nimport Testing\n@Test func sum() { #expect(\(condition)) }\n```"
      }
      #expect(try problems(article("1 + 1 == 2")) == [])
      #expect(try problems(article("1 + 1 == 3")) == ["Article.md:1: the program ends with exit(1)"])
    }

    @Test("compiles manifests, Swift 5 programs, and programs that continue another")
    func options() throws {
      let manifest =
        "<!-- program: manifest -->\n```swift\nimport PackageDescription\nlet package = Package(name: \"a\")\n```"
      #expect(try problems(manifest) == [])
      let global = "```swift\nfinal class Count { nonisolated(unsafe) static var a = 0; static var b = 0 }\n```"
      #expect(try problems(global) == ["Article.md:2: the program does not compile"])
      #expect(try problems("<!-- program: main, Swift 5 -->\n" + global) == [])
      let after =
        "<!-- program: main, named a -->\n```swift\nlet a = 1\n```\n<!-- program: main, after a -->\n```swift\nlet b = a\n```"
      #expect(try problems(after) == [])
      #expect(
        try problems("<!-- program: main, after a -->")
          == ["Article.md:1: no earlier program is named \"a\""])
      let module =
        "<!-- program: compiled, named Model -->\n```swift\nstruct Model { var count = 1 }\n```\n"
        + "<!-- program: tests, imports Model -->\n```swift\n@testable import Model\nimport Testing\n"
        + "@Test func count() { #expect(Model().count == 1) }\n```"
      #expect(try problems(module) == [])
      #expect(
        try problems(module.replacing("@testable ", with: "")) == ["Article.md:5: the program does not compile"])
    }

    private static let map = "```swift\na.map { $0 + 1 }\n```\n```\na      -1-|\nmap    -2-|\n```"

    @Test("draws the example above a diagram again, in an article and in a doc comment, and corrects the diagram")
    func diagram() throws {
      #expect(try problems(Self.map) == [])
      #expect(try check(docComment: Self.map).problems == [])
      let stale = Self.map.replacing("-2-|", with: "-3-|")
      let text = Self.source(docComment: stale)
      let check = try check(docComment: stale)
      #expect(
        check.problems == [
          "A.swift:6: the block shows\na      -1-|\nmap    -3-|\nand the program prints\na      -1-|\nmap    -2-|"
        ])
      #expect(check.updated(text, of: "A.swift") == Self.source(docComment: Self.map))
    }

    @Test("reports an example that does not compile or lacks a source, and a diagram without a result, at its line")
    func wrongDiagrams() throws {
      func problem(replacing part: String, with other: String) throws -> String? {
        try check(docComment: Self.map.replacing(part, with: other)).problems.first
      }
      let wrong = try problem(replacing: "$0 + 1", with: "$0.first")
      #expect(wrong?.contains("A.swift:3:12: error: value of type 'Int' has no member") == true)
      let missing = try problem(replacing: "a      -1-|\n", with: "")
      #expect(missing?.contains("A.swift:3:1: error: cannot find 'a' in scope") == true)
      let unused = try problem(replacing: "a.map", with: "Observable.of(1).map")
      #expect(unused?.contains("A.swift:6:") == true && unused?.contains("value 'a' was never used") == true)
      let letter = try problem(replacing: "-1-|", with: "-x-|")
      #expect(letter == "A.swift:6: the source a may only emit digits")
      let noResult = try problem(replacing: "map    -2-|\n", with: "")
      #expect(noResult == "A.swift:6: the block is not a diagram: it has no line of a result")
    }

    @Test("does not check other code in doc comments, but a block of text must be a diagram")
    func otherDocComments() throws {
      let code = "    let a: Int = true\n\n```swift\nlet a: Int = true\n```\n\n"
      let check = try check(docComment: code + "```console\ntext\n```")
      #expect(check.problems == [])
      #expect(check.count.programs == 0)
      let text = try self.check(docComment: code + "```\ntext\n```")
      #expect(text.problems == ["A.swift:9: a block of text has no mark, and is not directly below an example"])
    }

    @Test("compares a block with the file that it claims to be from")
    func files() throws {
      let text = "<!-- file: A.swift -->\n```swift\nlet a = 1\n```"
      #expect(try problems(text, files: ["A.swift": "// The number.\nlet a = 1\n"]) == [])
      #expect(
        try problems(text, files: ["A.swift": "let a = 10\n"]) == ["Article.md:3: A.swift does not contain this block"])
    }

    @Test("a block from a file may be part of the program")
    func filesOfPrograms() throws {
      let text = """
        <!-- file: A.swift, program -->
        ```swift
        let a = 1
        ```
        ```swift
        print(a)
        ```
        <!-- output -->
        ```
        1
        ```
        """
      #expect(try problems(text, files: ["A.swift": "let a = 1\n"]) == [])
      #expect(
        try problems(text, files: ["A.swift": "let a = 2\n"]) == ["Article.md:3: A.swift does not contain this block"])
      #expect(try problems("<!-- file: A.swift, x -->") == ["Article.md:1: unknown options of a file: A.swift, x"])
    }

    @Test("reports blocks without a mark and marks without a block")
    func marks() throws {
      #expect(
        try problems("```\ntext\n```") == [
          "Article.md:2: a block of text has no mark, and is not directly below an example"
        ])
      #expect(try problems("<!-- exempt: a drawing -->\n```\n-->\n```") == [])
      #expect(
        try problems("<!-- output -->\ntext") == ["Article.md:1: no such block follows the mark \"output\""])
      #expect(try problems("<!-- outptu -->") == ["Article.md:1: unknown mark: outptu"])
      #expect(try problems("<!-- exempt -->") == ["Article.md:1: unknown mark: exempt"])
      #expect(try problems("<!-- program: fast -->") == ["Article.md:1: unknown options of a program: fast"])
      #expect(try problems("text\n\n    indented\n").count == 1)
      #expect(try problems("- a list\n\n    of paragraphs\n") == [])
      #expect(try problems("```swift\nlet a = 1\n") == ["Article.md:1: the block has no end"])
    }
  }
#endif
