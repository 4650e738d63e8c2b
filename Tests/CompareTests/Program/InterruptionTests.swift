import TestSupport
import Testing

@testable import Compare

#if os(Linux)
  import Glibc

  @Suite("Ctrl-C", .dedicatedThreads)
  struct InterruptionTests {
    /// More text than fits into a pipe. Once all of it is written, the program has begun to read.
    private static let text = String(repeating: "one two\n", count: 20_000)

    @Test("stops reading; a report on the input so far follows, and the status is 130")
    func report() throws {
      let folder = try TestFolder()
      let input = try Channel.pipe()
      let program = try ChildProgram(
        "Compare", input: .channel(input.readEnd), output: .file("\(folder.path)/out"),
        errors: .file("\(folder.path)/err"))
      try input.writeEnd.write(Self.text)
      program.interrupt()
      #expect(try program.end() == .exit(130))
      let output = try folder.read("out")
      #expect(output.contains("The input was interrupted. This report covers what was read until then.\n"))
      #expect(output.contains("All four showed the same values in the same order"))
      #expect(!output.contains(" 0 bytes."))
      #expect(try folder.read("err") == "")
    }

    @Test("leaves no progress bar behind")
    func progressBar() throws {
      let folder = try TestFolder()
      let input = try Channel.pipe()
      let terminal = try PseudoTerminal()
      let program = try ChildProgram(
        "Compare", input: .channel(input.readEnd), output: .file("\(folder.path)/out"), errors: .terminal(terminal))
      // Keep writing, because the bar appears only with the first batch after a tenth of a second.
      for _ in 0..<10_000 where !terminal.channel.text.contains("MB") {
        try input.writeEnd.write(Self.text)
        if terminal.channel.hasBytes { _ = try terminal.channel.readSome() }
      }
      try #require(terminal.channel.text.contains("MB"))
      program.interrupt()
      #expect(try program.end() == .exit(130))
      try terminal.channel.readToEnd()
      #expect(terminal.lines == [""])
    }

    @Test("also stops reading input typed in a terminal")
    func typed() throws {
      let terminal = try PseudoTerminal(columns: 80)
      let program = try ChildProgram(
        "Compare", ["-"], input: .terminal(terminal), output: .terminal(terminal), errors: .terminal(terminal))
      try terminal.type(line: "one two")
      try terminal.channel.write("\u{3}")
      try terminal.channel.waitFor("All four showed")
      try terminal.channel.readToEnd()
      #expect(try program.end() == .exit(130))
      #expect(
        terminal.lines.prefix(2) == [
          "one two", "View models, written four ways: Bindable, Rx, Bridged, and @Observable.",
        ])
      #expect(terminal.lines.contains("The input was interrupted. This report covers what was read until then."))
      #expect(terminal.lines.contains("Counted: lines 1, words 2, most frequent \"one\"."))
    }

    /// `F_SETPIPE_SZ`, which Swift does not import.
    private static let setPipeSize: Int32 = 1031

    @Test("ends the program immediately when pressed twice")
    func second() throws {
      let folder = try TestFolder()
      let (input, output) = (try Channel.pipe(), try Channel.pipe())
      // A word of one letter with many accents is narrow, but makes the report so long that it does not fit in the pipe:
      // the program cannot end while nothing reads the pipe.
      let word = "e" + String(repeating: "\u{301}", count: 3_000)
      #expect(fcntl(output.writeEnd.descriptor, Self.setPipeSize, 4096) == 4096)
      let program = try ChildProgram(
        "Compare", input: .channel(input.readEnd), output: .channel(output.writeEnd),
        errors: .file("\(folder.path)/err"))
      try input.writeEnd.write(String(repeating: word + "\n", count: 40))
      program.interrupt()
      #expect(try output.readEnd.readSome(atMost: 1))
      program.interrupt()
      #expect(try program.end() == .signal(SIGINT))
    }

    @Test("is ignored if the program was started with SIGINT ignored, as in the background of a script")
    func ignored() throws {
      let folder = try TestFolder()
      let input = try Channel.pipe()
      let program = try ChildProgram(
        "Compare", startedBy: .shellThatIgnoresInterrupts, input: .channel(input.readEnd),
        output: .file("\(folder.path)/out"),
        errors: .file("\(folder.path)/err"))
      try input.writeEnd.write(Self.text)
      program.interrupt()
      input.writeEnd.close()
      #expect(try program.end() == .exit(0))
      #expect(try folder.read("out").contains("standard input, 160,000 bytes.\nNo filter was set.\n"))
    }
  }
#endif
