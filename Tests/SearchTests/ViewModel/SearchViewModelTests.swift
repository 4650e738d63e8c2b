import BindableKit
import Foundation
import RxCore
import RxTesting
import TestSupport
import Testing

@testable import Search

@Suite("SearchViewModel", .dedicatedThreads)
struct SearchViewModelTests {
  /// Files with one line each: "line 0", "line 1" and so on.
  private func manyFiles(_ count: Int) -> MemoryFileSystem {
    MemoryFileSystem([Path: String](uniqueKeysWithValues: (0..<count).map { (Path("t/\($0)"), "line \($0)\n") }))
  }

  @Test("searches when the typing pauses")
  func pause() {
    let virtual = VirtualModel(MemoryFileSystem(["a": "alpha\nbeta\n", "b": "alphabet\n"]))
    let files = virtual.model
    virtual.scheduler.scheduleAt(100) { files.query.value = "al" }
    virtual.scheduler.scheduleAt(200) { files.query.value = "alpha" }
    virtual.scheduler.scheduleAt(300) { files.query.value = "alphab" }
    virtual.scheduler.start()
    #expect(virtual.lines == ["alphabet"])
    let times = virtual.results.elements.filter { !$0.results.request.isEmpty }.map(\.time)
    // Typed at 300; the search begins at 450, and its first batch is shown 50 later.
    #expect(times.first.map { (450...502).contains($0) } == true)
    let words = virtual.results.elements.map { String(decoding: $0.results.request.word, as: UTF8.self) }
    #expect(Set(words) == ["", "alphab"])
  }

  @Test("reads nothing while there is nothing to search for")
  func nothing() {
    let files = manyFiles(3)
    let virtual = VirtualModel(files)
    virtual.search("")
    #expect(files.opened.count == 0)
    #expect(virtual.model.status.value.description == "3 files")
    virtual.search("1")
    #expect(virtual.lines == ["t/1", "line 1"])
    virtual.search("")
    #expect(virtual.lines == [])
    #expect(virtual.model.status.value.phase == .idle)
  }

  @Test("a change during a search restarts the search", arguments: [SearchMode.names, .contents])
  func cancellation(mode: SearchMode) {
    // 3,200 files in 100 batches, each of which takes a tick.
    let files = manyFiles(3_200)
    let virtual = VirtualModel(files)
    let model = virtual.model
    virtual.search("")
    let begin = virtual.scheduler.clock
    model.query.value = "line"
    virtual.scheduler.scheduleAt(begin + 200) { model.mode.value = mode }
    virtual.scheduler.advanceTo(begin + 200)
    // Do not count the first file, which is also opened for its preview.
    func opened() -> Int { files.opened.elements.count { $0 != "t/0" } }
    let before = opened()
    #expect((1_000..<2_000).contains(before))
    virtual.scheduler.start()
    #expect(opened() == before + (mode == .names ? 0 : 3_199))
    #expect(model.results.value.hits.count == (mode == .names ? 0 : 3_200))
    #expect(files.readers.alive == 0)
  }

  @Test("a newer query ends the running search")
  func newerQuery() {
    let files = manyFiles(9_600)
    let virtual = VirtualModel(files)
    let model = virtual.model
    virtual.search("")
    let begin = virtual.scheduler.clock
    model.query.value = "line"
    virtual.scheduler.scheduleAt(begin + 200) { model.query.value = "nothing" }
    virtual.scheduler.start()
    // The first search ran from 150 to 350, and had time for about 200 of its 300 batches.
    #expect((9_600 + 150 * 32...9_600 + 250 * 32).contains(files.opened.count))
    #expect(virtual.lines == [])
    #expect(model.status.value.phase == .finished)
  }

  @Test("distinguishes upper and lower case only if asked to")
  func caseSensitivity() {
    let virtual = VirtualModel(MemoryFileSystem(["a": "Word\nword\n"]))
    virtual.search("word")
    #expect(virtual.lines == ["Word", "word"])
    virtual.model.caseSensitive.value = true
    virtual.scheduler.start()
    #expect(virtual.lines == ["word"])
  }

  @Test("finds names, contents, or both")
  func modes() {
    let virtual = VirtualModel(MemoryFileSystem(["word/a": "a word\n", "word/word": "no\n"]))
    virtual.search("word")
    #expect(virtual.lines == ["a word", "word/word"])
    #expect(virtual.model.results.value.hits.map(\.line) == [1, nil])
    #expect(virtual.model.results.value.hits.last?.text.match == 5..<9)
    virtual.model.mode.value = .names
    virtual.scheduler.start()
    #expect(virtual.lines == ["word/word"])
    virtual.model.mode.value = .contents
    virtual.scheduler.start()
    #expect(virtual.lines == ["a word"])
  }

