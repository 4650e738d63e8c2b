import RxComparison
import RxCore
import RxTesting
import struct TestSupport.SplitMix64
import Testing

@Suite("Recordings compared")
struct ComparisonTests {
  private typealias Entry = Recording<Int>.Entry

  /// A recording of one subscriber.
  private func recording(_ contender: String, _ events: [Recorded<Event<Int>>]) -> Recording<Int> {
    Recording(contender, entries: events.enumerated().map { Entry("view", $1, order: $0) })
  }

  private func sentences(
    _ one: [Recorded<Event<Int>>], _ two: [Recorded<Event<Int>>], ignoring aspects: ComparedAspects = []
  ) -> [String] {
    sentences(recording("One", one), recording("Two", two), ignoring: aspects)
  }

  private func sentences(
    _ one: Recording<Int>, _ two: Recording<Int>, ignoring aspects: ComparedAspects = []
  ) -> [String] {
    Comparison([one, two]).differences(ignoring: aspects).map { "\($0)" }
  }

  @Test("equal recordings do not differ")
  func same() {
    #expect(sentences([.next(10, 1), .completed(20)], [.next(10, 1), .completed(20)]) == [])
    #expect(Comparison<Int>([]).isEquivalent)
    #expect(Comparison([recording("One", [.next(1, 1)])]).isEquivalent)
  }

  // MARK: - Kinds of differences

