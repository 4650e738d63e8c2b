import Testing

@testable import Compare

#if os(Linux)
  import Glibc

  /// Runs the program itself, which stands beside the tests.
  @Suite("The program Compare")
  struct ProgramTests {
    private struct Result {
      let status: Int32
      let output: String
      let errors: String
    }

    /// A directory that goes with its owner.
    private final class Folder {
      let path: String

      init() throws {
        var template = Array("/tmp/CompareTests.XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
      }

      deinit {
        for name in ["in", "out", "err", "text", "svg"] { unlink("\(path)/\(name)") }
        rmdir(path)
      }

      func write(_ bytes: [UInt8], to name: String) throws {
        let file = try #require(fopen("\(path)/\(name)", "w"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
      }

      func read(_ name: String) throws -> String {
        let source = try ByteSource(path: "\(path)/\(name)")
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = try buffer.withUnsafeMutableBytes { buffer throws(Failure) in try source.read(into: buffer) }
          if count == 0 { return String(decoding: bytes, as: UTF8.self) }
          bytes += buffer[..<count]
        }
      }
    }

    private func run(_ arguments: [String], input: String? = nil, in folder: Folder) throws -> Result {
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink("/proc/self/exe", &path, path.count - 1)
      let tests = String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let program = String(tests[..<(tests.lastIndex(of: "/") ?? tests.endIndex)]) + "/Compare"

      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      if let input { try folder.write(Array(input.utf8), to: "in") }
      let standardInput = input == nil ? "/dev/null" : "\(folder.path)/in"
      posix_spawn_file_actions_addopen(&actions, 0, standardInput, O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, "\(folder.path)/out", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, "\(folder.path)/err", O_WRONLY | O_CREAT | O_TRUNC, 0o600)

      var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      var child: pid_t = 0
      try #require(posix_spawn(&child, program, &actions, nil, &words, environ) == 0)
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0 { try #require(errno == EINTR) }
      return Result(
        status: status & 0x7F == 0 ? status >> 8 & 0xFF : -1, output: try folder.read("out"),
        errors: try folder.read("err"))
    }

    @Test("shows a poem without arguments")
    func poem() throws {
      let result = try run([], in: Folder())
      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.output.contains("Input: a poem of eight lines, 214 bytes."))
      #expect(result.output.contains("All three told their observers the same values in the same order."))
    }

    @Test("reads the file that is named, or standard input")
    func inputs() throws {
      let folder = try Folder()
      try folder.write(Array("one\ntwo\n".utf8), to: "text")
      #expect(try run(["\(folder.path)/text"], in: folder).output.contains("8 bytes"))
      #expect(try run([], input: "three", in: folder).output.contains("standard input, 5 bytes"))
      #expect(try run(["-"], input: "", in: folder).output.contains("standard input, 0 bytes"))
    }

    @Test("tells each mistake in one line, and fails")
    func mistakes() throws {
      let folder = try Folder()
      let text = "\(folder.path)/text"
      try folder.write(Array("one\n".utf8), to: "text")
      for (arguments, message) in [
        (["/nonexistent"], "cannot open /nonexistent: No such file or directory"),
        (["/"], "cannot read /: Is a directory"),
        (["/proc/self/mem"], "cannot read /proc/self/mem: Input/output error"),
        (["--svg", "/nonexistent/a.svg"], "cannot write /nonexistent/a.svg: No such file or directory"),
        (["--svg", "/"], "cannot write /: Is a directory"),
        ([text, "--svg", text], "\(text) is the input: it will not be overwritten"),
        (["--svg"], "--svg needs a value after it"), (["--filter", ""], "the value after --filter is empty"),
        (["--nope"], "there is no option --nope; --help lists them"),
        (["a", "b"], "one file at most, please; --help explains"),
      ] {
        let result = try run(arguments, in: folder)
        #expect(result.status == 1)
        #expect(result.errors == "Compare: \(message)\n")
        #expect(result.output == "")
      }
      #expect(try folder.read("text") == "one\n")
    }

    @Test("reads what is not UTF-8 with replacement characters, and says so")
    func invalid() throws {
      let folder = try Folder()
      try folder.write([0x61, 0xFF, 0x0A], to: "text")
      let result = try run(["\(folder.path)/text"], in: folder)
      #expect(result.status == 0)
      #expect(
        result.errors
          == "Compare: \(folder.path)/text is not valid UTF-8: read with 1 replacement character\n")
    }

    @Test("writes JSON, SVG and help")
    func forms() throws {
      let folder = try Folder()
      let json = try run(["--json", "--svg", "\(folder.path)/svg"], in: folder)
      #expect(json.status == 0)
      #expect(json.output.hasPrefix("{\n") && json.output.hasSuffix("}\n"))
      #expect(try folder.read("svg").hasSuffix("</svg>\n"))
      #expect(try run(["--help"], in: folder).output == Arguments.help)
    }
  }
#endif
