extension ObservableType {
  /// Emits each event, including the terminal one, as an element, and then completes.
  ///
  /// ```swift
  /// a.materialize()
  /// ```
  /// ```
  /// a            -1--2--#
  /// materialize  -a--b--(c|)
  /// a = next(1)
  /// b = next(2)
  /// c = error(MarbleError)
  /// ```
  ///
  /// The result never fails, so operators can handle errors as elements. ``dematerialize()`` is the inverse.
  ///
  /// Semantics: ReactiveX, Materialize.
  public func materialize() -> Observable<Event<Element>> {
    Operator(asObservable()) { MaterializeSink<Element>(observer: $0) }
  }
}

extension ObservableType where Element: EventConvertible {
  /// Emits the events that the source emits as elements, up to the first terminal one.
  ///
  /// ```swift
  /// a.map { $0 == 3 ? Event.completed : Event.next($0) }.dematerialize()
  /// ```
  /// ```
  /// a              -1--2--3--4-|
  /// dematerialize  -1--2--|
  /// ```
  ///
  /// The result also terminates when the source does. ``materialize()`` is the inverse.
  ///
  /// Semantics: ReactiveX, Dematerialize.
  public func dematerialize() -> Observable<Element.Element> {
    Operator(asObservable()) { DematerializeSink<Element>(observer: $0) }
  }
}

private final class MaterializeSink<Element>: Sink<Element, Event<Element>>, @unchecked Sendable {
  override func onNext(_ element: Element) { forwardNext(.next(element)) }

  override func onError(_ error: any Error) {
    forwardNext(.error(error))
    forwardCompleted()
  }

  override func onCompleted() {
    forwardNext(.completed)
    forwardCompleted()
  }
}

private final class DematerializeSink<Element: EventConvertible>: Sink<Element, Element.Element>, @unchecked Sendable {
  override func onNext(_ element: Element) {
    switch element.event {
    case .next(let element): forwardNext(element)
    case .error(let error): forwardError(error)
    case .completed: forwardCompleted()
    }
  }
}
