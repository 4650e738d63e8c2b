package import DeliveryCore

/// Passes each element to a binding, with its change if the source is a subject.
package final class BindingObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private weak let subject: SubjectBase<Element>?
  private let pass: (_ element: Element, _ change: Change) -> Void
  private let ended: (_ error: (any Error)?) -> Void

  package init(
    of subject: SubjectBase<Element>? = nil, _ pass: @escaping (_ element: Element, _ change: Change) -> Void,
    ended: @escaping (_ error: (any Error)?) -> Void
  ) {
    self.subject = subject
    self.pass = pass
    self.ended = ended
  }

  package override func onNext(_ element: Element) { pass(element, subject?.deliveredChange ?? .none) }

  /// Passes on an element that the subject has emitted as `change`.
  func onNext(_ element: Element, _ change: Change) { pass(element, change) }

  package override func onError(_ error: any Error) { ended(error) }

  package override func onCompleted() { ended(nil) }
}
