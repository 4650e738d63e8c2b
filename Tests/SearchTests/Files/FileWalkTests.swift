import Foundation
import RxCore
import RxTesting
import TestSupport
import Testing

@testable import Search

@Suite("FileWalk", .dedicatedThreads)
struct FileWalkTests {
  private func walk(_ roots: [Path], _ fileSystem: any FileSystem) -> Observable<WalkPart> {
    FileWalk(fileSystem: fileSystem, workers: CurrentThreadScheduler.instance, scheduler: ImmediateScheduler())
      .files(below: roots)
  }

  private func files(_ roots: [Path], _ fileSystem: any FileSystem = Disk()) throws -> [String] {
    try walk(roots, fileSystem).toBlocking().toArray().flatMap { $0.files.map(\.readable) }
  }

  private func problems(_ roots: [Path], _ fileSystem: any FileSystem = Disk()) throws -> [FileError] {
    try walk(roots, fileSystem).toBlocking().toArray().flatMap(\.problems)
  }

  @Test("finds all files, those of a directory sorted by name, and before those of its subdirectories")
  func order() throws {
    let folder = try TestFolder()
    for name in ["b/2", "b/1", "a/x/y", "c", ".hidden/file", "a/b"] { try folder.write("", to: name) }
    let expected = ["c", ".hidden/file", "a/b", "a/x/y", "b/1", "b/2"]
    #expect(try files([Path(folder.path)]) == expected.map { "\(folder.path)/\($0)" })
    #expect(
      try files([Path(folder.file("b/")), Path(folder.file("c"))])
        == ["b/1", "b/2", "c"].map { "\(folder.path)/\($0)" })
  }

  @Test("emits a large directory in several parts, and marks the last one")
  func parts() throws {
    let files = [Path: String](uniqueKeysWithValues: (0..<100).map { (Path("d/\($0)"), "") })
    let parts = try walk(["d"], MemoryFileSystem(files)).toBlocking().toArray()
    #expect(parts.map(\.files.count) == [32, 32, 32, 4, 0])
    #expect(parts.map(\.isLast) == [false, false, false, false, true])
  }

  @Test("follows a link given as a root, but none below it, so that loops end")
  func links() throws {
    let folder = try TestFolder()
    try folder.write("", to: "real/file")
    for (name, target) in [("real/loop", ".."), ("real/link", "file"), ("real/broken", "nothing"), ("named", "real")] {
      symlink(target, "\(folder.path)/\(name)")
    }
    #expect(try files([Path(folder.file("named"))]) == ["\(folder.path)/named/file"])
    #expect(try files([Path(folder.file("real/link"))]) == ["\(folder.path)/real/link"])
    #expect(try problems([Path(folder.path)]) == [])
  }

  @Test("skips pipes and devices, except those given as roots")
  func pipes() throws {
    let folder = try TestFolder()
    mkfifo("\(folder.path)/pipe", 0o600)
    #expect(try files([Path(folder.path)]) == [])
    #expect(try files([Path(folder.file("pipe")), "/dev/null"]) == ["\(folder.path)/pipe", "/dev/null"])
  }

  @Test("finds names that are not valid UTF-8")
  func names() throws {
    let folder = try TestFolder()
    let path = Path(try folder.write([], to: [0xFF, 0x0A]))
    let parts = try walk([Path(folder.path)], Disk()).toBlocking().toArray()
    #expect(parts.flatMap { Array($0.files) } == [path])
  }

  @Test("reports what cannot be read, and continues")
  func unreadable() throws {
    let missing = Path(try TestFolder().file("missing"))
    #expect(try problems([missing, "/dev/null"]) == [FileError(path: missing, code: ENOENT)])
    let disk = MemoryFileSystem(["a": "", "z": ""], errors: ["locked": EACCES])
    #expect(try files(["a", "locked", "z"], disk).count == 3)
    let tree = MemoryFileSystem(["t/a": "", "t/z": ""], errors: ["t/locked": EACCES])
    #expect(try problems(["t"], tree) == [FileError(path: "t/locked", code: EACCES)])
    #expect(try files(["t"], tree) == ["t/a", "t/z"])
  }

  @Test("tries again when resources are exhausted, continues where it was, and reports lasting errors")
  func retrying() throws {
    let tree = MemoryFileSystem(
      ["t/a": [], "t/short-d/x": [], "t/z/y": []], errors: ["t/short-d": EMFILE, "t/e-d": EMFILE],
      transientErrors: ["t/short-d": 2])
    let parts = try walk(["t"], tree).toBlocking().toArray()
    #expect(parts.flatMap { $0.files.map(\.readable) } == ["t/a", "t/short-d/x", "t/z/y"])
    #expect(parts.flatMap(\.problems) == [FileError(path: "t/e-d", code: EMFILE)])
    #expect(tree.listed.elements.filter { $0 == "t" }.count == 1)
  }

  @Test("reads no more directories after its disposal")
  func disposal() {
    let files = [Path: String](uniqueKeysWithValues: (0..<100).map { (Path("t/\($0)/file"), "") })
    let tree = MemoryFileSystem(files)
    let first = walk(["t"], tree).take(1).toBlocking()
    #expect(throws: Never.self) { try first.first() }
    #expect(tree.listed.count < 40)
  }
}
