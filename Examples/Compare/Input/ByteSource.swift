#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why reading ended.
enum InputEnd: Equatable, Sendable {
  /// The whole input was read.
  case complete
  /// The user pressed Ctrl-C.
  case interrupted
  case failed(Failure)
}

/// Identifies a regular file, regardless of the name used to open it.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// Identifies the open file `descriptor`; `nil` if it is not a regular file.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}

/// A source of bytes: a file, standard input, or memory. Not thread-safe.
final class ByteSource {
  /// The name in messages, readable even if the file name is not UTF-8.
  let name: String
  /// The number of bytes, if known before reading.
  let size: Int?
  /// The identity of the file; `nil` for memory and for anything but a regular file.
  let identity: FileIdentity?
  /// Why reading ended; `nil` while more may follow.
  private(set) var end: InputEnd?
  private let readSome: (UnsafeMutableRawBufferPointer) -> Result
  private let descriptorToClose: Int32?

  private enum Result {
    case bytes(Int)
    case end(InputEnd)
  }

  /// Bytes in memory, read in pieces of at most `piece` bytes. The source then ends with `end`.
  init(_ bytes: [UInt8], name: String = "text", piece: Int = .max, end: InputEnd = .complete) {
    self.name = name
    size = bytes.count
    identity = nil
    descriptorToClose = nil
    var position = 0
    readSome = { buffer in
      let count = min(buffer.count, piece, bytes.count - position)
      guard count > 0 else { return .end(end) }
      buffer.copyBytes(from: bytes[position..<position + count])
      position += count
      return .bytes(count)
    }
  }

  /// Opens a file.
  convenience init(_ file: FileName) throws(Failure) {
    let descriptor = open(file.cString, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("cannot open", file.readable, error: errno) }
    do throws(Failure) {
      try self.init(descriptor: descriptor, name: file.readable, mustClose: true)
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  /// Standard input.
  static func standardInput() throws(Failure) -> ByteSource {
    try ByteSource(descriptor: STDIN_FILENO, name: "standard input", mustClose: false)
  }

  private init(descriptor: Int32, name: String, mustClose: Bool) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure("cannot read", name, error: errno) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR { throw Failure("cannot read", name, error: EISDIR) }
    self.name = name
    // Files in /proc report a size of 0 without being empty, so a size of 0 counts as unknown.
    size = kind == S_IFREG && status.st_size > 0 ? Int(status.st_size) : nil
    identity = FileIdentity(descriptor)
    descriptorToClose = mustClose ? descriptor : nil
    readSome = { buffer in
      while true {
        guard Interruption.waitForInput(descriptor) else { return .end(.interrupted) }
        let count = readFrom(descriptor, buffer)
        if count > 0 { return .bytes(count) }
        // Ctrl-C may also have ended the program that writes to the pipe, so end of file may mean an interruption.
        if count == 0 { return .end(Interruption.isRequested ? .interrupted : .complete) }
        if errno != EINTR { return .end(.failed(Failure("cannot read", name, error: errno))) }
      }
    }
  }

  deinit {
    if let descriptorToClose { _ = close(descriptorToClose) }
  }

  /// Reads into `buffer`, which must not be empty. Returns the number of bytes: 0 if there is an ``end``.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard end == nil else { return 0 }
    switch readSome(buffer) {
    case .bytes(let count):
      return count
    case .end(let reason):
      end = reason
      return 0
    }
  }

  /// Whether something was piped or redirected into the program: neither a terminal nor a device such as /dev/null.
  static var hasStandardInput: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }
}

/// Calls the system's `read`, which the method of the same name shadows.
private func readFrom(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
