import Foundation
import TestSupport

/// Draws the screens of Compare and Search as shown on a terminal, for the README.
///
///     PictureProgram PROGRAMS PICTURES
///
/// PROGRAMS is an absolute path to the folder with the programs. The pictures are written to the folder PICTURES.
@main enum PictureProgram {
  static func main() throws {
    let folders = CommandLine.arguments.dropFirst()
    guard folders.count == 2, let programs = folders.first, let pictures = folders.last else {
      throw Failure(description: "expected two arguments: the folder of the programs and the folder of the pictures")
    }
    try compare("\(programs)/Compare").write(toFile: "\(pictures)/Compare.svg", atomically: true, encoding: .utf8)
    try search("\(programs)/Search").write(toFile: "\(pictures)/Search.svg", atomically: true, encoding: .utf8)
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The differences between three view models.
  private static func compare(_ program: String) throws -> String {
    let session = try TerminalSession(program, columns: 80, rows: 120)
    _ = try session.end()
    let lines = session.screen.lines
    let first = lines.firstIndex { $0.hasPrefix("WHAT DIFFERS") } ?? 0
    let end = lines.firstIndex { $0.hasPrefix("WHAT IT COSTS") } ?? lines.count
    let last = lines[..<end].lastIndex { !$0.isEmpty } ?? first
    return ScreenPicture(screen: session.screen, title: "swift run Compare").document(rows: first..<(last + 1))
  }

  /// A search in the sources of this package, with a selection.
  private static func search(_ program: String) throws -> String {
    let session = try TerminalSession(program, ["Sources/RxCore"], columns: 80, rows: 20)
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
