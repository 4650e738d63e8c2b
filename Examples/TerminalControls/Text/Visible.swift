/// The text as a terminal may show it: whatever a terminal would act on is written out.
///
/// A control character becomes `^[` or `\x9B`, a character that formats others, such as one that reverses the direction of the
/// text, becomes `\u{202E}`, and a tab becomes four blanks. To make the result visible again changes nothing.
public func visible(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars { result.append(visible: scalar) }
  return String(result)
}

/// Bytes as a terminal may show them: as UTF-8, with each byte that is not part of a character written as `\xFF`.
///
/// The characters are those of ``visible(_:)``.
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
    // As on the keyboard: Escape is Ctrl and "[".
    case 0..<0x20, 0x7F: self += ["^", Unicode.Scalar(UInt8(scalar.value) ^ 0x40)]
    case 0x80..<0xA0: self += hexadecimal(UInt8(scalar.value)).unicodeScalars
    default: self += #"\u{\#(String(scalar.value, radix: 16, uppercase: true))}"#.unicodeScalars
    }
  }
}

private func hexadecimal(_ byte: UInt8) -> String {
  (byte < 0x10 ? #"\x0"# : #"\x"#) + String(byte, radix: 16, uppercase: true)
}
