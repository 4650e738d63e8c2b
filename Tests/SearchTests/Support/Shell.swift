#if os(Linux)
  import Foundation
  import TestSupport

  /// Runs shell commands in a directory, in which `$search` is the program Search.
  struct Shell {
    struct Result: Equatable {
      let status: Int32
      let output: [UInt8]
      let errors: String

      var text: String { String(decoding: output, as: UTF8.self) }
    }

    let folder: TestFolder

    /// Runs `script` to its end, with /dev/null as standard input.
    func run(_ script: String) throws -> Result {
      let results = try TestFolder()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      // The limit on processor time matters only if a program does not end.
      process.arguments = ["-c", "ulimit -t 100; \(script)"]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.environment = ["search": try Self.program, "LC_ALL": "C", "PATH": "/usr/bin:/bin"]
      let (output, errors) = ("\(results.path)/output", "\(results.path)/errors")
      for file in [output, errors] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle(forWritingAtPath: output)
      process.standardError = FileHandle(forWritingAtPath: errors)
      try process.run()
      process.waitUntilExit()
      return Result(
        status: process.terminationStatus, output: Array(FileManager.default.contents(atPath: output) ?? Data()),
        errors: String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self))
    }

    /// The program next to the tests.
    private static var program: String {
      get throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("Search").path
      }
    }
  }
#endif
