#if os(Linux)
  import BindableKit
  import Dispatch
  import Foundation
  import RxTesting
  import TestSupport
  import Testing

  @testable import Search

  @Suite("Disk", .dedicatedThreads)
  struct DiskTests {
    /// Reads to the end.
    private func content(_ reader: any FileReader) throws -> [UInt8] {
      let buffer = BlockBuffer(size: 7)
      var bytes: [UInt8] = []
      while true {
        let count = try reader.read(into: buffer.room(from: 0))
        if count == 0 { return bytes }
        bytes += buffer.bytes[..<count]
      }
    }

    /// The number of open descriptors for files in the directory.
    private func openFiles(in folder: TestFolder) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
        return target?.hasPrefix(folder.path) ?? false
      }
    }

    @Test("reads a file from its beginning and from any byte, and closes it with the reader")
    func reading() throws {
      let folder = try TestFolder()
      let file = Path(try folder.write("some bytes in a file", to: "file"))
      var reader: (any FileReader)? = try Disk().open(file)
      #expect(try openFiles(in: folder) == 1)
      #expect(try reader.map(content) == Array("some bytes in a file".utf8))
      try reader?.seek(to: 16)
      #expect(try reader.map(content) == Array("file".utf8))
      reader = nil
      #expect(try openFiles(in: folder) == 0)
    }

    @Test("a cancelled search leaves no open file and no subscription")
    func noLongerWanted() throws {
      let folder = try TestFolder()
      for number in 0..<4 { try folder.write(String(repeating: "line\n", count: 1_000), to: "\(number)") }
      let disk = GatedDisk()
      try LeakTracker.run(timeout: limit) { leaks in
        do {
          let model = SearchViewModel(roots: [Path(folder.path)], fileSystem: disk)
          leaks.track(model)
          model.query.value = "absent"
          #expect(disk.isReading.wait(timeout: .now() + limit) == .success)
          let open = try openFiles(in: folder)
          #expect(open > 0)
        }
        disk.gate.signal()
      }
      let end = DispatchTime.now() + limit
      while try openFiles(in: folder) > 0, DispatchTime.now() < end { sched_yield() }
      #expect(try openFiles(in: folder) == 0)
    }

    @Test("a file that shrinks while it is read ends early")
    func shrinking() throws {
      let file = Path(try TestFolder().write(String(repeating: "x", count: 100), to: "file"))
      let folder = try TestFolder()
      let path = Path(try folder.write(String(repeating: "x", count: 100), to: "file"))
      let reader = try Disk().open(path)
      let buffer = BlockBuffer(size: 10)
      #expect(try reader.read(into: buffer.room(from: 0)) == 10)
      truncate("\(folder.path)/file", 5)
      #expect(try reader.read(into: buffer.room(from: 0)) == 0)
      #expect(throws: FileError(path: file, code: ENOENT)) { try Disk().open(file) }
    }

    @Test("reports a directory that is read as a file, and a file that is listed")
    func mistakes() throws {
      let folder = try TestFolder()
      let file = Path(try folder.write("", to: "file"))
      let reader = try Disk().open(Path(folder.path))
      #expect(throws: FileError(path: Path(folder.path), code: EISDIR)) { try content(reader) }
      #expect(throws: FileError(path: file, code: ENOTDIR)) { try Disk().entries(of: file) }
      #expect(throws: FileError(path: "/nonexistent", code: ENOENT)) { try Disk().kind(of: "/nonexistent") }
    }

    @Test("refuses the file that is the output, whatever its path")
    func output() throws {
      let folder = try TestFolder()
      let file = Path(try folder.write("", to: "file"))
      symlink("file", "\(folder.path)/link")
      let descriptor = open("\(folder.path)/file", O_RDONLY)
      defer { close(descriptor) }
      let disk = Disk(output: FileIdentity(descriptor))
      for path in [file, Path(folder.file("link")), Path(folder.file("./file"))] {
        #expect(throws: FileError(path: path, code: FileError.isOutput)) { try disk.open(path) }
      }
      #expect(throws: Never.self) { try disk.open(Path(folder.write("", to: "other"))) }
    }
  }

  /// A disk whose files can be opened, but not read until the gate opens.
  private final class GatedDisk: FileSystem {
    /// Signalled when a file is about to be read.
    let isReading = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)

    func kind(of path: Path) throws(FileError) -> FileKind { try Disk().kind(of: path) }

    func entries(of directory: Path) throws(FileError) -> [DirectoryEntry] { try Disk().entries(of: directory) }

    func open(_ file: Path) throws(FileError) -> any FileReader { Reader(try Disk().open(file), of: self) }

    private final class Reader: FileReader {
      private let reader: any FileReader
      private let disk: GatedDisk

      init(_ reader: any FileReader, of disk: GatedDisk) {
        self.reader = reader
        self.disk = disk
      }

      func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        disk.isReading.signal()
        _ = disk.gate.wait(timeout: .now() + limit)
        disk.gate.signal()  // The gate remains open.
        return try reader.read(into: buffer)
      }

      func seek(to offset: Int) throws(FileError) { try reader.seek(to: offset) }
    }
  }
#endif
