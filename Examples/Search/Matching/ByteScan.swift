#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The byte that ends a line.
let newline = UInt8(ascii: "\n")

// All positions, including those in ranges, are relative to the start of the buffer.
extension UnsafeRawBufferPointer {
  /// The first position of `byte` in `range`.
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base = baseAddress, !range.isEmpty else { return nil }
    return memchr(base + range.lowerBound, Int32(byte), range.count).map { base.distance(to: UnsafeRawPointer($0)) }
  }

  /// The last position of `byte` in `range`.
  func last(_ byte: UInt8, in range: Range<Int>) -> Int? {
    var position = range.upperBound
    while position > range.lowerBound {
      position -= 1
      if self[position] == byte { return position }
    }
    return nil
  }

  /// Whether `word` is at `position`. The buffer must have at least `word.count` bytes from there on.
  func contains(_ word: UnsafeRawBufferPointer, at position: Int) -> Bool {
    guard let base = baseAddress, let start = word.baseAddress else { return word.isEmpty }
    return memcmp(base + position, start, word.count) == 0
  }

  /// The number of occurrences of `byte` in `range`.
  func count(of byte: UInt8, in range: Range<Int>) -> Int {
    var total = 0
    var position = range.lowerBound
    while position < range.upperBound {
      // At most 255 bytes, so that a one-byte counter suffices and the compiler can vectorise the loop.
      let end = Swift.min(position + 255, range.upperBound)
      var count: UInt8 = 0
      while position < end {
        count &+= self[position] == byte ? 1 : 0
        position += 1
      }
      total += Int(count)
    }
    return total
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Writes the bytes of `source` in `range` to the same positions, with ASCII letters in lower case.
  func foldCase(of source: UnsafeRawBufferPointer, in range: Range<Int>) {
    for position in range { self[position] = foldedCase(source[position]) }
  }
}

/// The byte, in lower case if it is an ASCII letter.
func foldedCase(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
