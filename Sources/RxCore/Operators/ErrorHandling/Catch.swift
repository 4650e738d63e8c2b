extension ObservableType {
  /// Goes on, after an error, with the sequence that `handler` makes of it. An error that `handler` throws, or that the
  /// second sequence sends, ends the whole.
  ///
  ///     load().catch { error in .just(.failed(error)) }
  ///
  /// `handler` runs where the source failed.
  ///
  /// Semantics: ReactiveX, Catch.
  @preconcurrency
  public func `catch`(
    _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    Catch(source: asObservable(), handler: handler)
  }

  /// Sends `element` in place of an error, and completes.
  ///
  /// Semantics: ReactiveX, Catch.
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    CatchAndReturn(source: asObservable(), element: element)
  }

  /// Sends what the first of the sources sends; after its error, what the second sends, and so on. Completes when one
  /// of them does, and fails with the error of the last. Without any source it completes.
  ///
  /// Each source is asked for, and subscribed, when the one before has failed; any number may fail one after the other.
  ///
  /// Semantics: ReactiveX, Catch.
  public static func `catch`<Sequence: Swift.Sequence>(
    sequence: Sequence
  ) -> Observable<Element> where Sequence.Element == Observable<Element> {
    CatchSequence { AnyIterator(sequence.makeIterator()) }
  }
}

private final class CatchSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let handler: @Sendable (any Error) throws -> Observable<Element>
  private let current = SerialDisposable()
  private var hasCaught = false

  init(
    handler: @escaping @Sendable (any Error) throws -> Observable<Element>, observer: ObserverBase<Element>,
    cancel: any Cancelable
  ) {
    self.handler = handler
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Element>) -> any Disposable {
    // A source that fails inside its subscription is replaced before the subscription is known.
    let first = SingleAssignmentDisposable()
    current.disposable = first
    first.setDisposable(source.subscribe(erased: self))
    return current
  }

  override func onNext(_ element: Element) { forwardNext(element) }

  override func onError(_ error: any Error) {
    if isDisposed { return }
    if hasCaught { return forwardError(error) }
    hasCaught = true
    do {
      current.disposable = try handler(error).subscribe(erased: self)
    } catch {
      forwardError(error)
    }
  }
}

private final class Catch<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let handler: @Sendable (any Error) throws -> Observable<Element>

  init(source: Observable<Element>, handler: @escaping @Sendable (any Error) throws -> Observable<Element>) {
    self.source = source
    self.handler = handler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = CatchSink(handler: handler, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

private final class CatchAndReturnSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let element: Element

  init(element: Element, observer: ObserverBase<Element>, cancel: any Cancelable) {
    self.element = element
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) { forwardNext(element) }

  override func onError(_ error: any Error) {
    forwardNext(element)
    forwardCompleted()
  }
}

private final class CatchAndReturn<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let element: Element

  init(source: Observable<Element>, element: Element) {
    self.source = source
    self.element = element
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = CatchAndReturnSink(element: element, observer: observer, cancel: cancel)
    return (sink, source.subscribe(erased: sink))
  }
}

private final class CatchSequenceSink<Element>: SuccessionSink<Element>, @unchecked Sendable {
  private let sources: AnyIterator<Observable<Element>>
  private var lastError: (any Error)?

  init(sources: AnyIterator<Observable<Element>>, observer: ObserverBase<Element>, cancel: any Cancelable) {
    self.sources = sources
    super.init(observer: observer, cancel: cancel)
  }

  override func onError(_ error: any Error) {
    lastError = error
    advance()
  }

  override func nextSource() -> Observable<Element>? { sources.next() }

  override func finish() {
    if let lastError { forwardError(lastError) } else { forwardCompleted() }
  }
}

/// The observable behind `catch(sequence:)` and `retry`: goes through sources until one completes.
final class CatchSequence<Element>: Producer<Element>, @unchecked Sendable {
  private let makeIterator: () -> AnyIterator<Observable<Element>>

  /// - Parameter makeIterator: called with each subscription.
  init(makeIterator: @escaping () -> AnyIterator<Observable<Element>>) {
    self.makeIterator = makeIterator
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = CatchSequenceSink(sources: makeIterator(), observer: observer, cancel: cancel)
    return (sink, sink.run())
  }
}
