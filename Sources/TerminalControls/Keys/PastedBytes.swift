/// The bytes of an unfinished paste.
struct PastedBytes {
  /// The maximum size of a piece. Longer pastes are split, so that a terminal cannot exhaust memory.
  static let mostBytes = 1 << 20

  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []

  /// Appends the next byte and returns the text if this byte ends the paste.
  mutating func append(_ byte: UInt8) -> String? {
    bytes.append(byte)
    guard byte == Self.end.last, bytes.suffix(Self.end.count) == Self.end[...] else { return nil }
    return String(decoding: bytes.dropLast(Self.end.count), as: UTF8.self)
  }

  /// Returns and removes a piece of the text if the paste is long enough to be split.
  mutating func takePiece() -> String? {
    guard bytes.count >= Self.mostBytes else { return nil }
    // Leave trailing bytes in the buffer if they may begin the terminator or an incomplete code point.
    let kept = bytes.lastIndex { $0 == 0x1B || $0 >= 0xC0 }.map { bytes.count - $0 } ?? 0
    let piece = bytes.dropLast(kept < Self.end.count ? kept : 0)
    bytes.removeFirst(piece.count)
    return String(decoding: piece, as: UTF8.self)
  }
}
