#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Compiles and runs programs of the articles with the modules built for these tests.
  final class Compiler: Sendable {
    /// The output of a compilation or a run, and how it ended.
    struct Result {
      var end: ChildProgram.End
      var output: String
      var errors: String
    }

    /// The instance shared by all checks.
    static let shared = Swift.Result { try Compiler() }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path

    private let toolchain: String
    private let arguments: [String]

    /// Finds the compiler of the toolchain whose libraries these tests use, and links the package's object files into
    /// one object file in the build folder. An archive would omit files that only add conformances.
    init() throws {
      toolchain = try Self.toolchain()
      let build = Self.parent(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      let own = "\(build)/DocumentationTests.articles"
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
      // Each process has its own file, because several may run at the same time. Delete the files of processes that
      // have ended.
      for file in try FileManager.default.contentsOfDirectory(atPath: own) where file.hasSuffix(".o") {
        let process = file.split(separator: ".")[1]
        if access("/proc/\(process)", F_OK) != 0 { unlink("\(own)/\(file)") }
      }
      let object = "\(own)/Bindable.\(getpid()).o"
      let modules = [
        "BindableKit", "BindableObservation", "DeliveryCore", "RxBindable", "RxComparison", "RxCore", "RxFoundation",
        "RxTesting", "TerminalControls",
      ]
      let cModules = ["CRuntime", "CTesting"]
      let cObjects = ["CRuntime.build/CRuntime", "CRuntime.build/Signals", "CTesting.build/CTesting"]
      // Take only the objects of existing source files: the build folder also keeps those of removed ones.
      let objects = try modules.flatMap { module in
        try Self.swiftFiles(in: "\(Self.root)/Sources/\(module)").map { "\(build)/\(module).build/\($0).o" }
      }
      arguments =
        ["-Onone", "-use-ld=lld", "-I", "\(build)/Modules", "-module-cache-path", "\(own)/modules"]
        + cModules.flatMap { module in
          ["-Xcc", "-fmodule-map-file=\(build)/\(module).build/module.modulemap"]
            + ["-Xcc", "-I\(Self.root)/Sources/\(module)/include"]
        } + [object]
      let linked = try Self.run(
        "\(toolchain)/bin/ld.lld",
        ["-r", "-o", object] + cObjects.map { "\(build)/\($0).c.o" } + objects,
        in: TestFolder())
      try #require(linked.end == .exit(0), "\(linked.errors)")
    }

    /// Compiles source text to a program in the folder.
    func compile(_ source: String, options: ProgramOptions, in folder: TestFolder) throws -> Result {
      let name = options.kind == .tests || options.kind == .library ? "Snippet.swift" : "main.swift"
      try folder.write(source, to: name)
      var words = ["-swift-version", options.languageMode, "\(folder.path)/\(name)"]
      if options.drawsDiagrams { words.append("\(Self.root)/Tests/DocumentationTests/Drawing.swift") }
      if let module = options.module { words += ["\(folder.path)/\(module).o", "-I", folder.path] }
      switch options.kind {
      case .manifest:
        let interface = "\(toolchain)/lib/swift/pm/ManifestAPI"
        words += ["-typecheck", "-I", interface, "-package-description-version", "6.2.0"]
        return try Self.run("\(toolchain)/bin/swiftc", words, in: folder)
      case .tests:
        try folder.write(Self.runner, to: "Runner.swift")
        words += ["\(folder.path)/Runner.swift", "-parse-as-library"]
      case .library: words.append("-parse-as-library")
      case .main, .compiled: break
      }
      words += arguments + ["-module-name", "Snippet", "-o", "\(folder.path)/program"]
      return try Self.run("\(toolchain)/bin/swiftc", words, in: folder)
    }

    /// Compiles source text to a module in the folder. A program there can import it, even with `@testable`.
    func compileModule(_ name: String, _ source: String, options: ProgramOptions, in folder: TestFolder) throws
      -> Result
    {
      try folder.write(source, to: "\(name).swift")
      let words =
        [
          "-swift-version", options.languageMode, "\(folder.path)/\(name).swift", "-parse-as-library", "-module-name",
          name,
        ]
        + ["-enable-testing", "-emit-module", "-emit-module-path", "\(folder.path)/\(name).swiftmodule"]
        + ["-c", "-o", "\(folder.path)/\(name).o"]
      return try Self.run("\(toolchain)/bin/swiftc", words + arguments.dropLast(), in: folder)
    }

    /// Runs the program that was compiled in the folder.
    func run(in folder: TestFolder) throws -> Result {
      try Self.run("\(folder.path)/program", [], environment: ["SWIFT_BACKTRACE": "enable=no"], in: folder)
    }

    private static func run(
      _ program: String, _ arguments: [String], environment: [String: String] = [:], in folder: TestFolder
    ) throws -> Result {
      let child = try ChildProgram(
        program, arguments.map { ByteString($0) }, environment: environment, input: .file("/dev/null"),
        output: .file("\(folder.path)/output"), errors: .file("\(folder.path)/errors"))
      let end = try child.end()
      return Result(end: end, output: try folder.read("output"), errors: try folder.read("errors"))
    }

    private static let runner = """
      import Testing
      @main struct Runner {
        static func main() async { await Testing.__swiftPMEntryPoint() as Never }
      }
      """

    /// The folder with the `bin` and `lib` of the toolchain whose libraries these tests use.
    private static func toolchain() throws -> String {
      // Read to the end, because the system reports a length of zero for this file.
      let handle = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
      let maps = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
      let place = "/lib/swift/linux/libswiftCore.so"
      let line = try #require(maps.split(separator: "\n").first { $0.hasSuffix(place) }, "libswiftCore is not loaded")
      let path = line[(line.firstIndex(of: "/") ?? line.startIndex)...]
      return String(path.dropLast(place.count))
    }

    private static func parent(_ path: String) -> String {
      String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private static func swiftFiles(in folder: String) throws -> [String] {
      let files = try #require(FileManager.default.enumerator(atPath: folder), "there is no \(folder)")
      return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        .map { String($0[($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)...]) }.sorted()
    }
  }
#endif
