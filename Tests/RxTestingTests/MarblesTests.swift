import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("Marbles")
struct MarblesTests {
  private func events(_ text: String, _ scale: MarbleScale = MarbleScale()) throws -> [Recorded<Event<String>>] {
    try Marbles(text, scale: scale).events()
  }

  @Test("a dash and an event take a frame each")
  func frames() throws {
    #expect(try events("--a-b|") == [.next(2, "a"), .next(4, "b"), .completed(5)])
    #expect(try events("#") == [.error(0, MarbleError())])
    #expect(try events("---").isEmpty)
    #expect(try events("").isEmpty)
  }

  @Test("a group happens at one time and takes one frame")
  func groups() throws {
    #expect(try events("-(ab)-(c|)") == [.next(1, "a"), .next(1, "b"), .next(3, "c"), .completed(3)])
  }

  @Test("events before ^ have times before the start")
  func subscriptionPoint() throws {
    #expect(try events("-a-^-b", .from(200)) == [.next(198, "a"), .next(202, "b")])
    #expect(try events("a(^b)") == [.next(-1, "a"), .next(0, "b")])
    #expect(try Marbles("-^").hasSubscriptionPoint)
    #expect(try !Marbles("--").hasSubscriptionPoint)
  }

  @Test("a span set apart by spaces is time; other digits and letters are elements")
  func spans() throws {
    #expect(try events("10ms a 1s b 2m |") == [.next(10, "a"), .next(1011, "b"), .completed(121_012)])
    #expect(try events("1.5s a") == [.next(1500, "a")])
    #expect(try events("-1ms") == [.next(1, "1"), .next(2, "m"), .next(3, "s")])
    #expect(try events("5 m") == [.next(0, "5"), .next(1, "m")])
    #expect(try events("2s a", MarbleScale(tick: .seconds(1))) == [.next(2, "a")])
  }

  @Test("spaces are ignored")
  func spaces() throws {
    #expect(try events("  - a ( b  c ) |") == events("-a(bc)|"))
  }

  @Test("the scale defines the time of the first frame and the length of a frame")
  func scale() throws {
    #expect(try events("-a-b", .from(200, ticksPerFrame: 10)) == [.next(210, "a"), .next(230, "b")])
    #expect(try events("a 5ms b", MarbleScale(ticksPerFrame: 10)) == [.next(0, "a"), .next(15, "b")])
  }

