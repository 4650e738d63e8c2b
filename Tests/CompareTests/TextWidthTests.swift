import Testing

import func TerminalControls.displayWidth

@testable import Compare

@Suite("Text on a terminal")
struct TextWidthTests {
  @Test("shows a long number in thousands or millions, rounded down")
  func counts() {
    let shown = ["99999", "497628", "1003456", "1999999999", "0", "a-long-word"].map { shortened($0, columns: 5) }
    #expect(shown == ["99999", "497k", "1.0M", "1999M", "0", "a-lo~"])
    #expect(shortened("123456", columns: 8) == "123456")
  }

  @Test("has a progress bar that leaves the last column free", arguments: [20, 40, 80, 120])
  func bar(columns: Int) {
    for size in [100_000_000, nil, 123_456_789_000_000] {
      #expect(displayWidth(ProgressBar.text(bytes: 50_000_000, size: size, columns: columns)) < columns)
    }
  }

  @Test("has a progress bar that shows how much was read")
  func barNumbers() {
    let bar = "[" + String(repeating: "#", count: 25) + String(repeating: ".", count: 25) + "] 50%  50 MB"
    #expect(ProgressBar.text(bytes: 50_000_000, size: 100_000_000, columns: 80) == bar)
    #expect(ProgressBar.text(bytes: 5_000_000, size: nil, columns: 80) == "reading: 5 MB")
  }
}
