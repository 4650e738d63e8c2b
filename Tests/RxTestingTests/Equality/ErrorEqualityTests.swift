import Foundation
import RxCore
import RxTesting
import Synchronization
import Testing

@Suite("The equality of errors")
struct ErrorEqualityTests {
  private func areEqual(_ left: any Error, _ right: any Error) -> Bool {
    Event<Int>.error(left) == Event<Int>.error(right)
  }

  @Test("errors of different types differ, even if their descriptions are equal")
  func types() {
    struct Other: Error, CustomStringConvertible { var description: String { "failure" } }
    #expect(!areEqual(Described(code: 1), Other()))
  }

  @Test("an Equatable error is compared with its own ==")
  func equatable() {
    struct Lenient: Error, Equatable {
      let code: Int
      static func == (left: Lenient, right: Lenient) -> Bool { left.code / 10 == right.code / 10 }
    }
    #expect(areEqual(Lenient(code: 11), Lenient(code: 12)))
    #expect(!areEqual(Lenient(code: 11), Lenient(code: 21)))
  }

  @Test("cases that describe themselves alike and have a code of their own differ")
  func cases() {
    enum Odd: Error, CustomNSError, CustomStringConvertible {
      case a, b, c(any Sendable)
      static var errorDomain: String { "Odd" }
      var errorCode: Int { 7 }
      var description: String { "odd" }
    }
    #expect(areEqual(Odd.a, Odd.a))
    #expect(!areEqual(Odd.a, Odd.b))
  }

  @Test("a struct is compared by its contents, whatever its description")
  func structs() {
    #expect(areEqual(Described(code: 1), Described(code: 1)))
    #expect(!areEqual(Described(code: 1), Described(code: 2)))
  }

  @Test("a class is compared by its contents, including inherited ones")
  func classes() {
    #expect(areEqual(Derived(code: 1, reason: "a"), Derived(code: 1, reason: "a")))
    #expect(!areEqual(Derived(code: 1, reason: "a"), Derived(code: 2, reason: "a")))
    #expect(!areEqual(Derived(code: 1, reason: "a"), Derived(code: 1, reason: "b")))
  }

  @Test("an enum is compared by its case and payload")
  func enums() {
    let all: [Cases] = [
      .offline, .cancelled, .status(1, Described(code: 1)), .status(1, Described(code: 2)),
      .status(2, Described(code: 1)), .other(Described(code: 1)),
    ]
    for (index, one) in all.enumerated() {
      for (other, two) in all.enumerated() { #expect(areEqual(one, two) == (index == other)) }
    }
  }

  @Test("collections, optionals, dictionaries, tuples and metatypes in errors are compared")
  func collections() {
    struct Rich: Error {
      var list: [any Error] = [Described(code: 1)]
      var table: [String: any Error] = ["a": Described(code: 1), "b": Described(code: 2), "c": Described(code: 3)]
      var pair: (Int, Described)? = (1, Described(code: 1))
      var type: Any.Type = Int.self
    }
    #expect(areEqual(Rich(), Rich()))
    #expect(!areEqual(Rich(), Rich(list: [Described(code: 2)])))
    #expect(!areEqual(Rich(), Rich(list: [])))
    var changed = Rich()
    changed.table["b"] = Described(code: 9)
    #expect(!areEqual(Rich(), changed))
    #expect(!areEqual(Rich(), Rich(pair: nil)))
    #expect(!areEqual(Rich(), Rich(pair: (2, Described(code: 1)))))
    #expect(!areEqual(Rich(), Rich(type: String.self)))
  }

  @Test("cyclic objects are compared")
  func cycles() {
    #expect(areEqual(Node.circle([1, 2, 3]), Node.circle([1, 2, 3])))
    #expect(!areEqual(Node.circle([1, 2, 3]), Node.circle([1, 2, 4])))
  }

  @Test("the depth of nesting is unlimited")
  func depth() {
    let (one, two, three) = (Node.chain(10_000, end: 1), Node.chain(10_000, end: 1), Node.chain(10_000, end: 2))
    #expect(areEqual(one, two))
    #expect(!areEqual(one, three))
    for chain in [one, two, three] { chain.cut() }
  }

  // MARK: - Errors that cannot be compared

  @Test("an error with a closure is only equal to itself, and a mismatch says why")
  func closures() {
    struct Retry: Error { let again: @Sendable () -> Void }
    let recording: [Recorded<Event<Int>>] = [.error(1, Retry {})]
    let mismatch = recording.mismatch(with: "-#", values: [:], error: Retry {})
    #expect(
      mismatch?.description.contains(
        "they cannot be compared, because again is of the type @Sendable () -> (), which shows no parts; make Retry "
          + "Equatable.") == true)
    let object = Held {}
    #expect(areEqual(object, object))
    #expect(!areEqual(object, Held {}))
  }

