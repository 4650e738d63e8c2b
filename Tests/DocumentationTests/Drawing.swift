import RxCore
import RxTesting

/// A diagram, and the virtual time in which its sequences run. Programs with diagrams are compiled with this file.
final class Drawing {
  /// One tick is a millisecond, and work takes no time.
  let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)

  private static let longestWithoutAxis = 20

  private struct Source {
    var name: String
    var observable: TestableObservable<Int>
    var showsSubscriptions: Bool
  }

  private var sources: [Source] = []

  /// Creates a cold source. The diagram has a line for the source and one for each subscription; a single subscription
  /// at tick 0 has a line only if `showsSubscriptions` is `true`.
  func source(_ name: String, _ marbles: String, _ showsSubscriptions: Bool) throws -> Observable<Int> {
    let observable: TestableObservable<Int> = try scheduler.createColdObservable(marbles: marbles)
    sources.append(Source(name: name, observable: observable, showsSubscriptions: showsSubscriptions))
    return observable.asObservable()
  }

  /// Runs the sequence that `make` returns, and prints the diagram.
  ///
  /// - Parameters:
  ///   - observers: the tick at which each observer subscribes, and the tick at which it disposes.
  ///   - make: returns the sequence. Drivers and signals in it use the scheduler instead of the main queue.
  func draw(
    _ observers: KeyValuePairs<String, Range<Int>>, _ make: () throws -> some ObservableConvertibleType
  ) throws {
    try SharingScheduler.mock(scheduler: scheduler) { run(try make().asObservable(), observers) }
  }

  /// Like ``draw(_:_:)``, for a sequence of sequences. Also prints the inner sequences, and when each is emitted.
  func drawInner<Inner: ObservableConvertibleType & SendableMetatype>(
    _ observers: KeyValuePairs<String, Range<Int>>, _ make: () throws -> Observable<Inner>
  ) throws {
    let scheduler = scheduler
    nonisolated(unsafe) var inner: [TestableObserver<Inner.Element>] = []  // The scheduler runs on this thread.
    let numbers = try make().map { sequence in
      inner.append(scheduler.record(sequence))
      return inner.count
    }
    run(numbers, observers) { diagram in
      for (index, observer) in inner.enumerated() { diagram.add("\(observers[0].key) \(index + 1)", observer.events) }
    }
  }

  private func run(
    _ result: Observable<some Any>, _ observers: KeyValuePairs<String, Range<Int>>,
    addLines: (inout MarbleDiagram) -> Void = { _ in }
  ) {
    let recordings = observers.map { label, ticks in (label, record(result, ticks)) }
    scheduler.start()

    var diagram = MarbleDiagram()
    for source in sources {
      diagram.add(source.name, source.observable.recordedEvents)
      let subscriptions = source.observable.subscriptions
      for (index, subscription) in subscriptions.enumerated()
      where source.showsSubscriptions || subscriptions.map(\.subscribe) != [0] {
        diagram.add("\(source.name) (\(index + 1))", subscription)
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

  /// The diagram, without its axis if the ticks of the lines are few enough to count.
  private static func withoutShortAxis(_ text: String) -> String {
    let rows = text.split(separator: "\n")
    guard let axis = rows.firstIndex(where: { $0.hasPrefix("ticks ") }) else { return text }
    let margin = rows[axis].prefix { !$0.isNumber }.count
    let length = rows[..<axis].map { $0.count - margin }.max() ?? 0
    let shown = length > longestWithoutAxis ? rows : Array(rows[..<axis] + rows[(axis + 1)...])
    return shown.joined(separator: "\n")
  }
}
