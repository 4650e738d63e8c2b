/// The text, with everything escaped that a terminal would interpret.
///
/// A control character is written as in `^[` or `\x9B`, but a tab becomes four blanks. A format character, such as one
/// that reverses the text direction, is written as in `\u{202E}`. Applying the function a second time changes nothing.
///
///     visible("a\u{1B}[31mb")  // "a^[[31mb"
///
/// Controls and a ``Canvas`` do this themselves. Use it for text from outside that a program prints, such as a file's
/// name in an error message. Can be called on any thread.
public func visible(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars { result.append(visible: scalar) }
  return String(result)
}

/// Decodes bytes as UTF-8 for display. Each invalid byte is written in hexadecimal: 0xFF as `\xFF`. Decoded characters
/// are passed through ``visible(_:)``.
public func visible(bytes: some Collection<UInt8>) -> String {
  if let text = String(validating: bytes, as: UTF8.self) { return visible(text) }
  var result = String.UnicodeScalarView()
  var parser = Unicode.UTF8.ForwardParser()
  var following = bytes.makeIterator()
  var rest = bytes[...]
  while true {
    switch parser.parseScalar(from: &following) {
    case .valid(let encoded):
      result.append(visible: Unicode.UTF8.decode(encoded))
      rest = rest.dropFirst(encoded.count)
    case .error(let length):
      for byte in rest.prefix(length) { result += hexadecimal(byte).unicodeScalars }
      rest = rest.dropFirst(length)
    case .emptyInput:
      return String(result)
    }
  }
}

extension String.UnicodeScalarView {
  fileprivate mutating func append(visible scalar: Unicode.Scalar) {
    guard scalar.isUnsafeOnTerminal else { return append(scalar) }
    switch scalar.value {
    case 0x09: self += "    ".unicodeScalars
    // Caret notation: Escape is Ctrl and "[".
    case 0..<0x20, 0x7F: self += ["^", Unicode.Scalar(UInt8(scalar.value) ^ 0x40)]
    case 0x80..<0xA0: self += hexadecimal(UInt8(scalar.value)).unicodeScalars
    default: self += #"\u{\#(String(scalar.value, radix: 16, uppercase: true))}"#.unicodeScalars
    }
  }
}

private func hexadecimal(_ byte: UInt8) -> String {
  (byte < 0x10 ? #"\x0"# : #"\x"#) + String(byte, radix: 16, uppercase: true)
}
