import Foundation
import Testing

/// A new directory, removed when its owner is deallocated.
public final class TestFolder: Sendable {
  public let path: String

  public init() throws {
    // Short, because programs truncate text to fit on a line.
    var template = Array("/tmp/BindableTests.XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the directory.
  public func file(_ name: [UInt8]) -> ByteString { ByteString(Array("\(path)/".utf8) + name) }

  public func file(_ name: String) -> ByteString { file(Array(name.utf8)) }

  /// Writes a file, and creates its directories. Returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: [UInt8]) throws -> ByteString {
    let file = file(name)
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) {
      let directory = String(decoding: name[..<slash], as: UTF8.self)
      try FileManager.default.createDirectory(atPath: "\(path)/\(directory)", withIntermediateDirectories: true)
    }
    let stream = try #require(fopen(file.cString, "w"))
    defer { fclose(stream) }
    try #require(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    return file
  }

  @discardableResult
  public func write(_ text: String, to name: String) throws -> ByteString {
    try write(Array(text.utf8), to: Array(name.utf8))
  }

  /// The content of a file.
  public func read(_ name: String) throws -> String {
    String(decoding: try #require(FileManager.default.contents(atPath: "\(path)/\(name)")), as: UTF8.self)
  }
}
