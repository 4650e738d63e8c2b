import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("Recordings compared")
struct ComparisonTests {
  private typealias Entry = Recording<Int>.Entry

  /// A recording of what one subscriber was told.
  private func told(_ contender: String, _ events: [Recorded<Event<Int>>]) -> Recording<Int> {
    Recording(contender, entries: events.enumerated().map { Entry("view", $1, order: $0) })
  }

  private func sentences(
    _ one: [Recorded<Event<Int>>], _ two: [Recorded<Event<Int>>], ignoring aspects: ComparedAspects = []
  ) -> [String] {
    sentences(told("One", one), told("Two", two), ignoring: aspects)
  }

  private func sentences(
    _ one: Recording<Int>, _ two: Recording<Int>, ignoring aspects: ComparedAspects = []
  ) -> [String] {
    Comparison([one, two]).differences(ignoring: aspects).map { "\($0)" }
  }

  @Test("the same recordings do not differ")
  func same() {
    #expect(sentences([.next(10, 1), .completed(20)], [.next(10, 1), .completed(20)]) == [])
    #expect(Comparison<Int>([]).isEquivalent())
    #expect(Comparison([told("One", [.next(1, 1)])]).isEquivalent())
  }

  // MARK: - What differs

  @Test("what one told and the other did not is missing or extra")
  func missing() {
    #expect(
      sentences([.next(10, 1), .next(20, 2), .next(30, 3)], [.next(10, 1), .next(30, 3), .completed(40)]) == [
        "One tells \"view\" next(2) at tick 20, Two does not.",
        "Two tells \"view\" completed at tick 40, One does not.",
      ])
  }

  @Test("what was told in place of something else is another value")
  func value() {
    #expect(
      sentences([.next(10, 1), .next(20, 2), .next(30, 3)], [.next(10, 1), .next(20, 9), .next(30, 3)]) == [
        "One tells \"view\" next(2) at tick 20, Two tells next(9)."
      ])
    #expect(
      sentences([.next(10, 1), .next(20, 2)], [.next(10, 1), .next(25, 3)], ignoring: .time) == [
        "One tells \"view\" next(2) at tick 20, Two tells next(3) at tick 25."
      ])
  }

  @Test("the same at another time is one difference, not two")
  func time() {
    #expect(
      sentences([.next(10, 1), .next(20, 2), .next(30, 3)], [.next(10, 1), .next(25, 2), .next(30, 3)]) == [
        "One tells \"view\" next(2) at tick 20, Two at tick 25."
      ])
    #expect(
      sentences([.next(10, 1), .next(20, 1), .next(30, 1)], [.next(20, 1), .next(30, 1), .next(40, 1)]) == [
        "One tells \"view\" next(1) at tick 10, Two at tick 20.",
        "One tells \"view\" next(1) at tick 20, Two at tick 30.",
        "One tells \"view\" next(1) at tick 30, Two at tick 40.",
      ])
    #expect(sentences([.next(10, 1), .next(20, 1)], [.next(20, 1), .next(30, 1)], ignoring: .time) == [])
  }

  @Test("of equal values, those at the same time belong together")
  func equalValues() {
    #expect(
      sentences([.next(10, 1), .next(20, 1), .next(30, 1)], [.next(20, 1)]) == [
        "One tells \"view\" next(1) at tick 10, Two does not.", "One tells \"view\" next(1) at tick 30, Two does not.",
      ])
  }

  @Test("the same in another place is a difference, unless places are ignored")
  func queue() {
    func told(on place: DeliveryPlace, _ contender: String) -> Recording<Int> {
      Recording(contender, entries: [Entry("view", .next(10, 1), order: 0, place: place)])
    }
    let recordings = [
      told(on: .scenario, "One"), told(on: .queue("worker"), "Two"), told(on: .elsewhere, "Three"),
    ]
    #expect(
      Comparison(recordings).differences().map { "\($0)" } == [
        "One tells \"view\" next(1) at tick 10 on the scenario's thread, Two on the queue worker.",
        "One tells \"view\" next(1) at tick 10 on the scenario's thread, Three on another thread.",
      ])
    #expect(Comparison(recordings).isEquivalent(ignoring: .queue))
  }

  @Test("two that are told the other way round are a difference, unless order is ignored")
  func order() {
    let a = Recorded<Event<Int>>.next(10, 1)
    let one = Recording("One", entries: [Entry("a", a, order: 0), Entry("b", a, order: 1), Entry("c", a, order: 2)])
    let two = Recording("Two", entries: [Entry("a", a, order: 0), Entry("c", a, order: 1), Entry("b", a, order: 2)])
    #expect(
      sentences(one, two) == ["One tells \"b\" next(1) at tick 10 before it tells \"c\" next(1), Two after it."])
    #expect(sentences(one, two, ignoring: .order) == [])
    let later = Recording("Two", entries: [Entry("b", a, order: 0), Entry("a", .next(20, 1), order: 1)])
    #expect(
      sentences(Recording("One", entries: Array(one.entries.prefix(2))), later) == [
        "One tells \"a\" next(1) at tick 10, Two at tick 20."
      ])
    #expect(
      sentences(Recording("One", entries: Array(one.entries.prefix(2))), later, ignoring: .time) == [
        "One tells \"a\" next(1) at tick 10 before it tells \"b\" next(1), Two after it."
      ])
  }

  @Test("the order between two queues is left to chance, and so it is no difference")
  func orderBetweenQueues() {
    func told(_ contender: String, first: String, second: String) -> Recording<Int> {
      Recording(
        contender,
        entries: [
          Entry(first, .next(10, 1), order: 0, place: .queue(first)),
          Entry(second, .next(10, 1), order: 1, place: .queue(second)),
        ])
    }
    #expect(sentences(told("One", first: "a", second: "b"), told("Two", first: "b", second: "a")) == [])
    let inOnePlace = Recording(
      "One", entries: [Entry("a", .next(10, 1), order: 0), Entry("b", .next(10, 1), order: 1)])
    #expect(sentences(inOnePlace, told("Two", first: "b", second: "a"), ignoring: .queue) == [])
    #expect(sentences(told("Two", first: "b", second: "a"), inOnePlace, ignoring: .queue) == [])
  }

  @Test("a step that only one could take is a difference, unless refusals are ignored")
  func refusals() {
    let refusal = Recording<Int>.Refusal(time: 20, step: "complete", reason: "it has no end")
    let able = Recording<Int>("Able", entries: [])
    let unable = Recording<Int>("Unable", entries: [], refusals: [refusal])
    let sentence = "Unable cannot complete at tick 20, because it has no end; Able can."
    #expect(sentences(able, unable) == [sentence])
    #expect(sentences(unable, able) == [sentence])
    #expect(sentences(unable, unable) == [])
    #expect(sentences(able, unable, ignoring: .refusals) == [])
  }

  @Test("replays and ends can be ignored")
  func ignored() {
    let replay = Recording(
      "One", entries: [Entry("view", .next(10, 0), order: 0, isReplay: true), Entry("view", .next(20, 1), order: 1)])
    let ended = told("Two", [.next(20, 1), .completed(30)])
    #expect(!Comparison([replay, ended]).isEquivalent(ignoring: .replay))
    #expect(!Comparison([replay, ended]).isEquivalent(ignoring: .ends))
    #expect(Comparison([replay, ended]).isEquivalent(ignoring: [.replay, .ends]))
  }

  @Test("a recording and itself without some events differ by these events", arguments: 0..<50)
  func random(seed: Int) {
    var dice = SplitMix64(seed: seed)
    let all = (0..<20).map { Recorded<Event<Int>>.next($0, .random(in: 0...3, using: &dice)) }
    let some = all.filter { _ in Bool.random(using: &dice) }
    let missing = all.filter { !some.contains($0) }
    let expected = missing.map { "One tells \"view\" \($0.value) at tick \($0.time), Two does not." }
    #expect(sentences(all, some) == expected)
  }

  @Test("long recordings are compared without taking memory by the square of their length")
  func long() {
    let numbers = (0..<3000).map { Recorded<Event<Int>>.next($0, $0) }
    var other = numbers
    other.remove(at: 1500)
    #expect(sentences(numbers, other) == ["One tells \"view\" next(1500) at tick 1500, Two does not."])
    let values = numbers.map { Recorded<Event<Int>>.next($0.time, -1) }
    #expect(sentences(numbers, values).count == 3000)
    #expect(sentences(numbers, values).last == "One tells \"view\" next(2999) at tick 2999, Two tells next(-1).")
    let later = numbers.map { Recorded<Event<Int>>.next($0.time + 50_000, -1) }
    #expect(sentences(numbers, later).count == 6000)
  }

  // MARK: - How it is shown

  @Test("a comparison is shown as marbles and sentences")
  func text() {
    let comparison = Comparison([
      Recording(
        "Bindable",
        entries: [
          Entry("view", .next(1, 0), order: 0), Entry("other", .next(1, 0), order: 1),
          Entry("view", .next(3, 12), order: 2),
        ], refusals: [.init(time: 5, step: "complete", reason: "it has no end")]),
      Recording(
        "Subject",
        entries: [
          Entry("view", .next(1, 0), order: 0), Entry("other", .next(1, 0), order: 1),
          Entry("view", .completed(5), order: 2),
        ]),
      Recording(
        "Same",
        entries: [
          Entry("view", .next(1, 0), order: 0), Entry("other", .next(1, 0), order: 1),
          Entry("view", .next(3, 12), order: 2),
        ], refusals: [.init(time: 5, step: "complete", reason: "it has no end")]),
    ])
    let marbles = """
      view, Bindable   -0-a--
      view, Subject    -0---|
      view, Same       -0-a--
      other, Bindable  -0----
      other, Subject   -0----
      other, Same      -0----
      ticks            0
      a = 12

      """
    #expect(comparison.diagram.text() == marbles)
    #expect(
      "\(comparison)" == marbles + """

        Bindable and Subject differ:
          Bindable tells "view" next(12) at tick 3, Subject does not.
          Subject tells "view" completed at tick 5, Bindable does not.
          Bindable cannot complete at tick 5, because it has no end; Subject can.
        Bindable and Same do the same.

        """)
    #expect(
      comparison.text(ignoring: [.ends, .refusals]).hasSuffix(
        """
        Bindable and Subject differ:
          Bindable tells "view" next(12) at tick 3, Subject does not.
        Bindable and Same do the same.

        """))
    #expect(comparison.svg().hasPrefix("<svg "))
    #expect(comparison.svg().contains("other, Same"))
    #expect(comparison.recording(of: "Same")?.entries.count == 3)
    #expect(comparison.recording(of: "None") == nil)
  }
}
