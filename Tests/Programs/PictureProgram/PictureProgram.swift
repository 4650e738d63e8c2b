import Foundation
import TestSupport

/// Draws the screen of Compare as shown on a terminal, for the README.
///
///     PictureProgram PROGRAMS PICTURES
///
/// PROGRAMS is an absolute path to the folder with the programs. The picture is written to the folder PICTURES.
@main enum PictureProgram {
  static func main() throws {
    let folders = CommandLine.arguments.dropFirst()
    guard folders.count == 2, let programs = folders.first, let pictures = folders.last else {
      throw Failure(description: "expected two arguments: the folder of the programs and the folder of the pictures")
    }
    try compare("\(programs)/Compare").write(toFile: "\(pictures)/Compare.svg", atomically: true, encoding: .utf8)
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
}
