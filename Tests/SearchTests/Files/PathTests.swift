import Testing

@testable import Search

@Suite("Path")
struct PathTests {
  @Test("joins names without a double slash, and without a dot for the current directory")
  func appending() {
    #expect(Path("a").appending(Array("b".utf8)) == "a/b")
    #expect(Path("a/").appending(Array("b".utf8)) == "a/b")
    #expect(Path("/").appending(Array("b".utf8)) == "/b")
    #expect(Path.currentDirectory.appending(Array("b".utf8)) == "b")
  }

  @Test("has the last component as its name")
  func name() {
    #expect(Array(Path("a/b.txt").name) == Array("b.txt".utf8))
    #expect(Array(Path("b.txt").name) == Array("b.txt".utf8))
  }

  @Test("shows invalid UTF-8 as numbers, and control characters in caret notation")
  func readable() {
    #expect(Path(bytes: [0x61, 0xFF, 0x0A, 0xC3, 0xA9, 0x1B, 0xC3]).readable == #"a\xFF^Jé^[\xC3"#)
    #expect(Path("C1: \u{9B}").readable == #"C1: \x9B"#)
  }
}
