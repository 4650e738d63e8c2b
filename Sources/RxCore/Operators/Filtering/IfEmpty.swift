extension ObservableType {
  /// Emits the source's elements, or `default` if the source completes without an element.
  ///
  /// ```swift
  /// a.ifEmpty(default: 9)
  /// ```
  /// ```
  /// a        -----|
  /// ifEmpty  -----(9|)
  /// ```
  ///
  ///     search(text).ifEmpty(default: "Nothing found.")
  ///
  /// Semantics: ReactiveX, DefaultIfEmpty.
  public func ifEmpty(default: Element) -> Observable<Element> {
    Operator(asObservable()) { DefaultIfEmptySink(element: `default`, observer: $0) }
  }

  /// Emits the source's elements, or switches to `other` if the source completes without an element.
  ///
  /// ```swift
  /// a.ifEmpty(switchTo: b)
  /// ```
  /// ```
  /// a        -----|
  /// b        --1-2-|
  /// b (1)    -----^-----!
  /// ifEmpty  -------1-2-|
  /// ```
  ///
  ///     cached(id).ifEmpty(switchTo: load(id))
  ///
  /// The switch happens on the thread on which the source completes; the source is disposed first. An error from either
  /// terminates the sequence.
  ///
  /// Semantics: ReactiveX, SwitchIfEmpty.
  public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
    let source = asObservable()
    return CustomOperator { observer in
      SwitchIfEmptySink(source: source, other: other, observer: observer).begun()
    }
  }
}

private final class DefaultIfEmptySink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let element: Element
  private var isEmpty = true

  init(element: Element, observer: ObserverBase<Element>) {
    self.element = element
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    isEmpty = false
    forwardNext(element)
  }

  override func onCompleted() {
    if isEmpty { forwardNext(element) }
    forwardCompleted()
  }
}

private final class SwitchIfEmptySink<Element>: SequentialSourcesSink<Element>, @unchecked Sendable {
  // Each is `nil` once subscribed to, so that the source is released while `other` runs.
  private var source: Observable<Element>?
  private var other: Observable<Element>?
  private var isEmpty = true

  init(
    source: Observable<Element>, other: Observable<Element>, observer: ObserverBase<Element>
  ) {
    self.source = source
    self.other = other
    super.init(observer: observer)
  }

  override func nextSource() -> Observable<Element>? { source.take() ?? other.take() }

  override func makeObserver() -> ObserverBase<Element>? { AttemptObserver(sink: self) }

  override func onNext(_ element: Element) {
    isEmpty = false
    forwardNext(element)
  }

  override func onCompleted() {
    if isEmpty { advance() } else { forwardCompleted() }
  }
}
