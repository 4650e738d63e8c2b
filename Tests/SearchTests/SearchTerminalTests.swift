#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Search

  /// The program on a terminal: keys in, screen out.
  @Suite("The program Search on a terminal", .dedicatedThreads)
  final class SearchTerminalTests {
    /// Kept until the end of the test.
    private var folders: [TestFolder] = []

    private static let escape = "\u{1B}"
    private static let (up, down, end) = ("\u{1B}[A", "\u{1B}[B", "\u{1B}[F")

    private func newFolder() throws -> TestFolder {
      let folder = try TestFolder()
      folders.append(folder)
      return folder
    }

    /// Twelve files with three lines each, the second of which contains the file's number.
    private func files() throws -> TestFolder {
      let folder = try newFolder()
      for number in 1...12 { try folder.write("first\nneedle \(number)\nlast\n", to: "file\(number).txt") }
      return folder
    }

    private func start(
      _ folder: TestFolder, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
      output: ChildProgram.Stream? = nil
    ) throws -> TerminalSession {
      try TerminalSession(
        "Search", [ByteString(folder.path)], columns: columns, rows: rows, environment: environment, output: output)
    }

    /// Lets a crash end the program as usual, without Swift's backtrace, even in sanitized programs.
    private static let plainCrashes: [String: String] = {
      let signals = ["segv", "sigbus", "sigfpe", "sigill", "sigtrap", "abort"].map { "handle_\($0)=0" }
      let options = (signals + ["abort_on_error=1", "detect_leaks=0"]).joined(separator: ":")
      return ["SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": options, "TSAN_OPTIONS": options]
    }()

    @Test("Enter prints the selected hit to standard output, restores the terminal and leaves")
    func choice() throws {
      let (folder, output) = (try files(), try newFolder())
      let session = try start(folder, output: .file("\(output.path)/chosen"))
      try session.wait(for: "12 files")
      try session.type("needle")
      try session.wait(for: "12 hits in")
      try session.type(Self.down)
      try session.type(Self.down)
      try session.wait(for: "the selection") { !$0.text(inRow: 4, style: "7").isEmpty }
      let selected = session.screen.lines[4]
      try session.type("\r")
      #expect(try session.end() == .exit(0))
      let chosen = try output.read("chosen")
      let name = try #require(chosen.split(separator: "/").last)
      #expect(chosen.hasPrefix(folder.path) && name.hasSuffix(".txt:2\n"))
      #expect(selected.contains(name.dropLast(2)))
      #expect(session.screen.isRestored)
      #expect(try session.terminal.isInLineMode())
      #expect(session.screen.unknown == [])
    }

    @Test("a preview shows the lines around the selected hit, with the match highlighted")
    func preview() throws {
      let session = try start(try files())
      try session.wait(for: "12 files")
      try session.type("needle 7")
      try session.wait(for: "1 hit in")
      try session.wait(for: "the preview") { screen in
        screen.lines.contains { $0.hasPrefix("1 first") } && screen.lines.contains { $0.hasPrefix("3 last") }
      }
      let row = try #require(session.screen.lines.firstIndex { $0.hasPrefix("2 needle 7") })
      #expect(session.screen.text(inRow: row, style: "1") == "2 needle 7")
      try session.type("\u{3}")
      #expect(try session.end() == .signal(SIGINT))
      #expect(session.screen.isRestored)
    }

    @Test("Tab changes what is searched, and Ctrl-T whether case matters")
    func options() throws {
      let session = try start(try files())
      try session.wait(for: "both · aa")
      try session.type("NEEDLE")
      try session.wait(for: "12 hits in")
      try session.type("\u{14}")
      try session.wait(for: "both · Aa")
      try session.wait(for: "0 hits in")
      try session.type("\u{15}file1")
      try session.wait(for: "4 hits in")
      try session.type("\t\t")
      try session.wait(for: "contents · Aa")
      try session.wait(for: "0 hits in")
      try session.type("\u{3}")
      _ = try session.end()
    }

    @Test("Escape clears the query, and then leaves with status 130 and without output")
    func escapes() throws {
      let (folder, output) = (try files(), try newFolder())
      let session = try start(folder, output: .file("\(output.path)/chosen"))
      try session.type("needle")
      try session.wait(for: "12 hits in")
      try session.type(Self.escape)
      try session.wait(for: "the empty query") { $0.lines[0].hasPrefix("Search:") && !$0.lines[0].contains("needle") }
      try session.type(Self.escape)
      #expect(try session.end() == .exit(130))
      #expect(try output.read("chosen") == "")
      #expect(session.screen.isRestored)
    }

    @Test("fits its window", arguments: [(80, 24), (200, 60), (40, 10), (20, 3), (1, 1)])
    func sizes(columns: Int, rows: Int) throws {
      let session = try start(try files(), columns: 80, rows: 24)
      try session.type("needle")
      try session.wait(for: "12 hits in")
      try session.resize(columns: columns, rows: rows)
      try session.type("\(Self.end)")
      if rows >= 10 {
        try session.wait(for: "the last hit") { screen in
          (2..<rows).contains { !screen.text(inRow: $0, style: "7").isEmpty }
        }
      }
      try session.type("\r")
      #expect(try session.end() == .exit(0))
      #expect(session.screen.isRestored)
      #expect(session.screen.unknown == [])
    }

    @Test("continues in a window that claims an impossible size", arguments: [20_000, 65_535])
    func hugeWindow(size: Int) throws {
      let session = try start(try files())
      try session.wait(for: "12 files")
      // Do not resize the screen model, which has no room for that many cells.
      try session.terminal.resize(columns: size, rows: size)
      try session.type("needle")
      try session.wait(for: "12 hits in")
      try session.type("\r")
      #expect(try session.end() == .exit(0))
      #expect(session.screen.isRestored)
      #expect(try session.terminal.isInLineMode())
    }

    @Test("no byte of a name or a line controls the terminal")
    func control() throws {
      let folder = try newFolder()
      try folder.write(
        Array("needle \u{1B}[2J\u{7}\u{9B}31m\r \u{202E}x\n".utf8) + [0xFF], to: Array("a\u{1B}]0;x\u{7}".utf8))
      let session = try start(folder)
      try session.type("needle")
      try session.wait(for: "1 hit in")
      try session.wait(for: "^[[2J^G")
      try session.type("\u{3}")
      _ = try session.end()
      #expect(session.screen.unknown == [])
      #expect(!session.terminal.channel.text.unicodeScalars.contains { [0x07, 0x9B, 0x202E].contains($0.value) })
    }

    @Test("shows that nothing was found, and that a directory could not be read")
    func problems() throws {
      let folder = try files()
      let deep = try DeepDirectory(in: folder.path)
      defer { deep.remove() }
      let session = try start(folder)
      try session.type("haystack")
      try session.wait(for: "0 hits in 12 files")
      try session.wait(for: "1 unreadable (")
      try session.type(Self.escape)
      try session.type(Self.escape)
      #expect(try session.end() == .exit(130))
    }

    @Test("a terminal that does not read causes no delay and no loss")
    func slowTerminal() throws {
      let session = try start(try files(), columns: 200, rows: 60)
      try session.wait(for: "12 files")
      // Far more is drawn than the terminal can hold, and none of it is read yet.
      for _ in 0..<200 { try session.type("needle\u{15}") }
      try session.type("needle 5")
      try session.wait(for: "1 hit in")
      try session.wait(for: "the query") { $0.lines[0].contains("Search: needle 5") }
      try session.type("\r")
      #expect(try session.end() == .exit(0))
      #expect(session.screen.isRestored)
    }

    @Test("Ctrl-Z restores the terminal and stops the program, which draws again when it continues")
    func stops() throws {
      let folder = try files()
      let session = try TerminalSession("Search", [ByteString(folder.path)], startedBy: .shellWithJobControl)
      try session.type("needle")
      try session.wait(for: "12 hits in")
      try session.type("\u{1A}")
      try session.wait(for: "STOPPED")
      #expect(session.screen.isRestored)
      try session.type("\n")
      try session.wait(for: "the screen") { $0.isAlternate && $0.text.contains("12 hits in") }
      try session.type(Self.escape)
      try session.wait(for: "the empty query") { !$0.lines[0].contains("needle") }
      try session.type(Self.escape)
      try session.wait(for: "ENDED 130")
      #expect(try session.end() == .exit(0))
    }

    @Test("a signal ends the program and restores the terminal", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func signals(number: Int32) throws {
      let session = try start(try files(), environment: Self.plainCrashes)
      try session.type("needle")
      try session.wait(for: "12 hits in")
      session.program.signal(number)
      #expect(try session.end() == .signal(number))
      #expect(session.screen.isRestored)
      #expect(try session.terminal.isInLineMode())
    }

    @Test(
      "a crash restores the terminal and ends the program as usual",
      arguments: [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP])
    func crashes(number: Int32) throws {
      let session = try start(try files(), environment: Self.plainCrashes)
      try session.type("needle")
      try session.wait(for: "12 hits in")
      session.program.signal(number)
      #expect(try session.end() == .signal(number))
      #expect(session.screen.isRestored)
      #expect(session.terminal.channel.text.hasSuffix("\u{1B}[?1049l"))
      #expect(try session.terminal.isInLineMode())
    }

    // The next two tests do not run under a sanitizer, which handles exhausted memory itself and cannot follow the
    // process that writes the backtrace.
    @Test("a crash without memory restores the terminal", .enabled(if: !isSanitized))
    func noMemory() throws {
      let session = try start(try files(), environment: Self.plainCrashes)
      // Not "12 files so far": nothing else may be under way that needs memory.
      try session.wait(for: "all files") { screen in
        screen.lines.contains { $0.contains("12 files") && !$0.contains("so far") }
      }
      try #require(limitMemory(of: session.program.process) == 0)
      // The cells of this window need 12 megabytes.
      try session.terminal.resize(columns: 1_000, rows: 500)
      let end = try session.end()
      #expect([SIGABRT, SIGILL, SIGSEGV, SIGTRAP].map(ChildProgram.End.signal).contains(end), "\(end)")
      #expect(session.screen.isRestored)
      #expect(try session.terminal.isInLineMode())
    }

    @Test(
      "Swift's backtrace of a crash is written to the restored screen",
      .enabled(if: !isSanitized))
    func backtrace() throws {
      // Omits the parts that take long in a large program.
      let options = "enable=yes,interactive=no,color=no,symbolicate=off,threads=crashed,images=none,registers=none"
      let environment = Self.plainCrashes.merging(["SWIFT_BACKTRACE": options]) { $1 }
      let session = try start(try files(), environment: environment)
      try session.wait(for: "12 files")
      session.program.signal(SIGILL)
      #expect(try session.end() == .signal(SIGILL))
      #expect(session.screen.isRestored)
      let afterwards = session.terminal.channel.text.split(separator: "\u{1B}[?1049l").last ?? ""
      #expect(afterwards.contains("Program crashed") && afterwards.contains("Thread 0"), "\(afterwards)")
      #expect(try session.terminal.isInLineMode())
    }

    @Test("handles keys typed before it started")
    func typedAhead() throws {
      let session = try start(try files())
      try session.type(Self.escape)
      #expect(try session.end() == .exit(130))
      #expect(session.screen.isRestored)
    }

    @Test("ends silently if nothing reads the choice")
    func closedOutput() throws {
      let output = try Channel.pipe()
      let session = try start(try files(), output: .channel(output.writeEnd))
      output.readEnd.close()
      output.writeEnd.close()
      try session.type("needle")
      try session.wait(for: "12 hits in")
      try session.type("\r")
      #expect(try session.end() == .signal(SIGPIPE))
      #expect(session.screen.isRestored)
      #expect(session.terminal.channel.text.hasSuffix("\u{1B}[?1049l"))
    }

    @Test("does not start on a terminal that cannot be opened, and says so in one line")
    func noTerminal() throws {
      let folder = try newFolder()
      let program = try ChildProgram(
        "Search", [ByteString(folder.path)], input: .file("/dev/null"), output: .file("\(folder.path)/.out"),
        errors: .file("\(folder.path)/.err"))
      #expect(try program.end() == .exit(2))
      #expect(try folder.read(".err").split(separator: "\n").count == 1)
    }
  }

  /// Prevents a process from getting more than another 4 megabytes of memory from the system. Returns 0 on success.
  ///
  /// Dispatch must still find memory for its small allocations: if one fails, it waits for memory for ever.
  private func limitMemory(of process: pid_t) -> Int32 {
    // Swift does not import the function.
    typealias Function = @convention(c) (pid_t, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> Int32
    guard let symbol = dlsym(nil, "prlimit") else { return -1 }
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let data = status.split(separator: "\n").first { $0.hasPrefix("VmData:") } ?? ""
    guard let kilobytes = rlim_t(data.filter(\.isNumber)) else { return -1 }
    let bytes = kilobytes * 1024 + 4 * 1024 * 1024
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    return unsafeBitCast(symbol, to: Function.self)(process, Int32(RLIMIT_DATA.rawValue), &limit, nil)
  }

  /// A directory whose path is too long for the system, so that even a superuser cannot list it by its path.
  private struct DeepDirectory {
    private let names: [String]
    private let parent: Int32

    init(in folder: String) throws {
      parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      try #require(parent >= 0)
      names = (0..<17).map { String($0 % 10) + String(repeating: "d", count: 250) }
      var current = dup(parent)
      for name in names {
        try #require(mkdirat(current, name, 0o700) == 0)
        let next = openat(current, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        close(current)
        current = next
      }
      close(current)
    }

    func remove() {
      for depth in names.indices.reversed() {
        var current = dup(parent)
        for name in names[..<depth] {
          let next = openat(current, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
          close(current)
          current = next
        }
        unlinkat(current, names[depth], AT_REMOVEDIR)
        close(current)
      }
      close(parent)
    }
  }
#endif
