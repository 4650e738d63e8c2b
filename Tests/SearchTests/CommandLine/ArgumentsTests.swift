import Testing

@testable import Search

@Suite("Arguments of Search")
struct ArgumentsTests {
  private func parse(_ words: String...) throws(UsageError) -> Arguments {
    try Arguments(words.map { Array($0.utf8) })
  }

  @Test("reads paths, options and their values in any order")
  func all() throws {
    let arguments = try parse("a", "--query", "w o r d", "--max=5", "--ignore-case", "-", "--names", "--summary")
    #expect(arguments.word == Array("w o r d".utf8))
    #expect(arguments.paths == ["a", "-"])
    #expect(arguments.limit == 5)
    #expect(arguments.ignoresCase && arguments.isForNames && arguments.showsSummary && !arguments.isHelp)
    #expect(try parse("--query=a=b").word == Array("a=b".utf8))
    #expect(try parse("--query", "--max").word == Array("--max".utf8))
  }

  @Test("all arguments after -- are paths")
  func doubleDash() throws {
    #expect(try parse("--", "--query", "--").paths == ["--query", "--"])
  }

  @Test("the mode is the requested one, or the caller's default")
  func mode() throws {
    #expect(try parse().mode(otherwise: .contents) == .contents)
    #expect(try parse("--names").mode(otherwise: .contents) == .names)
    #expect(try parse("--contents").mode(otherwise: .names) == .contents)
    #expect(try parse("--names", "--contents").mode(otherwise: .names) == .both)
  }

  @Test("each mistake has a message")
  func mistakes() {
    func message(_ words: String...) -> String? {
      do throws(UsageError) {
        _ = try Arguments(words.map { Array($0.utf8) })
        return nil
      } catch {
        return error.message
      }
    }
    #expect(message("--nope") == "there is no option --nope; --help lists the options")
    #expect(message("-i") == "there is no option -i; --help lists the options")
    #expect(message("--query") == "--query needs a value after it")
    #expect(message("--query", "a\nb") == "the value after --query has more than one line")
    #expect(message("--max", "0") == "--max needs a whole number above 0, not 0")
    #expect(message("--max=x") == "--max needs a whole number above 0, not x")
    #expect(message("--names=1") == "--names takes no value")
    #expect(message("") == "the name of a file is empty")
    for option in ["--max=3", "--summary", "--ignore-case"] {
      #expect(message(option, "a") == "--ignore-case, --max and --summary need --query WORD")
    }
  }

  @Test("no line of the help is longer than 80 columns")
  func help() {
    #expect(Arguments.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
