/// The bytes of a paste that has not ended yet.
struct PastedBytes {
  /// How long a piece is at most. A longer paste becomes several, so that a terminal cannot fill the memory.
  static let mostBytes = 1 << 20

  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []

  /// Takes the next byte, and returns the text if that was the last one.
  mutating func append(_ byte: UInt8) -> String? {
    bytes.append(byte)
    guard byte == Self.end.last, bytes.suffix(Self.end.count) == Self.end[...] else { return nil }
    return String(decoding: bytes.dropLast(Self.end.count), as: UTF8.self)
  }

  /// Returns a piece of the text, if the paste is so long that it is passed on in pieces.
  mutating func takePiece() -> String? {
    // What may be the begin of the end, or of a character, stays.
    guard bytes.count >= Self.mostBytes else { return nil }
    let kept = bytes.lastIndex { $0 == 0x1B || $0 >= 0xC0 }.map { bytes.count - $0 } ?? 0
    let piece = bytes.dropLast(kept < Self.end.count ? kept : 0)
    bytes.removeFirst(piece.count)
    return String(decoding: piece, as: UTF8.self)
  }
}
