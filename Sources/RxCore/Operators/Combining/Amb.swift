import Synchronization

extension ObservableType {
  /// Mirrors the first of two sequences to emit: `source.amb(right)`. See ``AmbOperator``.
  ///
  /// ```swift
  /// a.amb(b)
  /// ```
  /// ```
  /// a      ----1--2-|
  /// b      --3-4-5----|
  /// amb    --3-4-5----|
  /// ```
  ///
  /// Semantics: ReactiveX, Amb.
  public var amb: AmbOperator<Element> { AmbOperator(source: asObservable()) }

  /// Mirrors whichever of several sequences emits first, and disposes the others at that event.
  ///
  /// All sources are subscribed to, in order. A completion or an error counts as a first event. Without sources the
  /// sequence emits nothing and never terminates. Events are forwarded on the winner's thread. If several sources emit
  /// at the same time, exactly one wins, and nothing from the others is forwarded.
  ///
  /// Semantics: ReactiveX, Amb.
  public static func amb<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Observable<Element> where Sequence.Element == Observable<Element> {
    makeAmb(Array(sequence))
  }
}

/// Mirrors the first of two sequences to emit. Called like a method: `source.amb(right)`.
///
/// ``MergeOperator`` explains why this is not a method.
public struct AmbOperator<Element> {
  let source: Observable<Element>

  /// Mirrors the source or `right`, whichever emits first, and disposes the other at that event.
  ///
  ///     cached().amb(load())
  ///
  /// Both are subscribed to, the source first. A completion or an error counts as a first event. Events are forwarded
  /// on the winner's thread. If both emit at the same time, exactly one wins, and nothing from the other is forwarded.
  ///
  /// Semantics: ReactiveX, Amb.
  public func callAsFunction<O2: ObservableType>(_ right: O2) -> Observable<Element> where O2.Element == Element {
    makeAmb([source, right.asObservable()])
  }
}

private func makeAmb<Element>(_ sources: [Observable<Element>]) -> Observable<Element> {
  CustomOperator(makeSink: { AmbSink(count: sources.count, observer: $0) }, connect: { $0.run(sources) })
}

/// One atomic exchange decides the winner. The winner's events are serialised, because it disposes the others before its
/// first event is forwarded, and that may make it emit again.
private final class AmbSink<Element>: SerialSink<Element, Element>, @unchecked Sendable {
  private static var undecided: Int { -1 }

  private let winner = Atomic<Int>(AmbSink.undecided)
  private let subscriptions: [SingleAssignmentDisposable]
  // Accessed only inside `serialize`.
  @exclusivity(unchecked) private var hasDisposedOthers = false

  init(count: Int, observer: ObserverBase<Element>) {
    subscriptions = (0..<count).map { _ in SingleAssignmentDisposable() }
    super.init(observer: observer)
  }

  func run(_ sources: [Observable<Element>]) {
    for (index, source) in sources.enumerated() {
      source.subscribe(
        heldBy: subscriptions[index], onNext: { self.forward($0, from: index) { $0.forwardNext($1) } },
        onError: { self.forward($0, from: index) { $0.forwardError($1) } },
        onCompleted: { self.forward((), from: index) { sink, _ in sink.forwardCompleted() } })
    }
  }

  override func addResources(to rest: inout [any Upstream]) {
    rest += subscriptions.reversed() as [any Upstream]
  }

  private func forward<Event>(_ event: Event, from index: Int, _ forward: @escaping (AmbSink, Event) -> Void) {
    guard wins(index) else { return }
    serialize(event) { sink, event in
      sink.disposeOthers(than: index)
      forward(sink, event)
    }
  }

  /// Returns whether the source at `index` has won, or wins with this event.
  private func wins(_ index: Int) -> Bool {
    let (isFirst, known) = winner.compareExchange(
      expected: Self.undecided, desired: index, ordering: .acquiringAndReleasing)
    return isFirst || known == index
  }

  private func disposeOthers(than winner: Int) {
    if hasDisposedOthers { return }
    hasDisposedOthers = true
    for (other, subscription) in subscriptions.enumerated() where other != winner { subscription.dispose() }
  }
}
