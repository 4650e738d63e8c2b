import Synchronization

extension ObservableType {
  /// Called like a method: `source.amb(right)`. See ``AmbOperator``.
  ///
  /// Semantics: ReactiveX, Amb.
  public var amb: AmbOperator<Element> { AmbOperator(source: asObservable()) }

  /// Emits the events of one of the sources: of the one that emits its first event first. The others are disposed at that
  /// event.
  ///
  /// All are subscribed, in order. A completion or an error is a first event as well. Without sources nothing is emitted.
  /// Events are forwarded on the thread of the winner. If several emit at the same time, one of them wins, and nothing of the
  /// others is forwarded.
  ///
  /// Semantics: ReactiveX, Amb.
  public static func amb<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Observable<Element> where Sequence.Element == Observable<Element> {
    makeAmb(Array(sequence))
  }
}

/// Selects one of two sequences: the one that emits first. Called like a method of the first: `source.amb(right)`.
///
/// Why it is not a method: see ``MergeOperator``.
public struct AmbOperator<Element> {
  let source: Observable<Element>

  /// Emits the events of the source or those of `right`: of the one that emits its first event earlier. The other one is
  /// disposed at that event.
  ///
  ///     cached().amb(load())
  ///
  /// Both are subscribed, the source first. A completion or an error is a first event as well. Events are forwarded on the
  /// thread of the winner. If both emit at the same time, one of them wins, and nothing of the other is forwarded.
  ///
  /// Semantics: ReactiveX, Amb.
  public func callAsFunction<O2: ObservableType>(_ right: O2) -> Observable<Element> where O2.Element == Element {
    makeAmb([source, right.asObservable()])
  }
}

private func makeAmb<Element>(_ sources: [Observable<Element>]) -> Observable<Element> {
  CustomOperator { observer in
    let sink = AmbSink(count: sources.count, observer: observer)
    sink.run(sources)
    return sink
  }
}

/// One exchange decides which source wins. From then on only the winner forwards, so nothing is to be serialised.
private final class AmbSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private static var undecided: Int { -1 }

  private let winner = Atomic<Int>(AmbSink.undecided)
  private let subscriptions: [SingleAssignmentDisposable]

  init(count: Int, observer: ObserverBase<Element>) {
    subscriptions = (0..<count).map { _ in SingleAssignmentDisposable() }
    super.init(observer: observer)
  }

  func run(_ sources: [Observable<Element>]) {
    for (index, source) in sources.enumerated() {
      source.subscribe(
        heldBy: subscriptions[index], onNext: { if self.wins(index) { self.forwardNext($0) } },
        onError: { if self.wins(index) { self.forwardError($0) } },
        onCompleted: { if self.wins(index) { self.forwardCompleted() } })
    }
  }

  override func disposeSources() {
    super.disposeSources()
    for subscription in subscriptions { subscription.dispose() }
  }

  /// Whether the source of that index has won, or wins now. The winner disposes the others before its first event is
  /// forwarded.
  private func wins(_ index: Int) -> Bool {
    let known = winner.load(ordering: .acquiring)
    if known != Self.undecided { return known == index }
    let (isFirst, _) = winner.compareExchange(
      expected: Self.undecided, desired: index, ordering: .acquiringAndReleasing)
    if isFirst {
      for (other, subscription) in subscriptions.enumerated() where other != index { subscription.dispose() }
    }
    return isFirst
  }
}
