import Foundation
import Testing

/// Misuse that does not compile, and the compiler's messages.
@Suite("diagnostics", .enabled(if: Typechecker.isAvailable, "there is no swiftc on PATH"))
struct DiagnosticsTests {
  /// A line that ends with a comment must get a diagnostic that contains the comment's text. No other line may get one.
  private static let snippet = """
    import BindableKit
    import Dispatch
    import RxBindable
    import RxCore

    final class NotSendable { var count = 0 }

    func sendability() {
      _ = Bindable(NotSendable())  // SENDABILITY
      _ = Bindable([NotSendable]())  // SENDABILITY
    }

    @MainActor final class View {
      let count = Bindable(0)
      var lines: [Int] = []
      var tokens: [BindableToken] = []

      func onQueue(_ queue: DispatchQueue) {
        tokens.append(count.observe(queue: queue) { [weak self] in self?.lines.append($0) })  // error: main actor-isolated
        count.observe(on: self, queue: queue) { [weak self] in self?.lines.append($0) }  // error: main actor-isolated
        count.observe(with: self, queue: queue) { view, count in view.lines.append(count) }  // error: main actor-isolated
        count.changes().observe(with: self, queue: queue) { view, change in view.lines.append(change.new) }  // error: main actor-isolated
      }

      func onMain() {
        tokens.append(count.observe { [weak self] in self?.lines.append($0) })
        tokens.append(count.observe(queue: .main) { [weak self] in self?.lines.append($0) })
        count.observe(on: self, queue: .main) { [weak self] in self?.lines.append($0) }
        count.observe(with: self, queue: .main) { view, count in view.lines.append(count) }
        count.changes().observe(with: self, queue: .main) { view, change in view.lines.append(change.new) }
        count.map { $0 * 2 }.observe(with: self) { view, count in view.lines.append(count) }
      }
    }

    func places(_ count: Bindable<Int>, _ queue: DispatchQueue, _ serial: SerialDispatchQueueScheduler, _ any: any SchedulerType) {
      _ = count.observe(on: queue) { print($0) }  // warning: queue:
      _ = count.observe(on: queue, replay: false, policy: .latest) { print($0) }  // warning: queue:
      _ = count.observe(on: serial) { print($0) }  // warning: queue:
      _ = count.observe(on: MainScheduler.instance) { print($0) }  // warning: queue:
      _ = count.observe(on: any) { print($0) }  // warning: queue:
      _ = count.map { $0 + 1 }.observe(on: CurrentThreadScheduler.instance) { print($0) }  // warning: queue:
    }

    func dropped(_ count: Bindable<Int>, _ other: Bindable<Int>) {
      count.observe { print($0) }  // warning: unused
      count.bind(to: other)  // warning: unused
    }

    func setters(_ count: Bindable<Int>, _ shown: ReadOnlyBindable<Int>) {
      count.value = 1
      shown.value = 1  // error: get-only
      shown.modify { $0 += 1 }  // error: no member 'modify'
      count.map { $0 }.value = 1  // error: get-only
      _ = count.bind(to: shown)  // error: ReadOnlyBindable
      _ = shown.bind(bothWays: count)  // error: bothWays
      _ = ReadOnlyBindable<Int>()  // error: inaccessible
    }
    """

  @Test("in Swift 6 mode misuse is an error, and deprecations name the replacement")
  func swift6() throws {
    let marked = Self.snippet.replacingOccurrences(of: "SENDABILITY", with: "error: Sendable")
    try Typechecker().expect(marked, mode: "6")
  }

  @Test("in Swift 5 mode a value that is not Sendable is accepted without a diagnostic")
  func swift5() throws {
    let marked = Self.snippet.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.hasPrefix("@MainActor") }.joined(separator: "\n")
    try Typechecker().expect(marked.replacingOccurrences(of: "  // SENDABILITY", with: ""), mode: "5")
  }
}

/// Type-checks snippets against the modules that the tests were built with.
private struct Typechecker {
  static var isAvailable: Bool { compiler != nil }

  private static let compiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  private struct Diagnostic: Hashable, CustomStringConvertible {
    let line: Int
    let text: String

    var description: String { "\(line): \(text)" }
  }

  /// Expects the diagnostics in the comments at the ends of lines, and no others.
  func expect(_ source: String, mode: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let found = try diagnostics(of: source, mode: mode)
    for (index, line) in lines.enumerated() {
      let wanted = line.components(separatedBy: "  // ").dropFirst().first
      let ofLine = found.filter { $0.line == index + 1 }.map(\.text)
      guard let wanted else {
        #expect(ofLine == [], "at \(line)", sourceLocation: sourceLocation)
        continue
      }
      let parts = wanted.components(separatedBy: ": ")
      let isFound = ofLine.contains { text in
        text.hasPrefix(parts[0] + ":") && text.contains(parts.dropFirst().joined(separator: ": "))
      }
      #expect(isFound, "\(wanted) is not among \(ofLine) at \(line)", sourceLocation: sourceLocation)
    }
  }

  private func diagnostics(of source: String, mode: String) throws -> Set<Diagnostic> {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Snippet.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)

    let process = Process()
    process.executableURL = Self.compiler
    process.arguments = [
      "-typecheck", "-swift-version", mode, "-parse-as-library", "-module-cache-path", folder.path,
      "-I", build.appendingPathComponent("Modules").path,
      "-Xcc", "-fmodule-map-file=" + build.appendingPathComponent("CRuntime.build/module.modulemap").path, file.path,
    ]
    let output = Pipe()
    process.standardError = output
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Set(
      text.split(separator: "\n").compactMap { line in
        let parts = line.components(separatedBy: ":")
        guard line.hasPrefix(file.path), parts.count > 4, let number = Int(parts[1]) else {
          // A diagnostic without a location: the compiler itself failed.
          return line.hasPrefix("error:") || line.hasPrefix("<unknown>") ? Diagnostic(line: 1, text: String(line)) : nil
        }
        let said = parts.dropFirst(3).joined(separator: ":").trimmingCharacters(in: .whitespaces)
        return said.hasPrefix("note:") ? nil : Diagnostic(line: number, text: said)
      })
  }

  /// The build folder, which contains the test bundle.
  private var build: URL {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let program = bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return program.resolvingSymlinksInPath().deletingLastPathComponent()
  }
}
