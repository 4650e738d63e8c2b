#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file system of the operating system.
struct Disk: FileSystem {
  /// The path that stands for standard input, if it is searched.
  var standardInput: Path?

  /// The file to which standard output is redirected. It cannot be searched, because each hit would add another one.
  var output: FileIdentity?

  func kind(of path: Path) throws(FileError) -> FileKind {
    if path == standardInput { return .other }
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { throw FileError(path: path, code: errno) }
    return FileKind(mode: status.st_mode)
  }

  func entries(of directory: Path) throws(FileError) -> [DirectoryEntry] {
    guard let stream = directory.withCString({ opendir($0) }) else { throw FileError(path: directory, code: errno) }
    defer { closedir(stream) }
    var entries: [DirectoryEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name == [dot] || name == [dot, dot] { continue }
      entries.append(DirectoryEntry(name: name, kind: kind(of: entry.pointee.d_type, directory.appending(name))))
    }
    guard errno == 0 else { throw FileError(path: directory, code: errno) }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    return entries
  }

  func open(_ file: Path) throws(FileError) -> any FileReader {
    let reader = file == standardInput ? DescriptorReader.standardInput() : try DescriptorReader(opening: file)
    if let output, reader.identity == output { throw FileError(path: file, code: FileError.isOutput) }
    return reader
  }

  /// The kind of an entry, looked up if the file system does not report it.
  private func kind(of type: UInt8, _ path: Path) -> FileKind {
    switch Int(type) {
    case Int(DT_REG): return .regular
    case Int(DT_DIR): return .directory
    case Int(DT_UNKNOWN):
      var status = stat()
      // If the entry is gone, treat it as a file: opening it reports the error.
      guard path.withCString({ lstat($0, &status) }) == 0 else { return .regular }
      return FileKind(mode: status.st_mode)
    default: return .other
    }
  }
}

extension FileKind {
  /// - Parameter mode: the mode from `stat`.
  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .directory
    default: self = .other
    }
  }
}

private let dot = UInt8(ascii: ".")
