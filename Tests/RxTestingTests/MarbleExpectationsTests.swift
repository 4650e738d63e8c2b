import RxCore
import RxTesting
import Testing

@Suite("Expectations in marbles")
struct MarbleExpectationsTests {
  private let recording: [Recorded<Event<String>>] = [.next(2, "a"), .next(5, "b"), .completed(6)]

  @Test("a recording that equals the diagram has no mismatch")
  func match() throws {
    #expect(recording.mismatch(with: "--a--b|") == nil)
    #expect(recording.mismatch(with: "--x--y|", values: ["x": "a", "y": "b"]) == nil)
    #expect(recording.mismatch(with: "--A--B|", { $0.lowercased() }) == nil)
    try recording.expect("--a--b|")
    try recording.expect("--x--y|", values: ["x": "a", "y": "b"])
    try recording.expect("--A--B|") { $0.lowercased() }
    #expect(
      [Recorded<Event<Int>>.error(201, RxError.timeout)].mismatch(with: "-#", error: RxError.timeout, scale: .from(200))
        == nil)
    #expect([Recorded<Event<Int>>]().mismatch(with: "---") == nil)
  }

  @Test("each kind of difference is shown by two diagrams and a sentence")
  func differences() {
    let cases: [(String, String)] = [
      (
        "--a--c|",
        """
        At tick 5 next(c) was expected, but next(b) came.
          expected  --a--c|
          actual    --a--b|
                         ^
        """
      ),
      (
        "--a-b|",
        """
        next(b) was expected at tick 4, but came at tick 5.
          expected  --a-b|
          actual    --a--b|
                        ^
        """
      ),
      (
        "--a--b",
        """
        At tick 6 nothing was expected, but completed came.
          expected  --a--b-
          actual    --a--b|
                          ^
        """
      ),
      (
        "--a--b---|",
        """
        completed was expected at tick 9, but came at tick 6.
          expected  --a--b---|
          actual    --a--b|
                          ^
        """
      ),
      (
        "-xa--b|",
        """
        At tick 1 next(x) was expected, but nothing came; next(a) came at tick 2.
          expected  -xa--b|
          actual    --a--b|
                     ^
        """
      ),
      (
        "-----b|",
        """
        At tick 2 nothing was expected, but next(a) came; next(b) was expected at tick 5.
          expected  -----b|
          actual    --a--b|
                      ^
        """
      ),
      (
        "--(ad)--b|",
        """
        At tick 2 next(d) was expected, but nothing came; next(b) came at tick 5.
          expected  --(ad)--b|
          actual    --a   --b|
                        ^
        """
      ),
      (
        "--a--#",
        """
        At tick 5 error(MarbleError) was expected, but next(b) came.
          expected  --a--#
          actual    --a--b|
                         ^
        """
      ),
    ]
    for (marbles, description) in cases {
      #expect(recording.mismatch(with: marbles)?.description == description)
      #expect(throws: MarbleMismatch.self) { try recording.expect(marbles) }
    }
  }

  @Test("the caret marks the position in a group")
  func group() {
    let recording: [Recorded<Event<Int>>] = [.next(1, 1), .next(1, 2), .next(1, 4), .completed(2)]
    #expect(
      recording.mismatch(with: "-(123)|")?.description == """
        At tick 1 next(3) was expected, but next(4) came.
          expected  -(123)|
          actual    -(124)|
                        ^
        """)
  }

  @Test("the caret marks the position in a later group")
  func laterGroup() {
    let recording: [Recorded<Event<Int>>] = [.next(0, 1), .next(0, 2), .next(2, 4), .next(2, 4)]
    #expect(
      recording.mismatch(with: "(12)-(34)")?.description == """
        At tick 2 next(3) was expected, but next(4) came.
          expected  (12)-(34)
          actual    (12)-(44)
                          ^
        """)
    #expect(
      recording.mismatch(with: "(12)-4")?.description == """
        At tick 2 nothing was expected, but next(4) came.
          expected  (12)-4
          actual    (12)-(44)
                           ^
        """)
  }

  @Test("an element that is a letter is shown as itself, even if an earlier element needs a letter")
  func ownLetter() {
    let recording: [Recorded<Event<String>>] = [.next(0, "long"), .next(1, "a"), .next(2, "x")]
    #expect(
      recording.mismatch(with: "--xx", values: ["x": "other"])?.description == """
        At tick 0 nothing was expected, but next(long) came; next(other) was expected at tick 2.
          expected  --xx
          actual    bac-
                    ^
          x = other
          b = long
          c = x
        """)
  }

  @Test("longer elements get a letter, which the legend explains")
  func legend() {
    let recording: [Recorded<Event<Int>>] = [.next(1, 10), .next(2, 30), .next(3, 7), .error(4, RxError.timeout)]
    #expect(
      recording.mismatch(with: "-ab7#", values: ["a": 10, "b": 20, "7": 7])?.description == """
        At tick 2 next(20) was expected, but next(30) came.
          expected  -ab7#
          actual    -ac7#
                      ^
          a = 10
          b = 20
          c = 30
          # = error(MarbleError)
          # = error(Sequence timeout.)
        """)
  }

  @Test("a mismatch says if different elements have equal descriptions")
  func alike() {
    struct Opaque: Equatable, CustomStringConvertible {
      let number: Int
      var description: String { "Opaque" }
    }
    let recording: [Recorded<Event<Opaque>>] = [.next(0, Opaque(number: 2))]
    #expect(
      recording.mismatch(with: "a", values: ["a": Opaque(number: 1)])?.description == """
        At tick 0 next(Opaque) was expected, but next(Opaque) came, which reads the same but is not equal.
          expected  a
          actual    b
                    ^
          a = Opaque
          b = Opaque
        """)
  }

  @Test("events between frames get columns of their own, and long diagrams are scaled")
  func scaling() {
    let between: [Recorded<Event<Int>>] = [.next(205, 1)]
    #expect(
      between.mismatch(with: "-1", scale: .from(200, ticksPerFrame: 10))?.description == """
        next(1) was expected at tick 210, but came at tick 205.
          expected  --1
          actual    -1-
                     ^
        """)
    let long: [Recorded<Event<Int>>] = [.next(100, 1), .next(102, 2), .completed(1000)]
    #expect(
      long.mismatch(with: "100ms 12 898ms |")?.description == """
        next(2) was expected at tick 101, but came at tick 102.
          expected  -----[12]--------------------------------------------|
          actual    -----[12]--------------------------------------------|
                           ^
          one column is 20 ticks
          [ ] = events at different ticks that share a column
        """)
  }

  @Test("events before the subscription are drawn before it")
  func past() {
    let recording: [Recorded<Event<String>>] = [.next(198, "a"), .next(201, "b")]
    #expect(
      recording.mismatch(with: "c-^b", scale: .from(200))?.description == """
        At tick 198 next(c) was expected, but next(a) came.
          expected  c-^b
          actual    a-^b
                    ^
        """)
  }

  @Test("an invalid diagram is a mismatch that says why")
  func unreadable() {
    #expect(
      recording.mismatch(with: "--a--b|]")?.description == """
        The marble diagram has the unknown character "]", at character 8:
          --a--b|]
                 ^
        Use "-" for a frame, letters and digits for elements, "|", "#", "^", "!", "(", ")" and spans such as "10ms".
        """)
    #expect(recording.mismatch(with: "a", values: [:])?.time == nil)
  }

  @Test("events at the first and the last tick are compared like all others")
  func firstAndLastTick() {
    let events: [Recorded<Event<Int>>] = [.next(.min, 1), .next(.max, 2)]
    #expect(
      events.mismatch(with: "a", values: ["a": 3])?.description.hasPrefix(
        "At tick -9223372036854775808 nothing was expected, but next(1) came; next(3) was expected at tick 0.") == true)
    #expect(
      [Recorded<Event<Int>>.next(.max, 2)].mismatch(with: "-")?.description.hasPrefix(
        "At tick 9223372036854775807 nothing was expected, but next(2) came.") == true)
    #expect(
      [Recorded<Event<Int>>]().mismatch(with: "1", scale: .from(.max))?.description.hasPrefix(
        "At tick 9223372036854775807 next(1) was expected, but nothing came.") == true)
    #expect([Recorded<Event<Int>>.next(.max, 1)].mismatch(with: "1", scale: .from(.max)) == nil)
    #expect([Subscription(.min, 5)].mismatch(with: "-^-!") != nil)
  }

  @Test("a diagram that extends beyond the last tick is a mismatch that says so")
  func beyondTheLastTick() {
    #expect(
      recording.mismatch(with: "-a", scale: .from(.max))?.description == """
        The marble diagram has a time beyond the last tick, at character 2:
          -a
           ^
        Use an earlier start in the MarbleScale.
        """)
    #expect([Subscription(1, 2)].mismatch(with: "^!", scale: .from(.max))?.time == nil)
  }

  @Test("the caret is under the difference, whatever the width of the characters before it")
  func wideCharacters() {
    let recording: [Recorded<Event<String>>] = [.next(0, "汉"), .next(0, "字"), .next(1, "x")]
    #expect(
      recording.mismatch(with: "(汉字)y")?.description == """
        At tick 1 next(y) was expected, but next(x) came.
          expected  (汉字)y
          actual    (汉字)x
                          ^
        """)
    #expect(
      recording.mismatch(with: "(汉y)x")?.description == """
        At tick 0 next(y) was expected, but next(字) came.
          expected  (汉y) x
          actual    (汉字)x
                       ^
        """)
    #expect(
      recording.mismatch(with: "汉]")?.description.hasPrefix(
        """
        The marble diagram has the unknown character "]", at character 2:
          汉]
            ^
        """) == true)
  }

  @Test("a thrown mismatch names the file and line of the expectation")
  func location() {
    let file = "RxTestingTests/MarbleExpectationsTests.swift"
    func expect(_ line: Int, _ body: () throws -> Void) {
      let error = #expect(throws: MarbleMismatch.self, performing: body)
      #expect(error?.location == "\(file):\(line)")
      #expect(error?.description.hasPrefix("\(file):\(line): ") == true)
    }
    expect(#line) { try recording.expect("--x") }
    expect(#line) { try recording.expect("--x", values: ["x": "y"]) }
    expect(#line) { try recording.expect("--x") { String($0) } }
    expect(#line) { try [Subscription(1)].expect("^") }
    expect(#line) { try [Subscription(1)].expect([]) }
    #expect(recording.mismatch(with: "--x")?.location == nil)
  }

  @Test("each subscription is compared with a diagram")
  func subscriptions() throws {
    let both = [Subscription(2, 6), Subscription(3)]
    try both.expect("--^---!", "---^")
    #expect([Subscription]().mismatch(with: []) == nil)
    #expect([Subscription(202, 206)].mismatch(with: "--^---!", scale: .from(200)) == nil)
    #expect(
      both.mismatch(with: "--^---!", "---^-!")?.description == """
        Subscription 2 was expected from tick 3 to 5, but was from tick 3 on.
          expected  ---^-!
          actual    ---^--
                         ^
        """)
    #expect(
      both.mismatch(with: "--^---!")?.description == """
        Subscription 2 was not expected, but there was one from tick 3 on.
          expected
          actual    ---^
                       ^
        """)
    #expect(
      [Subscription]().mismatch(with: "-^-!")?.description == """
        The subscription was expected from tick 1 to 3, but there was none.
          expected  -^-!
          actual
                     ^
        """)
    #expect(
      both.mismatch(with: "--^---!", "---^", "^!")?.description == """
        Subscription 3 was expected from tick 0 to 1, but there were only 2.
          expected  ^!
          actual
                    ^
        """)
    #expect(throws: MarbleMismatch.self) { try both.expect("^-!", "---^") }
    #expect(throws: MarbleMismatch.self) { try both.expect([]) }
    #expect(both.mismatch(with: "a")?.description.hasPrefix("The marble diagram has an event in") == true)
  }
}
