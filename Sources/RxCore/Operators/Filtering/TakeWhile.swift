/// Whether `take(while:behavior:)` and `take(until:behavior:)` emit the element at which they complete.
public enum TakeBehavior: Sendable {
  /// The element at which the sequence completes is emitted.
  case inclusive
  /// The element at which the sequence completes is not emitted.
  case exclusive
}

extension ObservableType {
  /// Emits elements as long as `predicate` returns `true`, then completes and disposes the subscription to the source.
  ///
  /// ```swift
  /// a.take(while: { $0 < 3 })
  /// ```
  /// ```
  /// a             -1--2--3--4-|
  /// take(while:)  -1--2--|
  /// ```
  ///
  /// If `predicate` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, TakeWhile.
  ///
  /// - Parameters:
  ///   - predicate: returns `false` for the element at which the sequence completes.
  ///   - behavior: whether the element at which the sequence completes is emitted.
  @preconcurrency
  public func take(
    while predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    Operator(asObservable()) { TakeWhileSink(predicate: predicate, behavior: behavior, observer: $0) }
  }
}

private final class TakeWhileSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let predicate: @Sendable (Element) throws -> Bool
  private let behavior: TakeBehavior
  private var isOpen = true

  init(
    predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior, observer: ObserverBase<Element>
  ) {
    self.predicate = predicate
    self.behavior = behavior
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    guard isOpen, !isDisposed else { return }
    do {
      if try predicate(element) { return forwardNext(element) }
    } catch {
      return forwardError(error)
    }
    isOpen = false  // Set before forwarding: the observer may make the source emit again.
    if behavior == .inclusive { forwardNext(element) }
    forwardCompleted()
  }
}
