import RxTesting
import TestSupport
import Testing

@testable import RxCore

@Suite("debug")
struct DebugTests {
  private func contents(of log: Recording<String>) -> [String] {
    log.elements.map { line in line.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" }
  }

  @Test("prints the subscription, the events and the disposal in order")
  func prints() {
    let log = Recording<String>()
    let recording = Observable.of(1, 2).debug("id", trimOutput: false, output: { log.add($0) }).record()
    #expect(
      contents(of: log) == [
        "id -> subscribed", "id -> Event next(1)", "id -> Event next(2)", "id -> Event completed", "id -> isDisposed",
      ])
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
  }

  @Test("prints an error, and prints the disposal once")
  func printsEnds() {
    let source = SourceProbe<Int>()
    let log = Recording<String>()
    let debugged = source.observable.debug("id", trimOutput: false, output: { log.add($0) })
    let disposed = debugged.subscribe()
    disposed.dispose()
    disposed.dispose()
    source.send(1)
    let recording = debugged.record()
    source.fail(TestError.one)
    #expect(recording.terminals == ["one"])
    let lines = contents(of: log)
    #expect(lines.filter { $0 == "id -> isDisposed" }.count == 2)
    #expect(lines.suffix(3) == ["id -> subscribed", "id -> Event error(one)", "id -> isDisposed"])
  }

  @Test("each line begins with the local time in milliseconds")
  func printsTime() throws {
    let log = Recording<String>()
    _ = Observable.just(1).debug("id", trimOutput: false, output: { log.add($0) }).subscribe()
    for line in log.elements {
      #expect(line.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}: id -> .*/) != nil)
    }
  }

  @Test("trims the middle of a long event only if trimOutput is set")
  func trims() {
    let long = String(repeating: "a", count: 30) + String(repeating: "b", count: 30)
    let trimmed = Recording<String>()
    _ = Observable.just(long).debug("id", trimOutput: true, output: { trimmed.add($0) }).subscribe()
    let half = "next(" + String(repeating: "a", count: 15)
    #expect(contents(of: trimmed)[1] == "id -> Event \(half)...\(String(repeating: "b", count: 19)))")
    let whole = Recording<String>()
    _ = Observable.just(long).debug("id", trimOutput: false, output: { whole.add($0) }).subscribe()
    #expect(contents(of: whole)[1] == "id -> Event next(\(long))")
  }

  @Test("uses the source location of the call as the default identifier")
  func namesSourceLocation() {
    let log = Recording<String>()
    let source = Observable.just(1)
    _ = source.debug(nil, trimOutput: false, output: { log.add($0) }).subscribe()
    let line = #line - 1
    #expect(contents(of: log).first == "DebugTests.swift:\(line) (namesSourceLocation()) -> subscribed")
  }
}

@Suite("debug in virtual time")
struct DebugTimeTests {
  @Test("forwards and prints each event when it arrives")
  func prints() throws {
    let log = Recording<String>()
    try play { marbles in
      try marbles.hot("-1-|").debug("it", trimOutput: false) { line in
        log.add("\(line.dropFirst("2026-01-01 12:00:00.000: ".count)) \(marbles.scheduler.clock - 200)")
      }
    }.expect("-1-|", "^--!")
    #expect(
      log.elements == [
        "it -> subscribed 0", "it -> Event next(1) 1", "it -> Event completed 3", "it -> isDisposed 3",
      ])
  }
}
