/// The bytes as text: bytes that are not UTF-8, and control characters except the tab, are written as `\xFF`.
func readableText(_ bytes: some Collection<UInt8>) -> String {
  if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isControl) {
    return text
  }
  var text = ""
  var rest = bytes[...]
  while let first = rest.first {
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let next = String(validating: rest.prefix(length), as: UTF8.self)
    if let next, !next.unicodeScalars.contains(where: isControl) {
      text += next
      rest = rest.dropFirst(length)
    } else {
      let digits = String(first, radix: 16, uppercase: true)
      text += first < 0x10 ? "\\x0" + digits : "\\x" + digits
      rest = rest.dropFirst()
    }
  }
  return text
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 && scalar != "\t" || (0x7F..<0xA0).contains(scalar.value)
}
