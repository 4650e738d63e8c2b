/// Reads the lines around a hit, at a cost that does not depend on the file's size.
enum PreviewReader {
  /// The number of bytes read before the hit, and in total.
  private static let bytesBefore = 1 << 14
  private static let size = 1 << 16

  /// The maximum number of lines shown before and after the hit.
  private static let linesBefore = 50
  private static let linesAfter = 100

  static func preview(of hit: Hit, in fileSystem: any FileSystem) -> Preview {
    do throws(FileError) {
      let start = max(0, hit.offset - bytesBefore)
      let bytes = try read(hit.path, from: start, in: fileSystem)
      if bytes.contains(0) { return Preview(path: hit.path, lines: [], problem: "a binary file") }
      if bytes.isEmpty, hit.offset == 0 { return Preview(path: hit.path, lines: [], problem: "an empty file") }
      guard hit.offset - start < bytes.count else {
        return Preview(path: hit.path, lines: [], problem: "the file has changed")
      }
      return Preview(path: hit.path, lines: lines(of: bytes, from: start, around: hit), problem: nil)
    } catch {
      return Preview(path: hit.path, lines: [], problem: error.message)
    }
  }

  private static func read(_ file: Path, from start: Int, in fileSystem: any FileSystem) throws(FileError) -> [UInt8] {
    let reader = try fileSystem.open(file)
    if start > 0 { try reader.seek(to: start) }
    let buffer = BlockBuffer(size: size)
    var count = 0
    while count < size {
      let read = try reader.read(into: buffer.room(from: count))
      if read == 0 { break }
      count += read
    }
    return Array(buffer.bytes[..<count])
  }

  /// Splits `bytes`, read from offset `start`, into lines. Omits an incomplete first line, unless it is the line of the
  /// hit.
  private static func lines(of bytes: [UInt8], from start: Int, around hit: Hit) -> [Preview.Line] {
    let position = hit.offset - start
    let hitStart = bytes[..<position].lastIndex(of: newline).map { $0 + 1 } ?? 0
    var before: [Preview.Line] = []
    var end = hitStart
    let hitNumber = hit.line ?? 1
    while end > 0, before.count < linesBefore {
      let line = bytes[..<(end - 1)].lastIndex(of: newline).map { $0 + 1 } ?? 0
      if line == 0, start > 0 { break }
      let number = hitNumber - before.count - 1
      before.append(Preview.Line(number: number, text: TextWindow(bytes[line..<end - 1], match: nil)))
      end = line
    }

    var lines = Array(before.reversed())
    var begin = hitStart
    while begin < bytes.count, lines.count - before.count <= linesAfter {
      let lineEnd = bytes[begin...].firstIndex(of: newline)
      let isHit = begin == hitStart && hit.line != nil
      let match = isHit ? hit.text.match.map { position - begin..<position - begin + $0.count } : nil
      let text = TextWindow(
        bytes[begin..<(lineEnd ?? bytes.count)], match: match, isCutAtStart: begin == 0 && start > 0,
        isCutAtEnd: lineEnd == nil && bytes.count == size)
      lines.append(Preview.Line(number: hitNumber + lines.count - before.count, text: text))
      begin = (lineEnd ?? bytes.count) + 1
    }
    return lines
  }
}
