import TerminalControls
import TestSupport
import Testing

@testable import Compare

#if os(Linux)
  import Glibc

  @Suite("The program Compare", .dedicatedThreads)
  struct ProgramTests {
    private struct Result {
      let status: Int32
      let output: String
      let errors: String
    }

    /// Runs the program to its end. Without `input`, its standard input is `/dev/null`.
    private func run(_ arguments: [ByteString], input: String? = nil, in folder: TestFolder) throws -> Result {
      if let input { try folder.write(input, to: "in") }
      let program = try ChildProgram(
        "Compare", arguments, input: .file(input == nil ? "/dev/null" : "\(folder.path)/in"),
        output: .file("\(folder.path)/out"),
        errors: .file("\(folder.path)/err"))
      guard case .exit(let status) = try program.end() else {
        return Result(status: -1, output: try folder.read("out"), errors: try folder.read("err"))
      }
      return Result(status: status, output: try folder.read("out"), errors: try folder.read("err"))
    }

    @Test("without arguments shows a poem")
    func poem() throws {
      let result = try run([], in: TestFolder())
      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.output.contains("Input: a poem of eight lines, 214 bytes."))
      #expect(result.output.contains("All four showed the same values in the same order"))
    }

    @Test("reads the named file, or standard input")
    func inputs() throws {
      let folder = try TestFolder()
      let text = try folder.write("one\ntwo\n", to: "text")
      #expect(try run([text], in: folder).output.contains("8 bytes"))
      #expect(try run([], input: "three", in: folder).output.contains("standard input, 5 bytes"))
      #expect(try run(["-"], input: "", in: folder).output.contains("standard input, 0 bytes"))
    }

    @Test("reports each mistake in one line, and fails")
    func mistakes() throws {
      let folder = try TestFolder()
      for (arguments, message) in [
        (["/nonexistent"], "cannot open /nonexistent: No such file or directory"),
        (
          [ByteString(Array("/caf".utf8) + [0xE9])],
          "cannot open /caf\u{FFFD}: its name is not valid UTF-8; pass the file as standard input"
        ),
        (["/"], "cannot read /: Is a directory"),
        (["/proc/self/mem"], "cannot read /proc/self/mem: Input/output error"),
        (["--nope"], "there is no option --nope; --help lists the options"),
        (
          ["--explain", "nope"],
          "there is no row nope; the rows are \(Explanation.all.map(\.row).joined(separator: ", "))"
        ),
      ] as [([ByteString], String)] {
        let result = try run(arguments, in: folder)
        #expect(result.status == 1)
        #expect(result.errors == "Compare: \(message)\n")
        #expect(result.output == "")
      }
    }

    @Test("reports in one line that standard output cannot be written")
    func fullOutput() throws {
      let folder = try TestFolder()
      let program = try ChildProgram(
        "Compare", input: .file("/dev/null"), output: .file("/dev/full"), errors: .file("\(folder.path)/err"))
      #expect(try program.end() == .exit(1))
      #expect(try folder.read("err") == "Compare: cannot write to standard output: No space left on device\n")
    }

    @Test("ends silently if nothing reads its output, like other programs")
    func closedOutput() throws {
      let folder = try TestFolder()
      let output = try Channel.pipe()
      output.readEnd.close()
      let program = try ChildProgram(
        "Compare", input: .file("/dev/null"), output: .channel(output.writeEnd), errors: .file("\(folder.path)/err"))
      #expect(try program.end() == .signal(SIGPIPE))
      #expect(try folder.read("err") == "")
    }

    @Test("waits for a slow output that another program has made non-blocking")
    func nonBlockingOutput() throws {
      let output = try Channel.pipe()
      let descriptor = dup(output.writeEnd.descriptor)
      output.writeEnd.close()
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      let text = String(repeating: "text\n", count: 1_000_000)
      startThread {
        #expect(writeAll(text, to: descriptor) == nil)
        close(descriptor)
      }
      #expect(try output.readEnd.readToEnd().utf8.count == text.utf8.count)
    }

    @Test("reports on what was read before the input failed, and fails")
    func brokenInput() throws {
      let folder = try TestFolder()
      // The input is a terminal, because reading fails once a terminal's other end is closed.
      let terminal = try PseudoTerminal()
      let other = try terminal.open()
      try other.write("one two\n")
      let program = try ChildProgram(
        "Compare", ["-"], input: .channel(terminal.channel), output: .file("\(folder.path)/out"),
        errors: .file("\(folder.path)/err"))
      other.close()
      #expect(try program.end() == .exit(1))
      #expect(try folder.read("err") == "Compare: cannot read standard input: Input/output error\n")
      let output = try folder.read("out")
      #expect(output.contains("The input could not be read to its end. This report is on what was read.\n"))
      #expect(output.contains("Counted: lines 1, words 2, most frequent \"one\".\n"))
    }

    @Test(
      "makes the diagram as wide as the terminal, from 80 to 120 columns",
      arguments: [(40, 6), (80, 6), (100, 8), (120, 8), (200, 8)])
    func width(columns: Int, widthOfColumn: Int) throws {
      let folder = try TestFolder()
      let terminal = try PseudoTerminal(columns: columns)
      let program = try ChildProgram(
        "Compare", input: .file("/dev/null"), output: .terminal(terminal), errors: .file("\(folder.path)/err"))
      try terminal.channel.readToEnd()
      #expect(try program.end() == .exit(0))
      let axis = "after line    " + padded("start", columns: widthOfColumn) + "1"
      #expect(terminal.lines.contains { $0.hasPrefix(axis + " ") })
    }

    @Test("reports on text that is not valid UTF-8, says so in one line, and fails")
    func invalid() throws {
      let folder = try TestFolder()
      try folder.write([0x61, 0xFF, 0x62, 0x0A], to: Array("text".utf8))
      let result = try run([folder.file("text")], in: folder)
      #expect(result.status == 1)
      #expect(
        result.errors
          == "Compare: \(folder.path)/text is not valid UTF-8: it was read with replacement characters\n")
      #expect(result.output.contains("Counted: lines 1, words 2, most frequent \"a\".\n"))
    }

    @Test("writes help, explanations and code")
    func forms() throws {
      let folder = try TestFolder()
      #expect(try run(["--help"], in: folder).output == Arguments.help)
      #expect(try run(["--explain", "burst"], in: folder).output == Explanation.all[1].text)
      let code = try run(["--code"], in: folder)
      #expect(code.status == 0)
      #expect(code.output == CodeBesideCode.pairs.map { $0.text(columns: .max) }.joined(separator: "\n\n"))
    }
  }
#endif
