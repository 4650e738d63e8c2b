import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why reading ended.
enum InputEnd: Equatable, Sendable {
  /// The whole input was read.
  case complete
  /// The user pressed Ctrl-C.
  case interrupted
  case failed(Failure)
}

/// The bytes of a file, of standard input, or of a text in memory.
struct ByteSource {
  enum Piece {
    case bytes(ArraySlice<UInt8>)
    case end(InputEnd)
  }

  /// The name in messages.
  let name: String
  /// The number of bytes, if known before reading.
  let size: Int?
  /// Reads the next piece, which is not empty.
  let next: () -> Piece

  /// Bytes in memory, read in pieces of at most `piece` bytes. The source then ends with `end`.
  init(_ bytes: [UInt8], name: String = "text", piece: Int = .max, end: InputEnd = .complete) {
    self.name = name
    size = bytes.count
    var rest = bytes[...]
    next = {
      let bytes = rest.prefix(piece)
      rest = rest.dropFirst(piece)
      return bytes.isEmpty ? .end(end) : .bytes(bytes)
    }
  }

  /// Opens a file.
  init(file: String) throws(Failure) {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // The arguments have this character in place of bytes that are not UTF-8.
      if errno == ENOENT, file.contains("\u{FFFD}") {
        throw Failure("cannot open \(printable(file)): its name is not valid UTF-8; pass the file as standard input")
      }
      throw Failure("cannot open \(printable(file))", error: errno)
    }
    try self.init(descriptor, name: printable(file))
  }

  /// Standard input.
  static func standardInput() throws(Failure) -> ByteSource {
    try ByteSource(STDIN_FILENO, name: "standard input")
  }

  private init(_ descriptor: Int32, name: String) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure("cannot read \(name)", error: errno) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR { throw Failure("cannot read \(name)", error: EISDIR) }
    self.name = name
    // Files in /proc report a size of 0 without being empty, so a size of 0 counts as unknown.
    size = kind == S_IFREG && status.st_size > 0 ? Int(status.st_size) : nil
    next = { Self.readSome(of: descriptor, name: name) }
  }

  private static func readSome(of descriptor: Int32, name: String) -> Piece {
    while true {
      guard Interruption.waitForInput(descriptor) else { return .end(.interrupted) }
      var error: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
        let result = read(descriptor, buffer.baseAddress, buffer.count)
        if result < 0 { error = errno }
        count = max(0, result)
      }
      if !bytes.isEmpty { return .bytes(bytes[...]) }
      // Ctrl-C may also have ended the program that writes to the pipe, so the end may mean an interruption.
      if error == 0 { return .end(Interruption.isRequested ? .interrupted : .complete) }
      if error != EINTR, error != EAGAIN { return .end(.failed(Failure("cannot read \(name)", error: error))) }
    }
  }

  /// Whether something was piped or redirected into the program: neither a terminal nor a device such as /dev/null.
  static var hasStandardInput: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }
}
