import TerminalControls

/// A file path as the system stores it: any nonzero bytes, which need not be UTF-8.
struct Path: Hashable, Sendable, ExpressibleByStringLiteral {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ path: String) { bytes = Array(path.utf8) }

  init(stringLiteral path: String) { self.init(path) }

  /// The current directory. Paths below it have no leading "./".
  static let currentDirectory = Path(bytes: [])

  /// The last component.
  var name: ArraySlice<UInt8> {
    bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
  }

  /// The path of the entry with this name in this directory.
  func appending(_ name: [UInt8]) -> Path {
    guard let last = bytes.last else { return Path(bytes: name) }
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 1 + name.count)
    joined += bytes
    if last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
    joined += name
    return Path(bytes: joined)
  }

  /// The path for display, with invalid bytes and control characters escaped.
  var readable: String { bytes.isEmpty ? "." : visible(bytes: bytes) }

  /// Calls `body` with the path as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = bytes.isEmpty ? [UInt8(ascii: "."), 0] : bytes + [0]
    return terminated.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map(body) ?? body([0])
      }
    }
  }
}
