import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@testable import Search

@Suite("SearchEngine", .dedicatedThreads)
struct SearchEngineTests {
  private let request = SearchRequest(query: "word", mode: .both, caseSensitive: true)

  /// A walk that found these files.
  private func walk(_ batches: [[Path]]) -> Observable<WalkPart> {
    Observable.from(
      batches.map { paths in
        var part = WalkPart()
        for path in paths { part.files.append(path) }
        return part
      })
  }

  @Test("a disposed search stops before its next block, and closes the file")
  func stopping() {
    let (isReading, mayRead, isClosed) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let files = MemoryFileSystem(
      ["a": Array(repeating: UInt8(ascii: "x"), count: 10 * LineSearch.blockSize), "b": []],
      willRead: { _ in
        isReading.signal()
        mayRead.wait()
      },
      didClose: { isClosed.signal() })
    let engine = SearchEngine(fileSystem: files, workers: ConcurrentDispatchQueueScheduler(qos: .default), readers: 2)
    let events = Recording<String>()
    let subscription = engine.search(request, in: walk([["a", "b"]])).subscribe { events.add("\($0)") }
    isReading.wait()
    subscription.dispose()
    // Signal often enough to read all blocks, if the search tried to.
    for _ in 0..<20 { mayRead.signal() }
    #expect(isClosed.wait(timeout: .now() + limit) == .success)
    #expect(files.reads.count == 1)
    #expect(files.opened.elements == ["a"])
    #expect(events.elements.isEmpty)
  }

  @Test("reads as many files concurrently as requested, and no more", arguments: 1...3)
  func readers(count: Int) throws {
    let (most, arrivals) = (Guarded(0), Guarded(0))
    let allAreHere = DispatchSemaphore(value: 0)
    let paths = (0..<12).map { Path("\($0)") }
    let files = MemoryFileSystem(
      [Path: [UInt8]](uniqueKeysWithValues: paths.map { ($0, Array("word".utf8)) }),
      willRead: { files in
        most.withLock { $0 = max($0, files.readers.alive) }
        let number = arrivals.withLock { arrivals in
          arrivals += 1
          return arrivals
        }
        // The first readers wait for the others that can read concurrently.
        if number < count { _ = allAreHere.wait(timeout: .now() + limit) }
        if number == count { for _ in 1..<count { allAreHere.signal() } }
      })
    let engine = SearchEngine(
      fileSystem: files, workers: ConcurrentDispatchQueueScheduler(qos: .default), readers: count)
    let search = engine.search(request, in: walk(paths.map { [$0] }))
    let parts = try search.toBlocking(timeout: Double(limitInSeconds)).toArray()
    #expect(most.withLock { $0 } == count)
    #expect(parts.reduce(0) { $0 + $1.files } == 12)
    #expect(parts.flatMap(\.hits).count == 12)
    #expect(parts.map(\.isLast).filter { $0 }.count == 1)
    #expect(parts.last?.isLast == true)
  }

  @Test("emits the hits of a large file before its end")
  func largeFile() throws {
    let block = Array(("word" + String(repeating: " ", count: LineSearch.blockSize - 5) + "\n").utf8)
    let files = MemoryFileSystem(["a": Array([block, block, block, block].joined())])
    let engine = SearchEngine(fileSystem: files, workers: CurrentThreadScheduler.instance, readers: 1)
    let parts = try engine.search(request, in: walk([["a"]])).toBlocking().toArray()
    #expect(parts.map { $0.hits.map(\.line) }.filter { !$0.isEmpty }.count >= 3)
    #expect(parts.flatMap(\.hits).map(\.line) == [1, 2, 3, 4])
    #expect(parts.flatMap(\.hits).map(\.offset) == [0, 1, 2, 3].map { $0 * LineSearch.blockSize })
  }

  @Test("continues after files that cannot be opened or read to their end")
  func problems() throws {
    let files = MemoryFileSystem(["a": "word", "c": "word"], errors: ["b": 5])
    let engine = SearchEngine(fileSystem: files, workers: CurrentThreadScheduler.instance, readers: 1)
    let parts = try engine.search(request, in: walk([["a", "gone", "b", "c"]])).toBlocking().toArray()
    #expect(parts.flatMap(\.hits).map(\.path) == ["a", "c"])
    #expect(parts.flatMap(\.problems) == [FileError(path: "gone", code: 2), FileError(path: "b", code: 5)])
  }

  @Test("a query with a line break matches a space instead")
  func lineBreak() {
    #expect(SearchRequest(query: "a\nb", mode: .both, caseSensitive: true).word == Array("a b".utf8))
  }
}
