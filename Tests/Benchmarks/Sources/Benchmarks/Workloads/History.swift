import BindableKit
import RxCore

extension Workload {
  /// Adds a line to a history of 2,000 lines, from which the oldest is dropped, with an observer that reads the number of
  /// lines and the newest. An operation is one line.
  static var history: Workload {
    Workload(
      "history-2000", operations: 100_000, bars: [],
      [
        Contender("ring") {
          let sum = Sum()
          let owner = Owner()
          let history = Bindable(LineRing())
          history.observe(on: owner) { sum.value &+= $0.count &+ ($0.newest?.utf8.count ?? 0) }
          return { operations in
            for number in 0..<operations { history.modify { $0.append(line(number)) } }
            keep(owner)
          }
        },
        Contender("array") {
          let sum = Sum()
          let owner = Owner()
          let history = Bindable<[String]>([])
          history.observe(on: owner) { sum.value &+= $0.count &+ ($0.last?.utf8.count ?? 0) }
          return { operations in
            for number in 0..<operations { history.modify { append(line(number), to: &$0) } }
            keep(owner)
          }
        },
        Contender("array, a copy each") {
          let sum = Sum()
          let owner = Owner()
          let history = Bindable<[String]>([])
          history.observe(on: owner) { sum.value &+= $0.count &+ ($0.last?.utf8.count ?? 0) }
          return { operations in
            for number in 0..<operations {
              var lines = history.value
              append(line(number), to: &lines)
              history.value = lines
            }
            keep(owner)
          }
        },
        Contender("scan, ring") {
          let sum = Sum()
          let lines = PublishSubject<String>()
          let subscription = lines.scan(into: LineRing()) { $0.append($1) }
            .subscribe(onNext: { sum.value &+= $0.count &+ ($0.newest?.utf8.count ?? 0) })
          return { operations in
            for number in 0..<operations { lines.onNext(line(number)) }
            keep(subscription)
          }
        },
        Contender("scan, array") {
          let sum = Sum()
          let lines = PublishSubject<String>()
          let subscription = lines.scan(into: [String]()) { append($1, to: &$0) }
            .subscribe(onNext: { sum.value &+= $0.count &+ ($0.last?.utf8.count ?? 0) })
          return { operations in
            for number in 0..<operations { lines.onNext(line(number)) }
            keep(subscription)
          }
        },
      ])
  }

  private static let limit = 2_000

  private static let sampleLines = (0..<64).map { "2026-01-01 12:00:\($0) worker \($0): request served" }

  private static func line(_ number: Int) -> String { sampleLines[number & 63] }

  private static func append(_ line: String, to lines: inout [String]) {
    if lines.count == limit { lines.removeFirst() }
    lines.append(line)
  }

  /// The newest lines, in an array whose oldest is replaced in place.
  private struct LineRing: Sendable {
    private var lines: [String] = []
    /// The index of the oldest line, once the ring is full.
    private var oldest = 0

    var count: Int { lines.count }

    var newest: String? { lines.isEmpty ? nil : lines[(oldest + lines.count - 1) % lines.count] }

    mutating func append(_ line: String) {
      if lines.count < limit { return lines.append(line) }
      lines[oldest] = line
      oldest = oldest + 1 == limit ? 0 : oldest + 1
    }
  }
}
