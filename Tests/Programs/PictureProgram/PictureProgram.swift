import Foundation
import TestSupport

/// Draws the screens of Compare and Search, as they are shown on a terminal, for the README.
///
/// It runs the programs that stand beside it, in the folder in which it was started.
@main enum PictureProgram {
  static func main() throws {
    guard let folder = CommandLine.arguments.dropFirst().first else {
      throw Failure(description: "name the folder for the pictures, as in: PictureProgram pictures")
    }
    try compare().write(toFile: "\(folder)/Compare.svg", atomically: true, encoding: .utf8)
    try search().write(toFile: "\(folder)/Search.svg", atomically: true, encoding: .utf8)
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The comparison of what three view models deliver.
  private static func compare() throws -> String {
    let session = try TerminalSession("Compare", columns: 80, rows: 120)
    _ = try session.end()
    let lines = session.screen.lines
    let first = lines.firstIndex { $0.hasPrefix("WHAT THE OBSERVERS RECEIVED") } ?? 0
    let last = lines.firstIndex { $0.hasPrefix("WHAT DIFFERS") } ?? lines.count
    let rows = lines[..<last].lastIndex { !$0.isEmpty } ?? last
    return ScreenPicture(screen: session.screen, title: "swift run Compare").document(rows: first..<(rows + 1))
  }

  /// A search in the sources of this package, with a selection.
  private static func search() throws -> String {
    let session = try TerminalSession("Search", ["Sources"], columns: 80, rows: 20)
    try session.wait(for: "files")
    try session.type("takeTurn")
    try session.wait(for: "3 hits in")
    try session.type("\u{1B}[B")
    try session.wait(for: "the preview") { $0.lines.contains { $0.hasPrefix("49") } }
    let picture = ScreenPicture(screen: session.screen, title: "swift run -c release Search Sources")
      .document(rows: 0..<20)
    try session.type("\u{3}")
    _ = try session.end()
    return picture
  }
}
