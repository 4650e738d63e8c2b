import Synchronization

extension ObservableType {
  /// Sends what the latest of the sequences sends that `selector` makes of the elements: each one takes the place of the
  /// one before, which is disposed. An error of the source, of the latest, or thrown by `selector`, ends the whole; it
  /// completes when the source and the latest have.
  ///
  ///     query.flatMapLatest { text in search(text) }
  ///
  /// Once the source has sent an element, nothing more of the sequence before is delivered, whatever it had sent.
  ///
  /// Semantics: ReactiveX, FlatMapLatest.
  @preconcurrency
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMapLatest(source: asObservable(), selector: selector)
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// Sends what the latest inner sequence sends: each one takes the place of the one before, which is disposed. An error
  /// of the source or of the latest ends the whole; it completes when the source and the latest have.
  ///
  /// Once the source has sent a sequence, nothing more of the one before is delivered, whatever it had sent.
  ///
  /// Semantics: ReactiveX, Switch.
  public func switchLatest() -> Observable<Element.Element> {
    SwitchLatest(source: asObservable())
  }
}

/// What is forwarded is forwarded in turn; which inner sequence is the latest is known at once, and decides again when
/// the turn has come.
private class SwitchSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
  /// The subscription to the latest inner sequence.
  final let inner = SerialDisposable()
  /// The number of the inner sequence that runs; 0 for none.
  private final let running = Atomic<UInt64>(0)
  // Used by the source, one event at a time.
  private final var count: UInt64 = 0
  // Used in turn.
  private final var isStopped = false

  /// Disposes the present inner sequence and subscribes to `source`.
  final func switchTo(_ source: Observable<Output>) {
    count += 1
    let inner = SwitchInnerObserver(number: count, parent: self)
    running.store(count, ordering: .releasing)
    let subscription = SingleAssignmentDisposable()
    self.inner.disposable = subscription
    subscription.setDisposable(source.subscribe(erased: inner))
  }

  final override func onError(_ error: any Error) {
    serially { self.forwardError(error) }
  }

  final override func onCompleted() {
    serially {
      self.isStopped = true
      if self.running.load(ordering: .acquiring) == 0 { self.forwardCompleted() }
    }
  }

  fileprivate final func send(_ element: Output, from number: UInt64) {
    if enter() {
      if isLatest(number) { forwardNext(element) }
      leave()
    } else {
      postpone {
        if self.isLatest(number) { self.forwardNext(element) }
      }
    }
  }

  fileprivate final func fail(_ error: any Error, from number: UInt64) {
    serially {
      if self.isLatest(number) { self.forwardError(error) }
    }
  }

  fileprivate final func finish(_ number: UInt64) {
    serially {
      let (wasLatest, _) = self.running.compareExchange(
        expected: number, desired: 0, ordering: .acquiringAndReleasing)
      if wasLatest, self.isStopped { self.forwardCompleted() }
    }
  }

  @inline(__always)
  private final func isLatest(_ number: UInt64) -> Bool { running.load(ordering: .acquiring) == number }
}

/// The observer of one inner sequence.
private final class SwitchInnerObserver<Element, Output>: ObserverBase<Output>, @unchecked Sendable {
  private let number: UInt64
  private let parent: SwitchSink<Element, Output>

  init(number: UInt64, parent: SwitchSink<Element, Output>) {
    self.number = number
    self.parent = parent
  }

  override func onNext(_ element: Output) { parent.send(element, from: number) }

  override func onError(_ error: any Error) { parent.fail(error, from: number) }

  override func onCompleted() { parent.finish(number) }
}

private final class SwitchLatestSink<Source: ObservableConvertibleType>: SwitchSink<Source, Source.Element>,
  @unchecked Sendable
{
  override func onNext(_ source: Source) {
    if !isDisposed { switchTo(source.asObservable()) }
  }
}

private final class SwitchLatest<Source: ObservableConvertibleType>: Producer<Source.Element>, @unchecked Sendable {
  private let source: Observable<Source>

  init(source: Observable<Source>) {
    self.source = source
  }

  override func run(
    _ observer: ObserverBase<Source.Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = SwitchLatestSink<Source>(observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(erased: sink), sink.inner))
  }
}

private final class FlatMapLatestSink<Element, Source: ObservableConvertibleType>: SwitchSink<Element, Source.Element>,
  @unchecked Sendable
{
  private let selector: @Sendable (Element) throws -> Source

  init(
    selector: @escaping @Sendable (Element) throws -> Source, observer: ObserverBase<Source.Element>,
    cancel: any Cancelable
  ) {
    self.selector = selector
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) {
    if isDisposed { return }
    do {
      switchTo(try selector(element).asObservable())
    } catch {
      onError(error)
    }
  }
}

private final class FlatMapLatest<Element, Source: ObservableConvertibleType>: Producer<Source.Element>,
  @unchecked Sendable
{
  private let source: Observable<Element>
  private let selector: @Sendable (Element) throws -> Source

  init(source: Observable<Element>, selector: @escaping @Sendable (Element) throws -> Source) {
    self.source = source
    self.selector = selector
  }

  override func run(
    _ observer: ObserverBase<Source.Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = FlatMapLatestSink(selector: selector, observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(erased: sink), sink.inner))
  }
}
