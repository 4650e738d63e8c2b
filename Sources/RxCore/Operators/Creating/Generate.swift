extension ObservableType {
  /// Generates a sequence from `initialState` by applying `iterate` as long as `condition` holds, and then completes.
  ///
  /// ```swift
  /// Observable.generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })
  /// ```
  /// ```
  /// generate  (1248|)
  /// ```
  ///
  /// Each element is scheduled on `scheduler`, where the closures are also called. By default, all elements are emitted
  /// on the subscribing thread before the outermost `subscribe` call returns. If a closure throws, the sequence fails.
  /// Neither closure is called after disposal.
  ///
  /// Semantics: ReactiveX, Create (generate).
  @preconcurrency
  public static func generate(
    initialState: Element, condition: @escaping @Sendable (Element) throws -> Bool,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
    iterate: @escaping @Sendable (Element) throws -> Element
  ) -> Observable<Element> {
    generated(on: scheduler) {
      GenerateSink(state: initialState, condition: condition, iterate: iterate, observer: $0)
    }
  }
}

private final class GenerateSink<Element>: GeneratingSink<Element>, @unchecked Sendable {
  private let condition: @Sendable (Element) throws -> Bool
  private let iterate: @Sendable (Element) throws -> Element
  private var state: Element
  private var isFirst = true

  init(
    state: Element, condition: @escaping @Sendable (Element) throws -> Bool,
    iterate: @escaping @Sendable (Element) throws -> Element, observer: ObserverBase<Element>
  ) {
    self.state = state
    self.condition = condition
    self.iterate = iterate
    super.init(observer: observer)
  }

  override func emitNext() -> Bool {
    do {
      if !isFirst { state = try iterate(state) }
      isFirst = false
      guard !isDisposed, try condition(state) else { return false }
      forwardNext(state)
      return true
    } catch {
      forwardError(error)
      return false
    }
  }
}
