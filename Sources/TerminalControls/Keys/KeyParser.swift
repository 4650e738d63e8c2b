/// Parses bytes read from a terminal into keys, regardless of how reads split them.
///
///     var parser = KeyParser()
///     parser.parse([0x61, 0x1B, 0x5B])  // [.character("a")]
///     parser.parse([0x41])              // [.up]
///
/// The parser knows nothing about time. Only a pause distinguishes the Escape key from the start of an escape sequence:
/// call ``flush()`` after one, as ``RxCore/ObservableType/keys(escapeAfter:scheduler:)`` does.
package struct KeyParser: Sendable {
  private enum State: Equatable {
    case ground
    /// After the first bytes of a code point.
    case character([UInt8])
    case escape
    /// After `ESC [` and these bytes.
    case controlSequence([UInt8])
    /// After `ESC O`.
    case singleShift
    /// After `ESC [ [`, which the Linux console uses for function keys.
    case functionKey
    /// In a string sent by the terminal itself, such as a reply. Ends with BEL or `ESC \`.
    case string(hasEscape: Bool)
    case paste
  }

  /// The maximum number of parameter bytes in a sequence.
  private static let mostParameters = 64

  private var state = State.ground
  private var pasted = PastedBytes()

  /// Creates a parser.
  package init() {}

  /// Whether a sequence or character is incomplete, so that a pause would end it. A pause never ends a paste.
  package var isPending: Bool {
    switch state {
    case .ground, .paste: false
    default: true
    }
  }

  /// Returns the keys completed by `bytes`.
  package mutating func parse(_ bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { parse(byte, &keys) }
    return keys
  }

  /// Ends incomplete input after a pause: a lone Escape is a key, anything else is unknown.
  package mutating func flush() -> [Key] {
    guard isPending else { return [] }
    defer { state = .ground }
    return [state == .escape ? .escape : .unknown]
  }

  // MARK: -

  private mutating func parse(_ byte: UInt8, _ keys: inout [Key]) {
    switch state {
    case .ground: begin(with: byte, &keys)
    case .character(let bytes): extend(bytes, with: byte, &keys)
    case .escape: parseAfterEscape(byte, &keys)
    case .controlSequence(let bytes): extendSequence(bytes, with: byte, &keys)
    case .singleShift: end(with: EscapeSequence.key(final: byte), &keys)
    case .functionKey: end(with: .unknown, &keys)
    case .string(let hasEscape): parseInString(byte, hasEscape: hasEscape, &keys)
    case .paste: extendPaste(with: byte, &keys)
    }
  }

  private mutating func end(with key: Key, _ keys: inout [Key]) {
    state = .ground
    keys.append(key)
  }

  /// Ends the incomplete input, then parses `byte` as the start of something new.
  private mutating func restart(with byte: UInt8, _ keys: inout [Key]) {
    keys += flush()
    parse(byte, &keys)
  }

  private mutating func begin(with byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x09: keys.append(.tab)
    case 0x0A, 0x0D: keys.append(.enter)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x00...0x1A: keys.append(.control(Character(Unicode.Scalar(byte == 0 ? 0x40 : byte + 0x60))))
    case 0x1C...0x1F: keys.append(.control(Character(Unicode.Scalar(byte + 0x40))))
    case 0x20..<0x7F: keys.append(.character(Character(Unicode.Scalar(byte))))
    case 0xC2..<0xF5: state = .character([byte])
    default: keys.append(.unknown)
    }
  }

  private mutating func extend(_ bytes: [UInt8], with byte: UInt8, _ keys: inout [Key]) {
    guard byte & 0xC0 == 0x80 else { return restart(with: byte, &keys) }
    let bytes = bytes + [byte]
    guard bytes.count == Self.length(ofCharacterBeginningWith: bytes[0]) else {
      state = .character(bytes)
      return
    }
    let character = String(validating: bytes, as: UTF8.self)?.first
    let isControl = character?.unicodeScalars.first?.properties.generalCategory == .control
    end(with: isControl ? .unknown : character.map(Key.character) ?? .unknown, &keys)
  }

  private static func length(ofCharacterBeginningWith byte: UInt8) -> Int { byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }

  private mutating func parseAfterEscape(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case UInt8(ascii: "["): state = .controlSequence([])
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string(hasEscape: false)
    // Alt+key is not supported.
    case 0x20..<0x7F: end(with: .unknown, &keys)
    default: restart(with: byte, &keys)
    }
  }

  private mutating func extendSequence(_ bytes: [UInt8], with byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x20..<0x40 where bytes.count < Self.mostParameters: state = .controlSequence(bytes + [byte])
    case UInt8(ascii: "[") where bytes.isEmpty: state = .functionKey
    case UInt8(ascii: "~") where bytes == Array("200".utf8): state = .paste
    case 0x40..<0x7F: end(with: EscapeSequence.key(parameters: bytes, final: byte), &keys)
    default: restart(with: byte, &keys)
    }
  }

  private mutating func parseInString(_ byte: UInt8, hasEscape: Bool, _ keys: inout [Key]) {
    if byte == 0x07 || hasEscape && byte == UInt8(ascii: "\\") { return end(with: .unknown, &keys) }
    state = .string(hasEscape: byte == 0x1B)
  }

  private mutating func extendPaste(with byte: UInt8, _ keys: inout [Key]) {
    if let text = pasted.append(byte) {
      pasted = PastedBytes()
      end(with: .paste(text), &keys)
    } else if let piece = pasted.takePiece() {
      keys.append(.paste(piece))
    }
  }
}
