import TestSupport
import Testing

@testable import Compare

@Suite("The four view models")
struct InputRunTests {
  @Test("give their observers the same values in the same order")
  func agree() async throws {
    let run = try await compare(sampleText, filter: "w")
    #expect(run.approaches.map(\.name) == ["Bindable", "Rx", "Bridged", "@Observable"])
    #expect(run.isEqual)
    #expect(Set(run.approaches.map(\.valueCount)).count == 1)
    for approach in run.approaches {
      #expect(approach.values(.lines) == ["0", "1", "2", "3", "4", "5", "6", "7", "8"])
      #expect(approach.values(.words) == ["0", "5", "9", "15", "20", "4", "6", "9", "10"])
      #expect(approach.values(.mostFrequentWord) == ["", "who", "the", "wind"])
      #expect(approach.values(.progress) == ["0", "10", "19", "36", "50", "60", "69", "88", "100"])
    }
  }

  @Test("call the view on the main queue, and other observers on the reading thread or on the actor of the view model")
  func contexts() async throws {
    for approach in try await compare(sampleText).approaches {
      #expect(approach.recording(of: .mostFrequentWord).contexts == [.mainQueue])
      for output in [Output.lines, .words, .progress] {
        let expected = approach.name == "@Observable" ? DeliveryContext.mainQueue : .readingThread
        #expect(approach.recording(of: output).contexts == [expected])
      }
    }
  }

  @Test("call no observer after disposal, and keep none")
  func disposal() async throws {
    for approach in try await compare(sampleText).approaches {
      #expect(approach.receivedAfterDisposal == 0)
      #expect(approach.observersLeft == 0)
    }
  }

  @Test("complete at the end of the input with Rx only")
  func completion() async throws {
    let run = try await compare(sampleText)
    for output in Output.allCases {
      #expect(run.approaches.map { $0.recording(of: output).completedAt } == [nil, run.lastStep, nil, nil])
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
    #expect(run.isEqual)
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    #expect(run.approaches[0].last(.lines) == String(lines.count - (lines.last?.isEmpty == true ? 1 : 0)))
    #expect(run.approaches[0].last(.progress) == "100")
  }

  @Test("agree on a long input, whose marbles are merged, and count all of it")
  func longInput() async throws {
    let line = "the quick brown fox jumps over the lazy dog\n"
    let run = try await compare(String(repeating: line, count: 20_000), filter: "o", piece: 100)
    #expect(!run.isByLine)
    #expect(run.isEqual)
    #expect(run.lastStep > Recording.mostMarbles)
    for approach in run.approaches {
      #expect(approach.last(.lines) == "20000")
      #expect(approach.last(.words) == "80000")
      #expect(approach.last(.mostFrequentWord) == "brown")
      let recording = approach.recording(of: .lines)
      #expect(recording.marbles.count <= Recording.mostMarbles)
      #expect(recording.marbles.reduce(0) { $0 + $1.count } == recording.valueCount)
    }
  }

  @Test("count the input before an interruption or a failure")
  func earlyEnd() async throws {
    for end in [InputEnd.interrupted, .failed(Failure("broken"))] {
      let run = try await compare("one\ntwo three\nt", filter: "t", piece: 5, end: end)
      #expect(run.end == end)
      #expect(run.bytes == 15)
      #expect(run.isEqual)
      for approach in run.approaches { #expect(approach.last(.words) == "3") }
    }
  }

  @Test("are not run if none of the input can be read")
  func failure() async throws {
    await #expect(throws: Failure("broken")) { try await compare("", end: .failed(Failure("broken"))) }
    #expect(try await compare("", end: .interrupted).bytes == 0)
  }
}
