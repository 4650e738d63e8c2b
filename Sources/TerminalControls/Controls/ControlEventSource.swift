import RxCore

/// Emits a control's events. The control is the only owner, so the source completes when the control is deallocated.
final class ControlEventSource<Element: Sendable>: Sendable {
  private let subject = PublishSubject<Element>()

  deinit { subject.onCompleted() }

  /// The events, as a control exposes them.
  var events: ControlEvent<Element> { ControlEvent(events: subject) }

  func emit(_ element: Element) { subject.onNext(element) }
}