  @Test("shows new hits every 50 milliseconds")
  func batches() {
    let virtual = VirtualModel(manyFiles(9_600))
    virtual.search("")
    virtual.search("line")
    let times = virtual.results.elements.filter { !$0.results.request.isEmpty }.map(\.time)
    #expect(times.count >= 5)
    for (earlier, later) in zip(times, times.dropFirst().dropLast()) { #expect(later - earlier == 50) }
    #expect(virtual.results.elements.map(\.results.hits.count).max() == 9_600)
  }

  @Test("a search begun during the walk includes later files, and there is one walk for all searches")
  func oneWalk() {
    let names = (0..<300).map { Path("t/\($0)/file") }
    let files = MemoryFileSystem([Path: String](uniqueKeysWithValues: names.map { ($0, "line\n") }))
    let virtual = VirtualModel(files)
    virtual.search("line")
    #expect(virtual.lines.count == 300)
    virtual.search("lin")
    #expect(virtual.lines.count == 300)
    #expect(files.listed.count == Set(files.listed.elements).count)
  }

  @Test("ends with 10,000 hits, says so, and stops reading")
  func cap() {
    let files = MemoryFileSystem([
      "a": String(repeating: "word\n", count: 9_999), "b": String(repeating: "word\n", count: 9_999), "z/c": "word\n",
    ])
    let virtual = VirtualModel(files)
    virtual.search("word")
    #expect(virtual.model.results.value.hits.count == 10_000)
    #expect(virtual.model.results.value.isCapped)
    #expect(virtual.model.status.value.phase == .capped)
    #expect(virtual.model.status.value.description.hasPrefix("stopped at 10,000 hits"))
    #expect(virtual.model.progress.value == nil)
    #expect(files.readers.alive == 0)
  }

  @Test("counts what cannot be read, and shows the first error")
  func problems() {
    let virtual = VirtualModel(
      MemoryFileSystem(["t/a": "word\n", "t/b": "word\n"], errors: ["t/locked-d": EACCES, "t/b": EIO]))
    virtual.search("word")
    let status = virtual.model.status.value
    #expect(status.problems == 2)
    #expect(status.firstProblem == "t/locked-d: Permission denied")
    #expect(virtual.lines == ["word"])
    #expect(status.description.hasSuffix("2 unreadable (t/locked-d: Permission denied)"))
  }

  @Test("counts files, hits, binary files and the time")
  func status() {
    let virtual = VirtualModel(MemoryFileSystem(["a": "word\nword\n", "b": "word\0\n", "c": "no\n"]))
    virtual.search("word")
    let status = virtual.model.status.value
    #expect(status.phase == .finished)
    #expect((status.filesFound, status.filesSearched, status.hits, status.binaryFiles) == (3, 3, 2, 1))
    #expect(!status.isWalking)
    #expect(status.description == "2 hits in 3 files · 0.0 s · 1 binary file skipped")
  }

  @Test("the progress rises during a search, and is nil otherwise")
  func progress() throws {
    let virtual = VirtualModel(manyFiles(9_600))
    virtual.search("")
    #expect(virtual.progress.elements == [nil])
    virtual.search("line")
    let values = virtual.progress.elements.compactMap { $0 }
    #expect(values.count >= 4)
    #expect(values == values.sorted())
    #expect(values.allSatisfy { (0..<1).contains($0) })
    #expect(virtual.model.progress.value == nil)
    let elapsed = try #require(virtual.statuses.elements.last).status.elapsed
    #expect((.milliseconds(290)...Duration.milliseconds(360)).contains(elapsed))
  }

  @Test("selects the first hit of each search, and shows the lines around the selected one")
  func selection() throws {
    let virtual = VirtualModel(MemoryFileSystem(["a": "one\ntwo word\nthree\n", "b": "word\n"]))
    virtual.search("word")
    #expect(virtual.model.selection.value == 0)
    let first = try #require(virtual.model.preview.value)
    #expect(first.path == "a")
    #expect(first.lines.map(\.number) == [1, 2, 3])
    #expect(first.lines.map(\.text.match) == [nil, 4..<8, nil])
    virtual.model.selection.value = 1
    virtual.scheduler.start()
    #expect(virtual.model.preview.value?.path == "b")
    virtual.search("three")
    #expect(virtual.model.selection.value == 0)
    #expect(virtual.model.preview.value?.lines.map(\.isHit) == [false, false, true])
    virtual.search("nothing")
    #expect(virtual.model.selection.value == nil)
    #expect(virtual.model.preview.value == nil)
  }

  @Test("reads no preview of hits that the user skips quickly")
  func passing() {
    let files = MemoryFileSystem(["a": String(repeating: "word\n", count: 100)])
    let virtual = VirtualModel(files)
    virtual.search("word")
    let (before, begin, model) = (files.opened.count, virtual.scheduler.clock, virtual.model)
    for index in 1..<20 { virtual.scheduler.scheduleAt(begin + index * 30) { model.selection.value = index } }
    virtual.scheduler.start()
    #expect(files.opened.count == before + 1)
    #expect(virtual.model.preview.value?.lines.first { $0.isHit }?.number == 20)
  }

  @Test("an index without a hit has no preview")
  func noHit() {
    let virtual = VirtualModel(MemoryFileSystem(["a": "word\n"]))
    virtual.search("word")
    virtual.model.selection.value = 7
    virtual.scheduler.start()
    #expect(virtual.model.preview.value == nil)
  }

  @Test("leaves nothing behind when idle, during a walk or during a search", arguments: [0, 20, 160, 200, 260, 2_000])
  func disposal(time: Int) throws {
    let files = manyFiles(3_200)
    let scheduler = try LeakTracker.run { leaks in
      let virtual = leaks.track(VirtualModel(files))
      leaks.track(virtual.model)
      virtual.model.query.value = "line"
      virtual.scheduler.advanceTo(time)
      return virtual.scheduler
    }
    let opened = files.opened.count
    scheduler.start()
    #expect(files.opened.count == opened)
    #expect(files.readers.alive == 0)
  }
}
