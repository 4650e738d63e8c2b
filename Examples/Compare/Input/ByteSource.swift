#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What ends the program: one line for standard error.
struct Failure: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }

  /// What the system says went wrong with `name`.
  init(_ action: String, _ name: String, error: Int32) {
    message = "\(action) \(printable(name)): \(String(cString: strerror(error)))"
  }
}

/// Which file it is, whatever the name by which it was opened.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// The regular file behind `descriptor`; `nil` if it is none.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}

/// Where bytes come from: a file, standard input, or memory.
final class ByteSource {
  /// What to call it.
  let name: String
  /// How many bytes it has, if that is known before they are read.
  let size: Int?
  /// Which file it is; `nil` for memory.
  let identity: FileIdentity?
  private let readSome: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  private let descriptor: Int32?

  /// Bytes in memory, handed out in pieces of at most `piece`.
  init(_ bytes: [UInt8], name: String = "text", piece: Int = .max) {
    self.name = name
    size = bytes.count
    identity = nil
    descriptor = nil
    var position = 0
    readSome = { buffer in
      let count = min(buffer.count, piece, bytes.count - position)
      buffer.copyBytes(from: bytes[position..<position + count])
      position += count
      return count
    }
  }

  /// The file at `path`.
  convenience init(path: String) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("cannot open", path, error: errno) }
    do throws(Failure) {
      try self.init(descriptor: descriptor, name: path, mustClose: true)
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
    // The files of /proc say they are empty, and are not.
    size = kind == S_IFREG && status.st_size > 0 ? Int(status.st_size) : nil
    identity = FileIdentity(descriptor)
    self.descriptor = mustClose ? descriptor : nil
    readSome = { buffer throws(Failure) in
      while true {
        let count = readFrom(descriptor, buffer)
        if count >= 0 { return count }
        if errno != EINTR { throw Failure("cannot read", name, error: errno) }
      }
    }
  }

  deinit {
    if let descriptor { _ = close(descriptor) }
  }

  /// Reads into `buffer`; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int { try readSome(buffer) }

  /// Whether something was piped or redirected into the program: neither a terminal nor a device such as /dev/null.
  static var hasStandardInput: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }
}

/// The system's `read`, which a method of that name hides.
private func readFrom(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
