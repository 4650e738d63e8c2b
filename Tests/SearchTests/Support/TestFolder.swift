import Foundation
import Testing

@testable import Search

/// A new directory, which is removed when its owner is deallocated.
final class TestFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/SearchTests.XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit {
    chmod("\(path)/locked", 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> Path { Path("\(path)/\(name)") }

  /// Writes a file, and makes the directories for it.
  @discardableResult
  func write(_ text: String, to name: String) throws -> Path { try write(Array(text.utf8), to: Array(name.utf8)) }

  /// Writes a file with a name of any bytes.
  @discardableResult
  func write(_ bytes: [UInt8], to name: [UInt8]) throws -> Path {
    let path = Path(path).appending(name)
    if let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) {
      try FileManager.default.createDirectory(
        atPath: String(decoding: path.bytes[..<slash], as: UTF8.self), withIntermediateDirectories: true)
    }
    let stream = try #require(path.withCString { fopen($0, "w") })
    defer { fclose(stream) }
    try #require(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    return path
  }
}
