extension InfallibleType {
  /// Emits `element` again and again, each time in a round of `scheduler`, until disposed.
  public static func repeatElement(
    _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.repeatElement(element, scheduler: scheduler))
  }

  /// Makes a resource for each subscription, and the sequence that depends on it; disposes the resource when the subscription
  /// ends. The closures should not throw: an error breaks the guarantee of the sequence.
  @preconcurrency
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping @Sendable () throws -> Resource,
    observableFactory: @escaping @Sendable (Resource) throws -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(
      .using(resourceFactory, observableFactory: { try observableFactory($0).asObservable() }))
  }
}
