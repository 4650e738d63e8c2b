import Testing

@testable import Compare

@Suite("Compare")
struct CompareTests {
  private func run(_ text: String, filter: String = "", piece: Int = .max) throws -> Run {
    try Scenario.run(ByteSource(Array(text.utf8), piece: piece), filter: filter, progress: { _ in })
  }

  @Test("the three view models tell their observers the same, and nothing after disposal, and leave nothing over")
  func agree() throws {
    let run = try run(sampleText, filter: "w")
    #expect(run.outcomes.map(\.name) == ["Bindable", "Rx", "Bridged"])
    #expect(Set(run.outcomes.map(\.recording.digest)).count == 1)
    for outcome in run.outcomes {
      #expect(outcome.recording.latest(of: .lines) == "8")
      #expect(outcome.recording.latest(of: .mostFrequentWord) == "wind")
      #expect(outcome.recording.latest(of: .progress) == "100%")
      #expect(outcome.recording.afterEnd == 0)
      #expect(outcome.leftOver == 0)
    }
  }

  @Test("they agree on random inputs, however these are cut into pieces", arguments: 0..<50)
  func agreeAtRandom(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    let words = ["a", "wind", "Wind", "don't", "été", "漢字", "😀", "", "x1"]
    let text = (0..<random(40)).map { _ in words[random(words.count)] + (random(3) == 0 ? "\n" : " ") }.joined()
    let run = try run(text, filter: random(2) == 0 ? "w" : "", piece: 1 + random(9))
    #expect(Set(run.outcomes.map(\.recording.digest)).count == 1)
  }

  @Test(
    "the report fits a hundred columns, whatever the words",
    arguments: ["", "one", "漢字漢字漢字漢字漢字\n漢字 漢字\n", String(repeating: "long", count: 99), sampleText])
  func fits(text: String) throws {
    let report = Report.text(try run(text, filter: "漢"), costs: nil)
    for line in report.split(separator: "\n") { #expect(displayWidth(line) <= Report.columns, "\(line)") }
  }

  @Test("JSON keeps quotes, control characters and line ends out of the way")
  func quotes() {
    #expect(JSONReport.quoted("a\"b\\c\nd\u{1}") == #""a\"b\\c\nd\u0001""#)
  }

  @Test("what is not UTF-8 is read with replacement characters, and said")
  func replaces() throws {
    let source = ByteSource([0x61, 0xFF, 0x62, 0x0A], piece: 1)
    let run = try Scenario.run(source, filter: "", progress: { _ in })
    #expect(run.replacements == 1)
  }

  @Test("lines are counted across pieces, with and without a last line end")
  func lines() throws {
    for (text, lines) in [("", "0"), ("a", "1"), ("a\n", "1"), ("a\r\nb", "2"), ("\n\n", "2")] {
      let run = try run(text, piece: 1)
      #expect(run.outcomes[0].recording.latest(of: .lines) == lines)
    }
  }

  @Test("wrong arguments are told in one line")
  func arguments() {
    #expect(throws: Failure("there is no option --nope; --help lists them")) { try Arguments(["--nope"]) }
    #expect(throws: Failure("--svg needs a value after it")) { try Arguments(["--svg"]) }
    #expect(throws: Failure("one file at most, please; --help explains")) { try Arguments(["a", "b"]) }
    #expect(throws: Failure("cannot open /nonexistent: No such file or directory")) {
      try ByteSource(path: "/nonexistent")
    }
    #expect(throws: Failure("cannot read /: Is a directory")) { try ByteSource(path: "/") }
  }
}
