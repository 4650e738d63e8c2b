import TerminalControls
import Testing

@testable import Compare

@Suite("The arguments of Compare")
struct ArgumentsTests {
  @Test("keep the bytes of file names")
  func bytes() throws {
    let name = FileName(bytes: [0x61, 0xFF])
    #expect(try Arguments([name, "--svg", name]).file == name)
    #expect(try Arguments([name, "--svg", name]).svg == name)
  }

  @Test("name files that begin with a minus after --")
  func minus() throws {
    #expect(try Arguments(["--", "--json"]).file == "--json")
    #expect(try Arguments(["-"]).file == Arguments.standardStream)
  }

  @Test("with mistakes are rejected, each with its own message")
  func mistakes() {
    for (arguments, message) in [
      (["--svg"], "--svg needs a value after it"), (["--filter", ""], "the value after --filter is empty"),
      (["--nope"], "there is no option --nope; --help lists the options"), ([""], "the name of the file is empty"),
      (["--explain"], "--explain needs a value after it"),
      (["--explain", "end", "a"], "--explain ROW cannot be combined with anything else; --help explains"),
      (["a", "b"], "at most one file can be read; --help explains"),
      (["--svg", "-", "--json"], "--json and --svg - cannot both write to standard output"),
      ([FileName(bytes: [0x2D, 0xFF])], #"there is no option -\xFF; --help lists the options"#),
      (
        ["--filter", FileName(bytes: [0x61, 0xFF])],
        #"the value after --filter is not valid UTF-8: a\xFF"#
      ),
    ] as [([FileName], String)] {
      #expect(throws: Failure(message)) { try Arguments(arguments) }
    }
  }

  @Test("are explained on lines that fit a terminal, with the definition of a word")
  func help() {
    for line in Arguments.help.split(separator: "\n") { #expect(displayWidth(line) <= 80, "\(line)") }
    #expect(Arguments.help.contains("A word is a run of letters and numbers of any script"))
    #expect(Arguments.help.contains("Case makes no difference"))
  }
}
