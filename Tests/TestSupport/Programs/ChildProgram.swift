#if os(Linux)
  import Foundation
  public import Glibc
  import Testing

  /// A running program of this package.
  public struct ChildProgram {
    /// A stream of the child.
    public enum Stream {
      case file(String)
      case channel(Channel)
      case terminal(PseudoTerminal)
    }

    /// How a child ended.
    public enum End: Equatable {
      case exit(Int32)
      case signal(Int32)
    }

    /// The process that starts the child.
    public enum Starter: String, Sendable {
      case tests = ""
      /// A shell that ignores SIGINT, as in the background of a script.
      case shellThatIgnoresInterrupts = #"trap '' INT; exec "$0" "$@""#
      /// A shell that ignores SIGHUP, like `nohup`.
      case shellThatIgnoresHangups = #"trap '' HUP; exec "$0" "$@""#
      /// A shell with job control, like a user's. It writes STOPPED after Ctrl-Z, waits for a line, continues the
      /// program, and writes ENDED with its status.
      case shellWithJobControl = #"set -m; "$0" "$@"; echo STOPPED; read line; fg > /dev/null; echo ENDED $?"#
    }

    public let process: pid_t
    /// A pipe whose other end only the child holds, so reading reaches the end when the child has ended.
    private let life: Channel

    /// Starts the program with this path, or with this name next to the tests. The program has its own session, whose
    /// controlling terminal is the first terminal among the streams. Ctrl-C there interrupts the program.
    ///
    /// - Parameters:
    ///   - environment: variables added to those of the tests, or replacing them.
    ///   - starter: the process that starts the program.
    public init(
      _ name: String, _ arguments: [ByteString] = [], environment: [String: String] = [:],
      startedBy starter: Starter = .tests, input: Stream, output: Stream, errors: Stream
    ) throws {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for (number, stream) in [input, output, errors].enumerated() {
        switch stream {
        case .file(let name):
          let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
          posix_spawn_file_actions_addopen(&actions, Int32(number), name, flags, 0o600)
        case .channel(let channel):
          posix_spawn_file_actions_adddup2(&actions, channel.descriptor, Int32(number))
        case .terminal(let terminal):
          posix_spawn_file_actions_addopen(&actions, Int32(number), terminal.name, O_RDWR, 0)
        }
      }

      let life = try Channel.pipe()
      posix_spawn_file_actions_adddup2(&actions, life.writeEnd.descriptor, Self.lifeDescriptor)
      self.life = life.readEnd

      // Reset signals to their defaults: the tests may have inherited ignored ones from their parent. Give the child
      // its own session, so that the first terminal it opens becomes its controlling terminal.
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var signals = sigset_t()
      sigemptyset(&signals)
      for number in [SIGINT, SIGPIPE, SIGTSTP, SIGHUP, SIGQUIT, SIGTERM] { sigaddset(&signals, number) }
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Self.newSession)

      // A shell starts the program if the program must ignore a signal that the tests do not ignore, or if Ctrl-Z must
      // stop it: without a shell in its session, Ctrl-Z has no effect.
      let program = try Self.file(name)
      let shell: [ByteString] = starter == .tests ? [] : ["/bin/sh", "-c", ByteString(starter.rawValue)]
      let words = (shell + [program] + arguments).map(\.cString)
      var process: pid_t = 0
      let error = withPointers(to: words) { words in
        withPointers(to: Self.environment(with: environment)) { environment in
          withExtendedLifetime(life) {
            descriptorLock.withLock { _ in
              posix_spawn(&process, (shell.first ?? program).cString, &actions, &attributes, words, environment)
            }
          }
        }
      }
      try #require(error == 0, "\(name) cannot be started: error \(error)")
      self.process = process
    }

    /// The program with this path, or with this name next to the tests.
    private static func file(_ name: String) throws -> ByteString {
      if name.hasPrefix("/") { return ByteString(name) }
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink("/proc/self/exe", &path, path.count - 1)
      let tests = path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
      let folder = tests[..<(tests.lastIndex(of: UInt8(ascii: "/")) ?? tests.endIndex)]
      return ByteString(folder + Array("/\(name)".utf8))
    }

    private static func environment(with changes: [String: String]) -> [[CChar]] {
      var result: [[CChar]] = changes.map { name, value in Array("\(name)=\(value)".utf8CString) }
      var entry = environ
      while let text = entry.pointee {
        let line = String(cString: text)
        if !changes.keys.contains(where: { line.hasPrefix("\($0)=") }) { result.append(Array(line.utf8CString)) }
        entry += 1
      }
      return result
    }

    /// `POSIX_SPAWN_SETSID`, which Swift does not import.
    private static let newSession: Int16 = 0x80

    private static let lifeDescriptor: Int32 = 9

    /// Sends the child SIGINT, like Ctrl-C in its terminal.
    public func interrupt() { signal(SIGINT) }

    public func signal(_ number: Int32) { kill(process, number) }

    /// Whether a signal was sent to the child and has not arrived. The system combines it with another of the same
    /// number.
    public func isPending(_ number: Int32) -> Bool {
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") } ?? ""
      let pending = UInt64(line.dropFirst("ShdPnd:".count).filter { $0.isHexDigit }, radix: 16) ?? 0
      return pending >> UInt64(number - 1) & 1 == 1
    }

    /// Waits until the child ends, and kills it at the limit.
    public func end() throws -> End {
      let hasEnded = Result { try life.readToEnd() }
      if case .failure = hasEnded { kill(process, SIGKILL) }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 { try #require(errno == EINTR) }
      _ = try hasEnded.get()
      return status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
  }

  /// Whether the tests and programs were built with a sanitizer.
  public let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

  /// Calls `body` with a null-terminated array of C strings.
  private func withPointers<Result>(
    to strings: [[CChar]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws -> Result
  ) rethrows -> Result {
    let copies = strings.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return try copies.withUnsafeBufferPointer { buffer in
      guard let first = buffer.baseAddress else { preconditionFailure("An array with a null pointer is not empty.") }
      return try body(first)
    }
  }
#endif
