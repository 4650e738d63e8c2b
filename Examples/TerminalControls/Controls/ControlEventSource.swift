import RxCore

/// Emits the events of a control, its only owner, and completes when the control is deallocated.
final class ControlEventSource<Element: Sendable>: Sendable {
  private let subject = PublishSubject<Element>()

  deinit { subject.onCompleted() }

  /// The events, as a control exposes them.
  var events: ControlEvent<Element> { ControlEvent(events: subject) }

  func emit(_ element: Element) { subject.onNext(element) }
}
