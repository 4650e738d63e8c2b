import RxCore
import RxTesting

/// Prints a diagram of the sequence that `make` returns, without sources, in virtual time.
///
/// - Parameters:
///   - name: the label of the line.
///   - observers: the ticks during which each observer is subscribed; by default, one from tick 0, labelled `name`.
///   - make: returns the sequence. A tick of its scheduler is a millisecond.
func draw(
  _ name: String, observers: KeyValuePairs<String, Range<Int>>? = nil,
  _ make: (TestScheduler) throws -> some ObservableConvertibleType
) throws {
  let drawing = Drawing()
  drawing.draw(name, observers, try make(drawing.scheduler))
}

/// Prints a diagram of the source `a` and of the sequence that `make` derives from it. See ``draw(_:observers:_:)``.
///
/// The source is cold. Each subscription to the source has a line, unless the only subscription is at tick 0 or
/// `subscriptions` is `false`.
func draw(
  _ name: String, a: String, observers: KeyValuePairs<String, Range<Int>>? = nil, subscriptions: Bool = true,
  _ make: (Observable<Int>, TestScheduler) throws -> some ObservableConvertibleType
) throws {
  let drawing = Drawing(showsSubscriptions: subscriptions)
  let a = try drawing.source("a", a)
  drawing.draw(name, observers, try make(a, drawing.scheduler))
}

/// Prints a diagram of the sources `a` and `b` and of the sequence that `make` derives from them. See
/// ``draw(_:a:observers:_:)``.
func draw(
  _ name: String, a: String, b: String, observers: KeyValuePairs<String, Range<Int>>? = nil,
  _ make: (Observable<Int>, Observable<Int>, TestScheduler) throws -> some ObservableConvertibleType
) throws {
  let drawing = Drawing()
  let (a, b) = (try drawing.source("a", a), try drawing.source("b", b))
  drawing.draw(name, observers, try make(a, b, drawing.scheduler))
}

/// Prints a diagram of the sources `a`, `b` and `c` and of the sequence that `make` derives from them. See
/// ``draw(_:a:observers:_:)``.
func draw(
  _ name: String, a: String, b: String, c: String, observers: KeyValuePairs<String, Range<Int>>? = nil,
  _ make: (Observable<Int>, Observable<Int>, Observable<Int>, TestScheduler) throws -> some ObservableConvertibleType
) throws {
  let drawing = Drawing()
  let (a, b, c) = (try drawing.source("a", a), try drawing.source("b", b), try drawing.source("c", c))
  drawing.draw(name, observers, try make(a, b, c, drawing.scheduler))
}

/// Prints a diagram of the source `a`, of when the sequence that `make` derives from it emits each inner sequence, and
/// of the inner sequences.
func drawInner<Inner: ObservableConvertibleType & SendableMetatype>(
  _ name: String, a: String, _ make: (Observable<Int>, TestScheduler) throws -> Observable<Inner>
) throws {
  let drawing = Drawing()
  let scheduler = drawing.scheduler
  let result = try make(try drawing.source("a", a), scheduler)
  nonisolated(unsafe) var inner: [TestableObserver<Inner.Element>] = []  // The scheduler runs on this thread.
  let numbers = result.map { sequence in
    inner.append(scheduler.record(sequence))
    return inner.count
  }
  drawing.draw(name, nil, numbers) { diagram in
    for (index, observer) in inner.enumerated() { diagram.add("\(name) \(index + 1)", observer.events) }
  }
}

/// A diagram of the article Operators, and the virtual time in which its sequences run. The article's programs are
/// compiled with this file.
private final class Drawing {
  /// One tick is a millisecond, and work takes no time.
  let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)

  private static let end = 40
  private static let longestWithoutAxis = 20

  private let showsSubscriptions: Bool
  private var sources: [(name: String, source: TestableObservable<Int>)] = []

  init(showsSubscriptions: Bool = true) {
    self.showsSubscriptions = showsSubscriptions
  }

  /// Creates a cold source with a line of its own, and a line for each subscription if `subscriptions` are drawn.
  func source(_ name: String, _ marbles: String) throws -> Observable<Int> {
    let source: TestableObservable<Int> = try scheduler.createColdObservable(marbles: marbles)
    sources.append((name, source))
    return source.asObservable()
  }

  /// Runs the scheduler and prints the diagram.
  func draw(
    _ name: String, _ observers: KeyValuePairs<String, Range<Int>>?, _ result: some ObservableConvertibleType,
    addLines: (inout MarbleDiagram) -> Void = { _ in }
  ) {
    let observers = observers ?? [name: 0..<Self.end]
    let result = result.asObservable()
    let recordings = observers.map { label, ticks in (label, record(result, ticks)) }
    scheduler.start()

    var diagram = MarbleDiagram()
    for (label, source) in sources {
      diagram.add(label, source.recordedEvents)
      let isPlain = observers.count == 1 && source.subscriptions.map(\.subscribe) == [0]
      for (index, subscription) in source.subscriptions.enumerated() where showsSubscriptions && !isPlain {
        diagram.add("\(label) (\(index + 1))", subscription)
      }
    }
    for (label, observer) in recordings { diagram.add(label, observer.events) }
    addLines(&diagram)
    print(Self.withoutShortAxis(diagram.text()))
  }

  private func record<Element>(_ result: Observable<Element>, _ ticks: Range<Int>) -> TestableObserver<Element> {
    if ticks.lowerBound == 0 { return scheduler.record(result, disposed: ticks.upperBound) }
    let observer = scheduler.createObserver(Element.self)
    let subscription = SingleAssignmentDisposable()
    scheduler.scheduleAt(ticks.lowerBound) { subscription.setDisposable(result.subscribe(observer)) }
    scheduler.scheduleAt(ticks.upperBound) { subscription.dispose() }
    return observer
  }

  /// The diagram, without its axis if it is short enough to count ticks.
  private static func withoutShortAxis(_ text: String) -> String {
    let rows = text.split(separator: "\n")
    guard let axis = rows.firstIndex(where: { $0.hasPrefix("ticks ") }) else { return text }
    let margin = rows[axis].prefix { !$0.isNumber }.count
    let length = rows[..<axis].map { $0.count - margin }.max() ?? 0
    let shown = length > longestWithoutAxis ? rows : Array(rows[..<axis] + rows[(axis + 1)...])
    return shown.joined(separator: "\n")
  }
}
