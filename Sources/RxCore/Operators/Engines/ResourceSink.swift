/// Forwards all events unchanged. Has an additional resource, which is disposed after the upstream.
class ResourceSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  final let resource = SingleAssignmentDisposable()

  override func onNext(_ element: Element) { forwardNext(element) }

  final override func addResources(to rest: inout [any Upstream]) { rest.append(resource) }
}
