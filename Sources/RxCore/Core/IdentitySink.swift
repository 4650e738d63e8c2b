/// Forwards all events unchanged until disposed.
@usableFromInline
class IdentitySink<Element>: Sink<Element, Element>, @unchecked Sendable {
  @usableFromInline
  override func onNext(_ element: Element) { forwardNext(element) }
}
