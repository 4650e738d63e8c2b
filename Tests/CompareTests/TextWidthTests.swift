import Testing

import func TerminalControls.displayWidth

@testable import Compare

@Suite("Text on a terminal")
struct TextWidthTests {
  @Test("shows a long count in thousands and millions, rounded down, with a digit after the point if that fits")
  func counts() {
    let shown = ["99999", "497628", "1003456", "6059999", "1999999999", "0", "a-long-word"].map {
      fitted(valueOrCount: $0, columns: 5)
    }
    #expect(shown == ["99999", "497k", "1003k", "6059k", "1999M", "0", "a-lo~"])
    #expect(fitted(valueOrCount: "1234567", columns: 3) == "1M")
    #expect(fitted(valueOrCount: "1299999", columns: 4) == "1.2M")
    #expect(fitted(valueOrCount: "12999", columns: 4) == "12k")
    #expect(fitted(valueOrCount: "123456", columns: 8) == "123456")
  }

  @Test("shows the bytes of a file name that is not UTF-8")
  func fileNames() {
    #expect(FileName(bytes: Array("é漢😀 a".utf8)).readable == "é漢😀 a")
    #expect(FileName(bytes: [0x61, 0xFF, 0x62, 0xC3, 0xE6, 0xBC]).readable == #"a\xFFb\xC3\xE6\xBC"#)
    #expect(FileName(bytes: [0x61, 0x1B, 0x0A, 0xA9]).readable == #"a??\xA9"#)
    #expect(FileName(bytes: []).readable == "")
  }

  @Test("has a progress bar that leaves the last column free", arguments: [20, 40, 80, 120])
  func bar(columns: Int) {
    for size in [100_000_000, nil, 123_456_789_000_000] {
      let bar = ProgressBar.text(bytes: 50_000_000, size: size, bytesPerSecond: 99_000_000, columns: columns)
      #expect(displayWidth(bar) < columns)
    }
  }

  @Test("has a progress bar that shows how much was read, and how fast")
  func barNumbers() {
    let bar = ProgressBar.text(bytes: 50_000_000, size: 100_000_000, bytesPerSecond: 99_000_000, columns: 80)
    #expect(
      bar == "[" + String(repeating: "#", count: 25) + String(repeating: ".", count: 25) + "] 50%  50 MB, 99 MB/s")
    #expect(
      ProgressBar.text(bytes: 5_000_000, size: nil, bytesPerSecond: 0, columns: 80) == "reading: 5 MB, 0 MB/s")
  }
}
