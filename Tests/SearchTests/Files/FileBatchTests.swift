import TestSupport
import Testing

@testable import Search

@Suite("FileBatch")
struct FileBatchTests {
  @Test("returns the paths that were added, in order")
  func order() {
    let paths: [Path] = ["a/b/c", "a/b/d", "a/bc", "", "a/b/d", "a/b/de", "x"]
    var batch = FileBatch()
    for path in paths { batch.append(path) }
    #expect(Array(batch) == paths)
    #expect(batch.count == paths.count)
    #expect(Array(FileBatch()).isEmpty)
  }

  @Test("returns any bytes", arguments: 0..<100)
  func random(seed: Int) {
    var random = SplitMix64(seed: seed)
    let paths = (0..<50).map { _ in
      Path(bytes: (0..<Int.random(in: 0..<8, using: &random)).map { _ in UInt8.random(in: 254...255, using: &random) })
    }
    var batch = FileBatch()
    for path in paths { batch.append(path) }
    #expect(Array(batch) == paths)
  }
}
