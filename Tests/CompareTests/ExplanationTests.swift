import Foundation
import TerminalControls
import Testing

@testable import Compare

@Suite("Compare --explain")
struct ExplanationTests {
  private static let rows = Explanation.all.map(\.row)

  @Test("fits a terminal, and shows whole pieces of code", arguments: rows)
  func text(row: String) throws {
    let explanation = try #require(Explanation.all.first { $0.row == row })
    #expect(explanation.text.hasPrefix("\(row): "))
    for line in explanation.text.split(separator: "\n") { #expect(displayWidth(line) <= 80, "\(line)") }
    for excerpt in explanation.excerpts {
      let lines = try #require(excerpt.lines, "\(excerpt.listing.name) has no line with \(excerpt.start)")
      #expect(lines.last?.isEmpty == false)
      #expect(explanation.text.contains("\n\(excerpt.listing.name)\n\n  \(lines[0])\n"))
    }
  }

  @Test("has an explanation for each row of the table, under a unique name")
  func names() async throws {
    let costs = ["set", "chain", "memory", "queue"].map { Row($0, "", [.none, .none, .none, .none]) }
    let report = Report(
      run: try await compare(String(repeating: "a\n", count: 500_000)), experiments: await Experiments.run(),
      searches: await SearchExperiment.run(), costs: costs)
    #expect(Self.rows.starts(with: report.differences.map(\.name)))
    #expect(Set(Self.rows).count == Self.rows.count)
  }

  @Test("shows the sources as they are, and counts their lines")
  func listings() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Examples/Compare/ViewModels")
    for listing in Listing.wordCounters + Listing.searches {
      let text = try String(contentsOf: folder.appending(path: listing.name), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      #expect(listing.excerpt(from: lines[0], lines: .max) == lines)
      let code = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
      #expect(listing.linesOfCode == code.count)
    }
  }
}
