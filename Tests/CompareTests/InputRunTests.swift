import TestSupport
import Testing

@testable import Compare

@Suite("The four view models")
struct InputRunTests {
  @Test("show the same values in the same order")
  func agree() async throws {
    let run = try await compare(sampleText, filter: "w")
    #expect(run.counters.map(\.name) == ["Bindable", "Rx", "Bridged", "@Observable"])
    for counter in run.counters {
      #expect(counter.marbles == run.counters[0].marbles)
      #expect(counter.values(.lines) == ["0", "1", "2", "3", "4", "5", "6", "7", "8"])
      #expect(counter.values(.words) == ["0", "5", "9", "15", "20", "4", "6", "9", "10"])
      #expect(counter.values(.mostFrequentWord) == ["", "has", "the", "wind"])
    }
  }

  @Test("agree on random inputs and filters, however the input is split", arguments: 0..<40)
  func agreeAtRandom(seed: Int) async throws {
    var numbers = SplitMix64(seed: seed)
    let words = ["a", "wind", "Wind", "don't", "été", "漢字", "😀", "", "x1", "\r"]
    let text = (0..<Int.random(in: 0..<40, using: &numbers)).map { _ in
      (words.randomElement(using: &numbers) ?? "") + (Bool.random(using: &numbers) ? "\n" : " ")
    }.joined()
    let run = try await compare(
      text, filter: ["", "w", "字", "zzz"].randomElement(using: &numbers) ?? "",
      piece: .random(in: 1...9, using: &numbers))
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for counter in run.counters {
      #expect(counter.marbles == run.counters[0].marbles)
      #expect(counter.last(.lines) == String(lines.count - (lines.last?.isEmpty == true ? 1 : 0)))
    }
  }

  @Test("agree on a long input, and count all of it")
  func longInput() async throws {
    let line = "the quick brown fox jumps over the lazy dog\n"
    let run = try await compare(String(repeating: line, count: 20_000), filter: "o", piece: 1_000)
    #expect(!run.isByLine)
    for counter in run.counters {
      #expect(counter.marbles == run.counters[0].marbles)
      #expect(counter.last(.lines) == "20000")
      #expect(counter.last(.words) == "80000")
      #expect(counter.last(.mostFrequentWord) == "brown")
    }
  }

  @Test("count the input before an interruption or a failure")
  func earlyEnd() async throws {
    for end in [InputEnd.interrupted, .failed(Failure("broken"))] {
      let run = try await compare("one\ntwo three\nt", filter: "t", piece: 5, end: end)
      #expect(run.end == end)
      #expect(run.bytes == 15)
      for counter in run.counters { #expect(counter.last(.words) == "3") }
    }
  }

  @Test("are not run if none of the input can be read")
  func failure() async throws {
    await #expect(throws: Failure("broken")) { try await compare("", end: .failed(Failure("broken"))) }
    #expect(try await compare("", end: .interrupted).bytes == 0)
  }
}
