import TerminalControls
import Testing

@testable import Compare

@Suite("The arguments of Compare")
struct ArgumentsTests {
  @Test("name a file, standard input, or a file that begins with a minus after --")
  func files() throws {
    #expect(try Arguments([]).file == nil)
    #expect(try Arguments(["a", "--filter", "b"]).file == "a")
    #expect(try Arguments(["-"]).file == Arguments.standardInput)
    #expect(try Arguments(["--", "--code"]).file == "--code")
  }

  @Test("with mistakes are rejected, each with its own message")
  func mistakes() {
    let alone = "--explain ROW and --code cannot be combined with anything else; --help explains"
    for (arguments, message) in [
      (["--filter"], "--filter needs a value after it"), (["--filter", ""], "the value after --filter is empty"),
      (["--nope"], "there is no option --nope; --help lists the options"), ([""], "the name of the file is empty"),
      (["--nope\u{1B}"], "there is no option --nope?; --help lists the options"),
      (["--explain"], "--explain needs a value after it"), (["--explain", "end", "a"], alone),
      (["--code", "--filter", "a"], alone), (["--code", "--explain", "end"], alone),
      (["a", "b"], "at most one file can be read; --help explains"),
    ] {
      #expect(throws: Failure(message)) { try Arguments(arguments) }
    }
  }

  @Test("are explained on lines that fit a terminal, with the definition of a word")
  func help() {
    for line in Arguments.help.split(separator: "\n") { #expect(displayWidth(line) <= 80, "\(line)") }
    #expect(Arguments.help.contains("A word is a run of letters of any script. Case makes no difference."))
  }
}
