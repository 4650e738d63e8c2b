/// An argument or a file name as the system stores it: any bytes, which need not be UTF-8.
public struct ByteString: Hashable, Sendable, ExpressibleByStringLiteral {
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public init(_ text: String) { bytes = Array(text.utf8) }

  public init(stringLiteral text: String) { self.init(text) }

  /// The bytes as a zero-terminated C string.
  public var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
