#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The end of a line.
let newline = UInt8(ascii: "\n")

// Positions are counted from the beginning of the whole buffer, so that they mean the same in all functions.
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

  /// Whether `word` is at `position`, where there is room for it.
  func contains(_ word: UnsafeRawBufferPointer, at position: Int) -> Bool {
    guard let base = baseAddress, let start = word.baseAddress else { return word.isEmpty }
    return memcmp(base + position, start, word.count) == 0
  }

  /// How often `byte` occurs in `range`.
  func count(of byte: UInt8, in range: Range<Int>) -> Int {
    var total = 0
    var position = range.lowerBound
    while position < range.upperBound {
      // Few enough for a counter of one byte, so that the compiler counts in many of them at once.
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
  /// Writes the bytes of `source` in `range` to the same positions, capital ASCII letters as small ones.
  func foldCase(of source: UnsafeRawBufferPointer, in range: Range<Int>) {
    for position in range { self[position] = foldedCase(source[position]) }
  }
}

/// The small letter for a capital ASCII letter, and any other byte as it is.
func foldedCase(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
