import Dispatch
import RxCore

/// The results of a walk since the last emission.
struct WalkPart: Sendable {
  var files = FileBatch()
  /// Directories and user-specified files that cannot be read.
  var problems: [FileError] = []
  /// Whether the walk is complete.
  var isLast = false

  var isEmpty: Bool { files.isEmpty && problems.isEmpty }
}

/// Lists the files below given paths.
///
/// Symbolic links, devices, pipes and sockets are skipped unless specified explicitly, so cyclic links cannot make a
/// walk endless. A directory that cannot be read is reported as an element and does not end the walk.
struct FileWalk: Sendable {
  let fileSystem: any FileSystem
  /// The scheduler on which directories are read.
  let workers: any ImmediateSchedulerType
  /// The scheduler that times the pause before a directory is read again.
  let scheduler: any SchedulerType

  /// The maximum number of files per element: large enough for low overhead, small enough for readers to share a small
  /// tree.
  static let batchSize = 32

  /// The pause before a walk tries again after resources were exhausted.
  private static let pause = RxTimeInterval.milliseconds(50)

  /// The files below `roots`, which may include files. Each subscription starts its own walk.
  func files(below roots: [Path]) -> Observable<WalkPart> {
    continuing(DirectoryStack(roots)).concat(Observable.just(WalkPart(isLast: true)))
  }

  /// The results for the rest of the stack. If resources such as descriptors are exhausted, the walk continues after a
  /// pause.
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

/// Thrown when a walk pauses because resources were exhausted.
private struct InterruptedWalk: Error {
  /// The results that have not been emitted.
  let part: WalkPart
  let rest: DirectoryStack
}

/// The remaining work of a walk.
private struct DirectoryStack: Sendable {
  /// Paths specified by the user, of unknown kind, in reverse order: the next one is at the end.
  private var roots: [Path]
  /// The directories still to be read, in reverse order: the next one is at the end.
  private var directories: [Path] = []
  /// The files of the directory read most recently that are not in a part yet, in reverse order: the next one is at the
  /// end.
  private var files: [Path] = []
  /// How many more times a failed read may be retried: for the current directory or root, and in total.
  private var attempts = Self.attemptsForOne
  private var allAttempts = 20

  private static let attemptsForOne = 5

  init(_ roots: [Path]) { self.roots = roots.reversed() }

  /// Moves files to `part`, reads the next directory, or looks up the kind of the next root. Returns `false` if there
  /// was nothing left to do.
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
