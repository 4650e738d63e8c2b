/// Forwards all events unchanged. Has an additional resource, which is disposed after the upstream.
class ResourceSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  final let resource = SingleAssignmentDisposable()

  final override func addResources(to rest: inout [any Upstream]) { rest.append(resource) }
}
