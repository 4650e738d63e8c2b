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

  /// How three view models differ.
  private static func compare() throws -> String {
    let session = try TerminalSession("Compare", columns: 80, rows: 120)
    _ = try session.end()
    let lines = session.screen.lines
    let first = lines.firstIndex { $0.hasPrefix("WHAT DIFFERS") } ?? 0
    let end = lines.firstIndex { $0.hasPrefix("WHAT IT COSTS") } ?? lines.count
    let last = lines[..<end].lastIndex { !$0.isEmpty } ?? first
    return ScreenPicture(screen: session.screen, title: "swift run Compare").document(rows: first..<(last + 1))
  }

  /// A search in the sources of this package, with a selection.
  private static func search() throws -> String {
    let session = try TerminalSession("Search", ["Sources/RxCore"], columns: 80, rows: 20)
    try session.wait(for: "files")
    try session.type("debounce(")
    try session.wait(for: "the end") {
      $0.lines.last?.contains(" hits in ") == true && $0.lines.last?.contains("·") == true
    }
    try session.type("\u{1B}[B\u{1B}[B")
    try session.wait(for: "the selection and the file below") { screen in
      !screen.text(inRow: 4, style: "7").isEmpty && (10..<19).contains { !screen.text(inRow: $0, style: "4").isEmpty }
    }
    try session.readAll()
    let picture = ScreenPicture(screen: session.screen, title: "swift run -c release Search Sources/RxCore")
      .document(rows: 0..<20)
    try session.type("\u{3}")
    _ = try session.end()
    return picture
  }
}
