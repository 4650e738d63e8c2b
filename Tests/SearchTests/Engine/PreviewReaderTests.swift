import TestSupport
import Testing

@testable import Search

@Suite("PreviewReader")
struct PreviewReaderTests {
  /// The preview of the first line that contains "word".
  private func preview(_ text: String) -> Preview {
    let bytes = Array(text.utf8)
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    let matcher = Matcher(Array("word".utf8), ignoresCase: false)
    let index = lines.firstIndex { matcher.firstMatch(in: $0) != nil } ?? 0
    let match = matcher.firstMatch(in: lines[index]) ?? 0..<0
    let hit = Hit(
      path: "file", line: index + 1, offset: lines[index].startIndex + match.lowerBound,
      text: TextWindow(lines[index], match: match))
    return PreviewReader.preview(of: hit, in: MemoryFileSystem(["file": bytes]))
  }

  @Test("shows the lines around the hit, with their numbers")
  func lines() {
    let numbers = (1...1_000).map { $0 == 500 ? "a word" : "line \($0)" }
    let preview = preview(numbers.joined(separator: "\n"))
    #expect(preview.problem == nil)
    #expect(preview.lines.map(\.number) == Array(450...600))
    for line in preview.lines {
      #expect(line.text.parts.before + line.text.parts.match + line.text.parts.after == numbers[line.number - 1])
    }
    #expect(preview.lines.filter(\.isHit).map(\.number) == [500])
  }

  @Test("shows the first and the last line of a file")
  func ends() {
    #expect(preview("word\nb\n").lines.map(\.text.parts.after) == ["", "b"])
    #expect(preview("a\n\nword").lines.map(\.number) == [1, 2, 3])
    #expect(preview("word").lines.map(\.number) == [1])
  }

  @Test("omits lines far from the hit")
  func largeFile() {
    let far = String(repeating: "x", count: 100_000)
    let preview = preview("\(far)\nnear\nword\nnext\n\(far)\n")
    #expect(preview.lines.map(\.number) == [2, 3, 4, 5])
    #expect(preview.lines.map(\.text.isCutAtEnd) == [false, false, false, true])
  }

  @Test("shows the part of a long line that contains the match")
  func longLine() {
    let far = String(repeating: "x", count: 100_000)
    let lines = preview("\(far)word\(far)").lines
    #expect(lines.map(\.text.parts.match) == ["word"])
    #expect(lines.map(\.text.isCutAtStart) == [true])
  }

  @Test("says why there is no preview")
  func problems() {
    func problem(_ files: [Path: String], offset: Int = 0, errors: [Path: Int32] = [:]) -> String? {
      let hit = Hit(path: "file", line: nil, offset: offset, text: TextWindow([], match: nil))
      return PreviewReader.preview(of: hit, in: MemoryFileSystem(files, errors: errors)).problem
    }
    #expect(problem([:]) == "file: No such file or directory")
    #expect(problem(["file": "a"], errors: ["file": 13]) == "file: Permission denied")
    #expect(problem(["file": ""]) == "an empty file")
    #expect(problem(["file": "a\0"]) == "a binary file")
    #expect(problem(["file": "a"], offset: 7) == "the file has changed")
    #expect(problem(["file": "a"]) == nil)
  }

  @Test("shows the beginning of a file if the hit is in its name")
  func name() {
    let hit = Hit(path: "file", line: nil, offset: 0, text: TextWindow(Array("file".utf8), match: 0..<4))
    let preview = PreviewReader.preview(of: hit, in: MemoryFileSystem(["file": "a\nb\n"]))
    #expect(preview.lines.map(\.number) == [1, 2])
    #expect(preview.lines.allSatisfy { !$0.isHit })
  }
}
