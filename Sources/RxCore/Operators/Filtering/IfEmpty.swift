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
    ifEmpty(switchTo: .just(`default`))
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
  /// The switch happens on the thread on which the source completes. The source is disposed once `other` has been
  /// subscribed to. An error from either terminates the sequence.
  ///
  /// Semantics: ReactiveX, SwitchIfEmpty.
  public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
    let source = asObservable()
    return CustomOperator {
      SwitchIfEmptySink(other: other, observer: $0)
    } connect: { sink in
      source.staged.subscribe(stage: sink)
    }
  }
}

private final class SwitchIfEmptySink<Element>: SuccessorSink<Element>, @unchecked Sendable {
  /// `nil` once subscribed to.
  private var other: Observable<Element>?
  private var isEmpty = true

  init(other: Observable<Element>, observer: ObserverBase<Element>) {
    self.other = other
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    isEmpty = false
    forwardNext(element)
  }

  override func onCompleted() {
    if isDisposed { return }
    guard isEmpty, let other = other.take() else { return forwardCompleted() }
    proceed(to: other)
  }
}
