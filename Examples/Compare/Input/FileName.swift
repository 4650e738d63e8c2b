import TerminalControls

/// A file name as the system stores it: any bytes, which need not be UTF-8.
struct FileName: Equatable, ExpressibleByStringLiteral {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ name: String) { bytes = Array(name.utf8) }

  init(stringLiteral name: String) { self.init(name) }

  /// The name as a zero-terminated C string.
  var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// The name for display: each byte that is not part of a character is escaped, as in `\xFF`.
  var readable: String {
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      if let character = String(validating: rest.prefix(length), as: UTF8.self) {
        text += printable(character)
        rest = rest.dropFirst(length)
      } else {
        text += "\\x" + String(first, radix: 16, uppercase: true)
        rest = rest.dropFirst()
      }
    }
    return text
  }
}
