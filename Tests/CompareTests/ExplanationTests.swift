import Foundation
import TerminalControls
import Testing

@testable import Compare

@Suite("Compare --explain and --code")
struct ExplanationTests {
  private static let rows = Explanation.all.map(\.row)

  @Test("fit a terminal, and show whole pieces of code", arguments: rows)
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

  @Test("have an explanation for each row of the table, under a unique name")
  func names() async throws {
    let report = Report(
      run: try await compare(String(repeating: "a\n", count: 500_000)), experiments: await Experiments.run(),
      searches: await SearchExperiment.run())
    #expect(Self.rows == report.rows.map(\.name))
    #expect(Set(Self.rows).count == Self.rows.count)
  }

  @Test("show the sources as they are, and count their lines")
  func listings() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Examples/Compare/ViewModels")
    for listing in Listing.counters + Listing.searches {
      let text = try String(contentsOf: folder.appending(path: listing.name), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      #expect(listing.lines.map { String($0) } == lines)
      let code = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
      #expect(listing.linesOfCode() == code.count)
    }
  }

  @Test("show the pairs beside each other in 130 columns, and below each other in fewer than they need")
  func pairs() throws {
    for pair in CodeBesideCode.pairs {
      let wide = pair.text(columns: 130).split(separator: "\n", omittingEmptySubsequences: false)
      for line in wide { #expect(displayWidth(line) <= 130, "\(line)") }
      #expect(wide[0].hasPrefix("// \(pair.left.name) ") && wide[0].hasSuffix(" // \(pair.right.name)"))
      for (line, (left, right)) in zip(wide.dropFirst(2), zip(pair.left.lines, pair.right.lines)) {
        #expect(line.hasPrefix(left) && line.hasSuffix(right))
      }
      let narrow = pair.text(columns: 80)
      #expect(narrow.contains(pair.left.lines.joined(separator: "\n") + "\n\n// \(pair.right.name)\n"))
      #expect(narrow.hasSuffix(pair.right.lines.joined(separator: "\n") + "\n"))
    }
  }
}