  @Test("noncopyable properties and types with custom mirrors do not count as equal")
  func hiddenContents() {
    final class Guarded: Error, Sendable {
      let code = Mutex(1)
    }
    struct Reflected: Error, CustomReflectable {
      let code: Int
      var customMirror: Mirror { Mirror(self, children: [:]) }
    }
    #expect(!areEqual(Guarded(), Guarded()))
    #expect(!areEqual(Reflected(code: 1), Reflected(code: 1)))
    let mismatch = [Recorded<Event<Int>>.error(0, Guarded())].mismatch(with: "#", values: [:], error: Guarded())
    #expect(mismatch?.description.contains("because code cannot be copied; make Guarded Equatable.") == true)
  }

  @Test("a mismatch of errors with equal descriptions says where they differ")
  func mismatch() {
    struct Outer: Error, CustomStringConvertible {
      let inner: Described
      var description: String { "outer" }
    }
    let recording: [Recorded<Event<Int>>] = [.error(1, Outer(inner: Described(code: 2)))]
    let mismatch = recording.mismatch(with: "-#", values: [:], error: Outer(inner: Described(code: 1)))
    #expect(
      mismatch?.description.hasPrefix(
        "At tick 1 error(outer) was expected, but error(outer) came, which reads the same but is not equal: "
          + "they differ in inner.code.") == true)
  }

  // MARK: - Singles

  @Test("results of singles are compared, alone and in lists")
  func singles() {
    let outcomes: [SingleEvent<Int>] = [.success(1), .failure(Described(code: 1))]
    #expect(outcomes == [.success(1), .failure(Described(code: 1))])
    #expect(outcomes != [.success(1), .failure(Described(code: 2))])
    #expect(outcomes != [.success(2), .failure(Described(code: 1))])
    #expect(outcomes != [.success(1)])
    #expect(outcomes[0] == .success(1))
    #expect(outcomes[0] != .failure(Described(code: 1)))
    #expect(outcomes.map(\.asEvent) == [.next(1), .error(Described(code: 1))])
  }
}

private struct Described: Error, CustomStringConvertible {
  let code: Int
  var description: String { "failure" }
}

private enum Cases: Error, CustomStringConvertible {
  case offline
  case cancelled
  case status(Int, Described)
  case other(Described)

  var description: String { "failure" }
}

private class Base: Error, @unchecked Sendable {  // Immutable.
  let code: Int
  init(code: Int) { self.code = code }
}

private final class Derived: Base, @unchecked Sendable {  // Immutable.
  let reason: String
  init(code: Int, reason: String) {
    self.reason = reason
    super.init(code: code)
  }
}

private final class Held: Error, Sendable {
  let action: @Sendable () -> Void
  init(_ action: @escaping @Sendable () -> Void) { self.action = action }
}

private final class Node: Error, @unchecked Sendable {  // Used by one test.
  let number: Int
  var next: Node?

  init(_ number: Int) { self.number = number }

  /// A cycle of nodes, which is never released.
  static func circle(_ numbers: [Int]) -> Node {
    let nodes = numbers.map { Node($0) }
    for (index, node) in nodes.enumerated() { node.next = nodes[(index + 1) % nodes.count] }
    return nodes[0]
  }

  static func chain(_ count: Int, end: Int) -> Node {
    (0..<count).reduce(Node(end)) { rest, _ in
      let node = Node(0)
      node.next = rest
      return node
    }
  }

  /// Releases the chain node by node, because a recursive deinit would need a deep stack.
  func cut() {
    var rest = next
    next = nil
    while let node = rest {
      rest = node.next
      node.next = nil
    }
  }
}
