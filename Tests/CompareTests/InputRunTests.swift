import Testing

@testable import Compare

@Suite("The three view models")
struct InputRunTests {
  @Test("tell their observers the same, in the same order")
  func agree() async throws {
    let run = try await compare(sampleText, filter: "w")
    #expect(run.outcomes.map(\.name) == ["Bindable", "Rx", "Bridged"])
    #expect(run.isEqual)
    #expect(Set(run.outcomes.map(\.events)).count == 1)
    for outcome in run.outcomes {
      #expect(outcome.values(.lines) == ["0", "1", "2", "3", "4", "5", "6", "7", "8"])
      #expect(outcome.values(.words) == ["0", "5", "9", "15", "20", "4", "6", "9", "10"])
      #expect(outcome.values(.mostFrequentWord) == ["", "who", "the", "wind"])
      #expect(outcome.values(.progress) == ["0", "10", "19", "36", "50", "60", "69", "88", "100"])
      #expect(outcome.order == [.lines, .words, .progress])
    }
  }

  @Test("deliver to the view on the main queue, and to others where the input is read")
  func places() async throws {
    for outcome in try await compare(sampleText).outcomes {
      #expect(outcome.lane(.mostFrequentWord).places == [.main])
      for output in [Output.lines, .words, .progress] { #expect(outcome.lane(output).places == [.reader]) }
    }
  }

  @Test("tell nothing after disposal, and leave no subscription over")
  func disposal() async throws {
    for outcome in try await compare(sampleText).outcomes {
      #expect(outcome.afterDisposal == 0)
      #expect(outcome.leftOver == 0)
    }
  }

  @Test("tell of the end of the input with Rx only")
  func end() async throws {
    let run = try await compare(sampleText)
    for output in Output.allCases {
      #expect(run.outcomes.map { $0.lane(output).completedAt } == [nil, run.lastStep, nil])
    }
  }

  @Test("agree on random inputs and filters, however these are cut into pieces", arguments: 0..<40)
  func agreeAtRandom(seed: Int) async throws {
    var numbers = SeededNumbers(seed: seed)
    let words = ["a", "wind", "Wind", "don't", "été", "漢字", "😀", "", "x1", "\r"]
    let text = (0..<Int.random(in: 0..<40, using: &numbers)).map { _ in
      (words.randomElement(using: &numbers) ?? "") + (Bool.random(using: &numbers) ? "\n" : " ")
    }.joined()
    let run = try await compare(
      text, filter: ["", "w", "字", "zzz"].randomElement(using: &numbers) ?? "",
      piece: .random(in: 1...9, using: &numbers))
    #expect(run.isEqual)
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    #expect(run.outcomes[0].last(.lines) == String(lines.count - (lines.last?.isEmpty == true ? 1 : 0)))
    #expect(run.outcomes[0].last(.progress) == "100")
  }

  @Test("agree on a long input, whose recordings are thinned out, and count all of it")
  func longInput() async throws {
    let line = "the quick brown fox jumps over the lazy dog\n"
    let run = try await compare(String(repeating: line, count: 20_000), filter: "o", piece: 100)
    #expect(!run.isByLine)
    #expect(run.isEqual)
    #expect(run.lastStep > Lane.mostMarks)
    for outcome in run.outcomes {
      #expect(outcome.last(.lines) == "20000")
      #expect(outcome.last(.words) == "80000")
      #expect(outcome.last(.mostFrequentWord) == "brown")
      #expect(outcome.lane(.lines).marks.count <= Lane.mostMarks)
      #expect(outcome.lane(.lines).marks.reduce(0) { $0 + $1.count } == outcome.lane(.lines).events)
    }
  }

  @Test("differ in what a busy queue sees and in what a silent owner leaves behind, as measured")
  func probes() async {
    let probes = await Probe.run()
    #expect(probes.map(\.slowQueue) == [100, 100, 100])
    #expect(probes.map(\.slowQueueLatest) == [1, nil, 1])
    #expect(probes.map(\.orphans) == [0, 1, 0])
  }
}
