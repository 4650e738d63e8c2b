import Dispatch
import RxCore

/// What a walk has found since it last emitted.
struct WalkPart: Sendable {
  var files = FileBatch()
  /// Directories, and files named by the user, that cannot be read.
  var problems: [FileError] = []
  /// Whether the walk is at its end.
  var isLast = false

  var isEmpty: Bool { files.isEmpty && problems.isEmpty }
}

/// Lists the files below some paths.
///
/// Symbolic links, devices, pipes and sockets are left out, except those that are named themselves; so a walk ends whatever
/// links there are. A directory that cannot be read is reported as an element and does not end the walk.
struct FileWalk: Sendable {
  let fileSystem: any FileSystem
  /// Where directories are read.
  let workers: any ImmediateSchedulerType
  /// Where the time passes before a directory is tried again.
  let scheduler: any SchedulerType

  /// How many files one element has at most: enough that elements cost little, few enough that readers share a small tree.
  static let batchSize = 32

  /// How long a walk waits before it tries again when resources are short.
  private static let pause = RxTimeInterval.milliseconds(50)

  /// The files below `roots`, which may be files as well. Each subscription walks anew.
  func files(below roots: [Path]) -> Observable<WalkPart> {
    continuing(DirectoryStack(roots)).concat(Observable.just(WalkPart(isLast: true)))
  }

  /// Walks what is on the stack. If resources are short, such as descriptors, the walk goes on from there after a pause.
  private func continuing(_ stack: DirectoryStack) -> Observable<WalkPart> {
    Observable.work(on: workers) { [fileSystem] work in
      var stack = stack
      var part = WalkPart()
      while !work.isCancelled, try stack.step(into: &part, fileSystem) {
        if part.files.count < Self.batchSize, part.problems.isEmpty { continue }
        work.emit(part)
        part = WalkPart()
      }
      if !part.isEmpty { work.emit(part) }
    }
    .catch { error in
      guard let interrupted = error as? InterruptedWalk else { throw error }
      return Observable<Int>.timer(Self.pause, scheduler: scheduler)
        .flatMap { _ in continuing(interrupted.rest) }
        .startWith(interrupted.part)
    }
  }
}

/// A walk that stopped because resources were short.
private struct InterruptedWalk: Error {
  /// What was found and not emitted.
  let part: WalkPart
  let rest: DirectoryStack
}

/// What a walk still has to do.
private struct DirectoryStack: Sendable {
  /// Named by the user: of a kind that is not known. The next one is at the end.
  private var roots: [Path]
  /// The next one is at the end.
  private var directories: [Path] = []
  /// Files of the last directory that did not fit into a part. The next one is at the end.
  private var files: [Path] = []
  /// How often the next directory is tried again, and how often all together.
  private var attempts = Self.attemptsForOne
  private var allAttempts = 20

  private static let attemptsForOne = 5

  init(_ roots: [Path]) { self.roots = roots.reversed() }

  /// Adds some files, or the content of a directory. Returns whether there is more.
  mutating func step(into part: inout WalkPart, _ fileSystem: any FileSystem) throws -> Bool {
    do {
      if !files.isEmpty {
        while part.files.count < FileWalk.batchSize, let file = files.popLast() { part.files.append(file) }
      } else if let directory = directories.last {
        let entries = try fileSystem.entries(of: directory)
        directories.removeLast()
        for entry in entries.reversed() {
          switch entry.kind {
          case .regular: files.append(directory.appending(entry.name))
          case .directory: directories.append(directory.appending(entry.name))
          case .other: break
          }
        }
      } else if let root = roots.last {
        let kind = try fileSystem.kind(of: root)
        roots.removeLast()
        if kind == .directory { directories.append(root) } else { part.files.append(root) }
      } else {
        return false
      }
    } catch {
      if error.isTransient, attempts > 0, allAttempts > 0 {
        (attempts, allAttempts) = (attempts - 1, allAttempts - 1)
        throw InterruptedWalk(part: part, rest: self)
      }
      part.problems.append(error)
      if directories.popLast() == nil { _ = roots.popLast() }
    }
    attempts = Self.attemptsForOne
    return true
  }
}
