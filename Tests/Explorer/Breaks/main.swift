import Foundation

// Inserts all breaks into one copy of the sources, each under a condition, and runs each break's scenario with its
// condition set. With `--check`, only checks that each break's code is in the sources. Run this program in the root of
// the repository.

let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
let copy = root.appending(path: "Tests/Explorer/.build-breaks")
let package = copy.appending(path: "Tests/Explorer")

func fail(_ message: String) -> Never {
  print("FAILED: \(message)")
  exit(1)
}

func run(_ program: String, _ arguments: [String], broken: Int? = nil, output: URL) throws -> Int32 {
  _ = FileManager.default.createFile(atPath: output.path, contents: nil)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  process.environment = ProcessInfo.processInfo.environment
  process.environment?["CI"] = nil  // It makes warnings errors, and a break may cause warnings.
  process.environment?["BREAK"] = broken.map { "\($0)" }
  let handle = try FileHandle(forWritingTo: output)
  process.standardOutput = handle
  process.standardError = handle
  try process.run()
  process.waitUntilExit()
  return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
}

/// Replaces the previous copy of the sources, but keeps its build folder, so that a second run builds little.
func copySources() throws {
  try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
  for (from, to) in [("Sources", copy), ("Tests/Explorer", package)] {
    let target = from == "Sources" ? to.appending(path: "Sources") : to
    for name in try FileManager.default.contentsOfDirectory(atPath: root.appending(path: from).path)
    where !name.hasPrefix(".build") && name != "Breaks" {
      let file = target.appending(path: name)
      try? FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: root.appending(path: "\(from)/\(name)"), to: file)
    }
  }
  // Put an empty program in place of Breaks, which the copied package does not need.
  try FileManager.default.createDirectory(at: package.appending(path: "Breaks"), withIntermediateDirectories: true)
  try "".write(to: package.appending(path: "Breaks/main.swift"), atomically: true, encoding: .utf8)
}

/// Finds `code` in `text`: as whole lines, whatever their indentation, or as a part of one line.
func places(of code: String, in text: String) -> [Range<String.Index>] {
  let pattern = code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  if pattern.count == 1, !code.hasSuffix("\n") { return text.ranges(of: code) }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  return lines.indices.dropLast(pattern.count).filter { first in
    pattern.indices.allSatisfy { lines[first + $0].trimmingCharacters(in: .whitespaces) == pattern[$0] }
  }.map { lines[$0].startIndex..<lines[$0 + pattern.count].startIndex }
}

/// Returns the text of each file that has breaks, with all of them inserted.
func brokenFiles() -> [String: String] {
  var texts: [String: String] = [:]
  var stale = 0
  for (number, item) in breaks.enumerated() {
    let file = root.appending(path: "Sources/\(item.file)")
    var text = texts[item.file] ?? (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let found = places(of: item.code, in: text)
    guard let place = found.first, found.count == 1 else {
      print(
        """
        Break \(number), "\(item.what)": Sources/\(item.file) has its code \(found.count) times instead of once:
        \(item.code)
        """)
      stale += 1
      continue
    }
    let broken = item.replacement.replacingOccurrences(of: "BROKEN", with: "isBroken(\(number))")
    text.replaceSubrange(place, with: broken + (text[place].hasSuffix("\n") && !broken.hasSuffix("\n") ? "\n" : ""))
    // `isBroken`, which inlinable functions may call, is part of the explorer's model of that module.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    text = (["public import Synchronization"] + lines.filter { !$0.hasSuffix("import Synchronization") }).joined(
      separator: "\n")
    texts[item.file] = text
  }
  if stale > 0 {
    fail(
      "\(stale) of \(breaks.count) breaks do not match the sources: in Tests/Explorer/Breaks/Break.swift, "
        + "change `code` to what is there now, and `replacement` likewise")
  }
  return texts
}

let files = brokenFiles()
if CommandLine.arguments.contains("--check") { exit(0) }
try copySources()
for (file, text) in files {
  try text.write(to: copy.appending(path: "Sources/\(file)"), atomically: true, encoding: .utf8)
}
let log = copy.appending(path: "log")
let arguments = ["build", "-c", "release", "--package-path", package.path, "--product", "Explorer"]
if try run("swift", arguments, output: log) != 0 {
  print(try String(contentsOf: log, encoding: .utf8))
  fail("the broken sources do not compile")
}

let only = CommandLine.arguments.dropFirst().compactMap { Int($0) }
var missed = 0
for (number, item) in breaks.enumerated() where only.isEmpty || only.contains(number) {
  let explorer = package.appending(path: ".build/release/Explorer").path
  let status = try run(explorer, ["--scenario", item.scenario], broken: number, output: log)
  let text = try String(contentsOf: log, encoding: .utf8)
  let schedule = text.split(separator: "\n").first { $0.hasPrefix("schedule ") || $0.contains("in: ") }
  print("\(number). \(item.what)\n   \(item.scenario): \(status == 0 ? "NOT FOUND" : schedule ?? "failed")")
  if status == 0 { missed += 1 }
}
if missed > 0 { fail("\(missed) breaks were not found") }
