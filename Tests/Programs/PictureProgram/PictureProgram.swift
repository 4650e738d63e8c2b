import Foundation
import TestSupport

/// Draws the screens of Compare and JobsProgram as shown on a terminal, for the README and the page on the controls.
///
///     PictureProgram PROGRAMS README CONTROLS
///
/// PROGRAMS is an absolute path to the folder with the programs. The pictures are written to the folders README and
/// CONTROLS.
@main enum PictureProgram {
  static func main() throws {
    let folders = Array(CommandLine.arguments.dropFirst())
    guard folders.count == 3 else {
      throw Failure(description: "expected three arguments: the folder of the programs, and two for pictures")
    }
    try write(compare("\(folders[0])/Compare"), to: "\(folders[1])/Compare.svg")
    for (name, picture) in try controls("\(folders[0])/JobsProgram") {
      try write(picture, to: "\(folders[2])/\(name).svg")
    }
  }

  private static func write(_ picture: String, to file: String) throws {
    try picture.write(toFile: file, atomically: true, encoding: .utf8)
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// How four view models differ.
  private static func compare(_ program: String) throws -> String {
    let session = try TerminalSession(program, columns: 80, rows: 120)
    _ = try session.end()
    let lines = session.screen.lines
    let first = lines.firstIndex { $0.hasPrefix("All four") } ?? 0
    let end = lines.firstIndex { $0.hasPrefix("To explain") } ?? lines.count
    return ScreenPicture(screen: session.screen, title: "swift run Compare").document(rows: first..<end)
  }

  /// The controls, each from a screen of a real run, and whole screens.
  private static func controls(_ program: String) throws -> [String: String] {
    let session = try start(program, columns: 50)
    let wide = session.screen
    try session.type("\u{15}re")
    try session.wait(for: "two jobs") { $0.lines[3].isEmpty && !$0.lines[2].isEmpty }
    let field = session.screen
    try session.type("\u{1B}")
    _ = try session.end()

    let narrow = try start(program, columns: 20)
    let narrowScreen = narrow.screen
    try narrow.type("\u{1B}")
    _ = try narrow.end()
    return [
      "Jobs": ScreenPicture(screen: wide, title: "JobsProgram", showsCursor: true).document(rows: 0..<9),
      "JobsNarrow": ScreenPicture(screen: narrowScreen, title: "20 columns", showsCursor: true).document(rows: 0..<9),
      "TextField": ScreenPicture(screen: field, title: "TextField", showsCursor: true).document(rows: 0..<1),
      "ListView": ScreenPicture(screen: wide, title: "ListView").document(rows: 1..<6),
      "ProgressBar": ScreenPicture(screen: wide, title: "ProgressBar").document(rows: 7..<8),
      "StatusLine": ScreenPicture(screen: wide, title: "StatusLine").document(rows: 8..<9),
    ]
  }

  /// The program with two jobs marked as done, and a third selected.
  private static func start(_ program: String, columns: Int) throws -> TerminalSession {
    let session = try TerminalSession(program, columns: columns, rows: 9)
    let down = "\u{1B}[B"
    try session.wait(for: "0 of 5")
    try session.type("\r\(down)\r\(down)")
    try session.wait(for: "two done jobs") { $0.lines[8].hasPrefix("2 of 5") && !$0.text(inRow: 3, style: "7").isEmpty }
    return session
  }
}
