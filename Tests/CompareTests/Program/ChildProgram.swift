#if os(Linux)
  import Glibc
  import TestSupport
  import Testing

  @testable import Compare

  /// A running program, which stands beside the tests.
  struct ChildProgram {
    /// What the child reads from or writes to.
    enum Stream {
      case file(String)
      case channel(Channel)
      case terminal(Terminal)
    }

    /// How a child ended.
    enum End: Equatable {
      case exit(Int32)
      case signal(Int32)
    }

    private let process: pid_t
    /// A pipe whose other end only the child holds, so that it can be read to its end when the child has ended.
    private let life: Channel

    /// Starts the program. With a terminal for input, Ctrl-C in that terminal interrupts the child.
    init(
      _ arguments: [FileName], ignoresInterrupts: Bool = false, input: Stream, output: Stream, errors: Stream
    ) throws {
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink("/proc/self/exe", &path, path.count - 1)
      let tests = path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
      let folder = tests[..<(tests.lastIndex(of: UInt8(ascii: "/")) ?? tests.endIndex)]
      let program = FileName(bytes: folder + Array("/Compare".utf8))

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

      // A shell may have started the tests with SIGINT ignored. In a session of its own, the child gets the first
      // terminal that it opens as its controlling terminal.
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGINT)
      sigaddset(&signals, SIGPIPE)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Self.newSession)

      // Only a shell can start a program with a signal ignored that the tests do not ignore.
      let shell: [FileName] = ignoresInterrupts ? ["/bin/sh", "-c", #"trap '' INT; exec "$0" "$@""#] : []
      var words = (shell + [program] + arguments).map { strdup($0.cString) } + [nil]
      defer { for word in words { free(word) } }
      var process: pid_t = 0
      let error = withExtendedLifetime(life) {
        descriptorLock.withLock { _ in
          posix_spawn(&process, (shell.first ?? program).cString, &actions, &attributes, &words, environ)
        }
      }
      try #require(error == 0)
      self.process = process
    }

    /// `POSIX_SPAWN_SETSID`, which Swift does not import.
    private static let newSession: Int16 = 0x80

    private static let lifeDescriptor: Int32 = 9

    func interrupt() { kill(process, SIGINT) }

    /// Waits until the child ends. Kills it if it does not.
    func end() throws -> End {
      let hasEnded = Result { try life.readToEnd() }
      if case .failure = hasEnded { kill(process, SIGKILL) }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 { try #require(errno == EINTR) }
      _ = try hasEnded.get()
      return status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
  }
#endif