  @Test("elements are the symbols, or come from a dictionary or a closure")
  func elements() throws {
    #expect(try Marbles("-1").events() == [Recorded<Event<Int>>.next(1, 1)])
    #expect(try Marbles("-1").events() == [Recorded<Event<Character>>.next(1, "1")])
    #expect(try Marbles("-a").events(values: ["a": [1, 2]]) == [.next(1, [1, 2])])
    #expect(
      try Marbles("a#").events(error: RxError.timeout) { $0 == "a" } == [.next(0, true), .error(1, RxError.timeout)])
    #expect(throws: MarbleError()) { try Marbles("a").events { _ -> Int in throw MarbleError() } }
  }

  @Test("a cold diagram has no subscription point")
  func cold() throws {
    #expect(try Marbles(cold: "-a|") == Marbles("-a|"))
    let error = #expect(throws: MarbleSyntaxError.self) { try Marbles(cold: "-a-^b|") }
    #expect(error?.problem == "a subscription in a cold observable")
    #expect(error?.position == 3)
  }

  @Test("a diagram of a subscription has a beginning and an optional end")
  func subscriptions() throws {
    #expect(try Subscription(marbles: "--^---!") == Subscription(2, 6))
    #expect(try Subscription(marbles: "^-") == Subscription(0))
    #expect(try Subscription(marbles: "(^!)", scale: .from(200)) == Subscription(200, 200))
    #expect(try Subscription(marbles: "^ 10ms !", scale: .from(200)) == Subscription(200, 211))
  }

  @Test("a mistake in a diagram is reported with its position and advice")
  func mistake() {
    let error = #expect(throws: MarbleSyntaxError.self) { try Marbles("--(ab--") }
    #expect(error?.position == 2)
    #expect(
      error?.description == """
        The marble diagram has a group that is not closed, at character 3:
          --(ab--
            ^
        Write ")" after the last event of the group.
        """)
  }

  @Test(
    "each mistake has its own message",
    arguments: [
      ("-(a-b)", 3, "time inside a group"), ("-(a 1ms b)", 4, "time inside a group"),
      ("(a(b))", 2, "a group inside a group"), ("a)", 1, "the end of a group that has no beginning"),
      ("-()", 2, "an empty group"), ("-a]", 2, "the unknown character \"]\""), ("a|b", 2, "an event after the end"),
      ("a#|", 2, "an event after the end"), ("a|^b", 3, "an event after the end"), ("-^-^", 3, "a second subscription"),
      ("--!", 2, "an unsubscription among events"),
      ("a 99999999999999999999s", 2, "too much time"),
      ("99999999999s", 0, "too much time"),
      ("1.0000001s b", 0, "a span that is not a whole number of ticks"),
      ("2000000000s 2000000000s", 12, "too much time"),
      ("2.0000000001s a", 0, "a span that is not a whole number of ticks"),
      ("2.00000000000000005m a", 0, "a span that is not a whole number of ticks"),
    ])
  func mistakes(text: String, position: Int, problem: String) {
    let scale = text.hasPrefix("2") ? MarbleScale(tick: .nanoseconds(1)) : MarbleScale()
    let error = #expect(throws: MarbleSyntaxError.self) { try Marbles(text, scale: scale) }
    #expect(error?.problem == problem)
    #expect(error?.position == position)
  }

  @Test(
    "each mistake in a diagram of a subscription has its own message",
    arguments: [
      ("--a", 2, "an event in a diagram of a subscription"), ("-|", 1, "an event in a diagram of a subscription"),
      ("-!-^", 1, "an unsubscription before the subscription"), ("^-!!", 3, "a second unsubscription"),
      ("^^", 1, "a second subscription"), ("---", 3, "no subscription"),
    ])
  func subscriptionMistakes(text: String, position: Int, problem: String) {
    let error = #expect(throws: MarbleSyntaxError.self) { try Subscription(marbles: text) }
    #expect(error?.problem == problem)
    #expect(error?.position == position)
  }

  @Test("an element without a value is a mistake at its position")
  func missingValue() {
    let missing = #expect(throws: MarbleSyntaxError.self) { try Marbles("-a-c").events(values: ["a": 1, "b": 2]) }
    #expect(
      missing?.description == """
        The marble diagram has the element "c", for which there is no value, at character 4:
          -a-c
             ^
        Add it to `values`, which has "a", "b".
        """)
    let noNumber = #expect(throws: MarbleSyntaxError.self) { try Marbles("-a").events(of: Int.self) }
    #expect(noNumber?.problem == "the element \"a\", which is not a valid Int")
    let span = #expect(throws: MarbleSyntaxError.self) { try Marbles("-9ms").events(values: ["a": 1]) }
    #expect(
      span?.advice == "Add it to `values`, which has \"a\"; or, for a span such as \"10ms\", put spaces around it.")
  }

  @Test("a scale without length stops the program with a message")
  func wrongScale() async {
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = MarbleScale(ticksPerFrame: 0)
    }.says("MarbleScale: a frame takes at least one tick, not 0.")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = MarbleScale(tick: .milliseconds(0))
    }.says("MarbleScale: a tick must be longer than nothing, not milliseconds(0).")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var scale = MarbleScale()
      scale.ticksPerFrame = -1
    }.says("MarbleScale: a frame takes at least one tick, not -1.")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var scale = MarbleScale()
      scale.tick = .seconds(0)
    }.says("MarbleScale: a tick must be longer than nothing, not seconds(0).")
  }
}
