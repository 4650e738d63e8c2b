package import DeliveryCore

/// Passes each element to a binding, with its stamp if the source is a subject.
package final class BindingObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private weak let subject: SubjectBase<Element>?
  private let pass: (_ element: Element, _ stamp: Stamp) -> Void
  private let ended: (_ error: (any Error)?) -> Void

  package init(
    of subject: SubjectBase<Element>? = nil, _ pass: @escaping (_ element: Element, _ stamp: Stamp) -> Void,
    ended: @escaping (_ error: (any Error)?) -> Void
  ) {
    self.subject = subject
    self.pass = pass
    self.ended = ended
  }

  package override func onNext(_ element: Element) { onNext(element, from: subject?.deliveredStamp ?? .none) }

  /// Passes on an element that the subject has emitted with `stamp`.
  func onNext(_ element: Element, from stamp: Stamp) {
    // Without a stamp, it may have been emitted before something was bound to the subject.
    pass(element, stamp == .none ? subject?.lateStamp ?? .none : stamp)
  }

  package override func onError(_ error: any Error) { ended(error) }

  package override func onCompleted() { ended(nil) }
}
