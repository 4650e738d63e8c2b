/// Maps escape sequences to keys.
enum EscapeSequence {
  /// The key for `ESC [`, parameters, and a final byte. Modifiers, which are further parameters, are ignored.
  static func key(parameters: [UInt8], final: UInt8) -> Key {
    if final != UInt8(ascii: "~") { return key(final: final) }
    return switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
    case "1", "7": .home
    case "3": .delete
    case "4", "8": .end
    case "5": .pageUp
    case "6": .pageDown
    default: .unknown
    }
  }

  /// The key for `ESC [` or `ESC O`, and a final byte.
  static func key(final: UInt8) -> Key {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "M"): .enter  // Enter on the numeric keypad.
    case UInt8(ascii: "Z"): .backTab
    default: .unknown
    }
  }
}