  @Test("an event delivered by only one side is missing or extra")
  func missing() {
    #expect(
      sentences([.next(10, 1), .next(20, 2), .next(30, 3)], [.next(10, 1), .next(30, 3), .completed(40)]) == [
        "One delivers next(2) to \"view\" at tick 20, Two does not.",
        "Two delivers completed to \"view\" at tick 40, One does not.",
      ])
  }

  @Test("an event instead of another one is a different value")
  func value() {
    #expect(
      sentences([.next(10, 1), .next(20, 2), .next(30, 3)], [.next(10, 1), .next(20, 9), .next(30, 3)]) == [
        "One delivers next(2) to \"view\" at tick 20, Two delivers next(9)."
      ])
    #expect(
      sentences([.next(10, 1), .next(20, 2)], [.next(10, 1), .next(25, 3)], ignoring: .time) == [
        "One delivers next(2) to \"view\" at tick 20, Two delivers next(3) at tick 25."
      ])
  }

  @Test("an event at another time is one difference, not two")
  func time() {
    #expect(
      sentences([.next(10, 1), .next(20, 2), .next(30, 3)], [.next(10, 1), .next(25, 2), .next(30, 3)]) == [
        "One delivers next(2) to \"view\" at tick 20, Two at tick 25."
      ])
    #expect(
      sentences([.next(10, 1), .next(20, 1), .next(30, 1)], [.next(20, 1), .next(30, 1), .next(40, 1)]) == [
        "One delivers next(1) to \"view\" at tick 10, Two at tick 20.",
        "One delivers next(1) to \"view\" at tick 20, Two at tick 30.",
        "One delivers next(1) to \"view\" at tick 30, Two at tick 40.",
      ])
    #expect(sentences([.next(10, 1), .next(20, 1)], [.next(20, 1), .next(30, 1)], ignoring: .time) == [])
  }

  @Test("equal values are paired if their times are equal")
  func equalValues() {
    #expect(
      sentences([.next(10, 1), .next(20, 1), .next(30, 1)], [.next(20, 1)]) == [
        "One delivers next(1) to \"view\" at tick 10, Two does not.",
        "One delivers next(1) to \"view\" at tick 30, Two does not.",
      ])
  }

  @Test("an event on another queue is a difference, unless queues are ignored")
  func queue() {
    func recording(on context: DeliveryContext, _ contender: String) -> Recording<Int> {
      Recording(contender, entries: [Entry("view", .next(10, 1), order: 0, context: context)])
    }
    let recordings = [
      recording(on: .scenario, "One"), recording(on: .queue("worker"), "Two"), recording(on: .elsewhere, "Three"),
    ]
    #expect(
      Comparison(recordings).differences().map { "\($0)" } == [
        "One delivers next(1) to \"view\" at tick 10 on the scenario's thread, Two on the queue worker.",
        "One delivers next(1) to \"view\" at tick 10 on the scenario's thread, Three on another thread.",
      ])
    #expect(Comparison(recordings).differences(ignoring: .queue).isEmpty)
  }

  @Test("two deliveries in opposite order are a difference, unless order is ignored")
  func order() {
    let a = Recorded<Event<Int>>.next(10, 1)
    let one = Recording("One", entries: [Entry("a", a, order: 0), Entry("b", a, order: 1), Entry("c", a, order: 2)])
    let two = Recording("Two", entries: [Entry("a", a, order: 0), Entry("c", a, order: 1), Entry("b", a, order: 2)])
    #expect(
      sentences(one, two) == ["One delivers next(1) to \"b\" at tick 10 before next(1) to \"c\", Two after it."])
    #expect(sentences(one, two, ignoring: .order) == [])
    let later = Recording("Two", entries: [Entry("b", a, order: 0), Entry("a", .next(20, 1), order: 1)])
    #expect(
      sentences(Recording("One", entries: Array(one.entries.prefix(2))), later) == [
        "One delivers next(1) to \"a\" at tick 10, Two at tick 20."
      ])
    #expect(
      sentences(Recording("One", entries: Array(one.entries.prefix(2))), later, ignoring: .time) == [
        "One delivers next(1) to \"a\" at tick 10 before next(1) to \"b\", Two after it."
      ])
  }

  @Test("a delivery that moved to another queue or time does not hide that its neighbours are swapped")
  func orderAroundAnother() {
    let a = Recorded<Event<Int>>.next(10, 1)
    let one = Recording("One", entries: [Entry("x", a, order: 0), Entry("y", a, order: 1), Entry("z", a, order: 2)])
    let elsewhere = Recording(
      "Two",
      entries: [
        Entry("z", a, order: 0), Entry("y", a, order: 1, context: .queue("worker")), Entry("x", a, order: 2),
      ])
    let sentence = "One delivers next(1) to \"x\" at tick 10 before next(1) to \"z\", Two after it."
    #expect(sentences(one, elsewhere, ignoring: .queue) == [sentence])
    #expect(sentences(one, elsewhere).contains(sentence))
    let later = Recording(
      "Two", entries: [Entry("z", a, order: 0), Entry("x", a, order: 1), Entry("y", .next(20, 1), order: 2)])
    #expect(sentences(one, later).contains(sentence))
  }

  @Test("the order between two queues is not defined, so it is not a difference")
  func orderBetweenQueues() {
    func recording(_ contender: String, first: String, second: String) -> Recording<Int> {
      Recording(
        contender,
        entries: [
          Entry(first, .next(10, 1), order: 0, context: .queue(first)),
          Entry(second, .next(10, 1), order: 1, context: .queue(second)),
        ])
    }
    #expect(sentences(recording("One", first: "a", second: "b"), recording("Two", first: "b", second: "a")) == [])
    let onOneThread = Recording(
      "One", entries: [Entry("a", .next(10, 1), order: 0), Entry("b", .next(10, 1), order: 1)])
    #expect(sentences(onOneThread, recording("Two", first: "b", second: "a"), ignoring: .queue) == [])
    #expect(sentences(recording("Two", first: "b", second: "a"), onOneThread, ignoring: .queue) == [])
  }

  @Test("one subscriber's events in another order are differences of order, which can be ignored")
  func orderWithinSubscriber() {
    let one: [Recorded<Event<Int>>] = [.next(10, 1), .next(10, 2), .next(20, 3)]
    let two: [Recorded<Event<Int>>] = [.next(10, 2), .next(10, 1), .next(20, 3)]
    #expect(
      sentences(one, two) == ["One delivers next(1) to \"view\" at tick 10 before next(2) to \"view\", Two after it."])
    #expect(sentences(one, two, ignoring: .order).count == 1)
    #expect(sentences(one, two, ignoring: .orderWithinSubscriber) == [])
    #expect(
      sentences([.next(10, 1), .next(10, 2), .next(10, 3)], [.next(10, 3), .next(10, 2), .next(10, 1)]) == [
        "One delivers next(1) to \"view\" at tick 10 before next(2) to \"view\", Two after it.",
        "One delivers next(2) to \"view\" at tick 10 before next(3) to \"view\", Two after it.",
      ])
  }

  @Test("events of one subscriber at different times change places only if times are ignored")
  func orderAtDifferentTimes() {
    let one: [Recorded<Event<Int>>] = [.next(10, 1), .next(20, 2)]
    let two: [Recorded<Event<Int>>] = [.next(20, 2), .next(30, 1)]
    #expect(
      sentences(one, two) == [
        "One delivers next(1) to \"view\" at tick 10, Two does not.",
        "Two delivers next(1) to \"view\" at tick 30, One does not.",
      ])
    #expect(
      sentences(one, two, ignoring: .time) == [
        "One delivers next(1) to \"view\" at tick 10 before next(2) to \"view\", Two after it."
      ])
    #expect(sentences(one, two, ignoring: [.time, .orderWithinSubscriber]) == [])
  }

  @Test("an event that changed places and its queue is a difference of both")
  func orderAndQueue() {
    let one = Recording(
      "One", entries: [Entry("view", .next(10, 1), order: 0), Entry("view", .next(10, 2), order: 1)])
    let two = Recording(
      "Two",
      entries: [
        Entry("view", .next(10, 2), order: 0), Entry("view", .next(10, 1), order: 1, context: .queue("worker")),
      ])
    let onWorker = "One delivers next(1) to \"view\" at tick 10 on the scenario's thread, Two on the queue worker."
    #expect(Set(sentences(one, two)).isSuperset(of: [onWorker]))
    #expect(sentences(one, two, ignoring: .orderWithinSubscriber) == [onWorker])
    #expect(sentences(one, two, ignoring: .queue).count == 1)
  }

  @Test("events in a random order within their tick differ only in order", arguments: 0..<50)
  func randomOrder(seed: Int) {
    var dice = SplitMix64(seed: seed)
    let one = (0..<30).map { Recorded<Event<Int>>.next($0 / 5, .random(in: 0...3, using: &dice)) }
    let two = (0..<6).flatMap { tick in one.filter { $0.time == tick }.shuffled(using: &dice) }
    #expect(sentences(one, two, ignoring: .orderWithinSubscriber) == [])
    #expect(sentences(one, two).allSatisfy { $0.hasSuffix(", Two after it.") })
    #expect(sentences(one, two).isEmpty == (one == two))
  }

  @Test("a step taken by only one side is a difference, unless refusals are ignored")
  func refusals() {
    let refusal = Recording<Int>.SkippedStep(time: 20, step: "complete", reason: "it has no end")
    let able = Recording<Int>("Able", entries: [])
    let unable = Recording<Int>("Unable", entries: [], refusals: [refusal])
    let sentence = "Unable cannot complete at tick 20, because it has no end; Able can."
    #expect(sentences(able, unable) == [sentence])
    #expect(sentences(unable, able) == [sentence])
    #expect(sentences(unable, unable) == [])
    #expect(sentences(able, unable, ignoring: .refusals) == [])
  }

  @Test("a step that one side refused twice and the other once is one difference")
  func repeatedRefusals() {
    let refusal = Recording<Int>.SkippedStep(time: 20, step: "complete", reason: "it has no end")
    let later = Recording<Int>.SkippedStep(time: 30, step: "complete", reason: "it has no end")
    let once = Recording<Int>("Once", entries: [], refusals: [refusal])
    let twice = Recording<Int>("Twice", entries: [], refusals: [refusal, refusal])
    let both = Recording<Int>("Twice", entries: [], refusals: [refusal, later])
    let sentence = "Twice cannot complete at tick 20, because it has no end; Once can."
    #expect(sentences(once, twice) == [sentence])
    #expect(sentences(twice, once) == [sentence])
    #expect(
      sentences(once, both, ignoring: .time) == ["Twice cannot complete at tick 30, because it has no end; Once can."])
    #expect(sentences(twice, both, ignoring: .time) == [])
  }

  @Test("replays and terminal events can be ignored")
  func ignored() {
    let replay = Recording(
      "One", entries: [Entry("view", .next(10, 0), order: 0, isReplay: true), Entry("view", .next(20, 1), order: 1)])
    let ended = recording("Two", [.next(20, 1), .completed(30)])
    #expect(!Comparison([replay, ended]).differences(ignoring: .replay).isEmpty)
    #expect(!Comparison([replay, ended]).differences(ignoring: .ends).isEmpty)
    #expect(Comparison([replay, ended]).differences(ignoring: [.replay, .ends]).isEmpty)
  }

  @Test("a recording and a copy without some events differ by these events", arguments: 0..<50)
  func random(seed: Int) {
    var dice = SplitMix64(seed: seed)
    let all = (0..<20).map { Recorded<Event<Int>>.next($0, .random(in: 0...3, using: &dice)) }
    let some = all.filter { _ in Bool.random(using: &dice) }
    let missing = all.filter { !some.contains($0) }
    let expected = missing.map { "One delivers \($0.value) to \"view\" at tick \($0.time), Two does not." }
    #expect(sentences(all, some) == expected)
  }

  @Test("long recordings are compared without quadratic memory")
  func long() {
    let numbers = (0..<3000).map { Recorded<Event<Int>>.next($0, $0) }
    var other = numbers
    other.remove(at: 1500)
    #expect(sentences(numbers, other) == ["One delivers next(1500) to \"view\" at tick 1500, Two does not."])
    let values = numbers.map { Recorded<Event<Int>>.next($0.time, -1) }
    #expect(sentences(numbers, values).count == 3000)
    #expect(
      sentences(numbers, values).last == "One delivers next(2999) to \"view\" at tick 2999, Two delivers next(-1).")
    let later = numbers.map { Recorded<Event<Int>>.next($0.time + 50_000, -1) }
    #expect(sentences(numbers, later).count == 6000)
  }

  @Test("values with newlines and tabs take one line")
  func controls() {
    typealias Entry = Recording<String>.Entry
    let comparison = Comparison([
      Recording(
        "One", entries: [Entry("view", .next(1, "a\nb"), order: 0)],
        refusals: [.init(time: 2, step: "set(\n)", reason: "of \t")]),
      Recording("Two", entries: [Entry("view", .next(1, "c\td"), order: 0)]),
    ])
    #expect(
      "\(comparison)" == """
        view, One  -a
        view, Two  -b
        ticks      0
        a = a\\nb
        b = c\\td

        One and Two differ:
          One delivers next(a\\nb) to "view" at tick 1, Two delivers next(c\\td).
          One cannot set(\\n) at tick 2, because of \\t; Two can.

        """)
  }

  // MARK: - Text

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
          Bindable delivers next(12) to "view" at tick 3, Subject does not.
          Subject delivers completed to "view" at tick 5, Bindable does not.
          Bindable cannot complete at tick 5, because it has no end; Subject can.
        Bindable and Same do not differ.

        """)
    #expect(
      comparison.text(ignoring: [.ends, .refusals]).hasSuffix(
        """
        Bindable and Subject differ:
          Bindable delivers next(12) to "view" at tick 3, Subject does not.
        Bindable and Same do not differ.

        """))
    #expect(comparison.svg().hasPrefix("<svg "))
    #expect(comparison.svg().contains("other, Same"))
    #expect(comparison.recording(of: "Same")?.entries.count == 3)
    #expect(comparison.recording(of: "None") == nil)
  }

  @Test("a set of aspects is shown by their names")
  func aspectNames() {
    let all: [ComparedAspects] = [.time, .queue, .order, .orderWithinSubscriber, .replay, .ends, .refusals]
    #expect("\(ComparedAspects(all))" == "[.time, .queue, .order, .orderWithinSubscriber, .replay, .ends, .refusals]")
    #expect("\(ComparedAspects.order)" == "[.order]")
    #expect("\(ComparedAspects())" == "[]")
  }

  @Test("an expectation that fails says where it is, and which differences are not ignored")
  func expectation() throws {
    let comparison = Comparison([recording("One", [.next(1, 1)]), recording("Two", [.next(2, 1), .completed(3)])])
    let line = #line + 1
    let mismatch = #expect(throws: ComparisonMismatch.self) { try comparison.expectEquivalent(ignoring: .time) }
    #expect(
      mismatch.map { "\($0)" } == """
        RxComparisonTests/ComparisonTests.swift:\(line): the contenders differ in more than [.time]:
        view, One  -1--
        view, Two  --1|
        ticks      0

        One and Two differ:
          Two delivers completed to "view" at tick 3, One does not.

        """)
    try comparison.expectEquivalent(ignoring: [.time, .ends])
  }

  @Test("a difference between two errors with the same description says where they differ")
  func errors() {
    struct Described: Error, CustomStringConvertible {
      let code: Int
      var description: String { "failure" }
    }
    #expect(
      sentences([.error(10, Described(code: 1))], [.error(10, Described(code: 2))]) == [
        "One delivers error(failure) to \"view\" at tick 10, Two delivers error(failure): they differ in code."
      ])
  }
}
