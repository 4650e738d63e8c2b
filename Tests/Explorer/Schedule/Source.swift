@preconcurrency import Glibc

/// The source text that printed schedules show.
enum Source {
  private static nonisolated(unsafe) var files: [String: [Substring]] = [:]

  static func place(_ file: StaticString, _ line: UInt) -> String {
    "\("\(file)".split(separator: "/").last ?? ""):\(line)"
  }

  /// The line of code, without indentation.
  static func text(_ file: StaticString, _ line: UInt) -> Substring? {
    let path = "\(file)"
    let lines = files[path] ?? read(path).split(separator: "\n", omittingEmptySubsequences: false)
    files[path] = lines
    guard line > 0, Int(line) <= lines.count else { return nil }
    return lines[Int(line) - 1].drop { $0 == " " }
  }

  private static func read(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  static func printLines() { setvbuf(stdout, nil, _IOLBF, 0) }

  static func flush() { fflush(nil) }
}
