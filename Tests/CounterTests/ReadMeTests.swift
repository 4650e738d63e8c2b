import Foundation
import Testing

/// The README shows the programs' code.
@Suite("The README") struct ReadMeTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("has each of the three view models as it is", arguments: ["BindableCounter", "RxCounter", "BridgedCounter"])
  func viewModels(file: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let code = try String(contentsOf: Self.root.appending(path: "Examples/Counter/\(file).swift"), encoding: .utf8)
    #expect(text.contains("```swift\n\(code)```\n"), "README.md does not show Examples/Counter/\(file).swift")
  }
}
