import RxCore

/// Emits what happens in a control, and completes when the control, which alone holds it, is deallocated.
final class ControlEventSource<Element: Sendable>: Sendable {
  private let subject = PublishSubject<Element>()

  deinit { subject.onCompleted() }

  /// What happens, as a control shows it.
  var events: ControlEvent<Element> { ControlEvent(events: subject) }

  func emit(_ element: Element) { subject.onNext(element) }
}
