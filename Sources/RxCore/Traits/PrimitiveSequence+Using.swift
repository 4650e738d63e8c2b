extension PrimitiveSequence {
  /// Makes a resource for each subscription, and the sequence that depends on it; disposes the resource when the subscription
  /// ends. An error that a closure throws ends the sequence.
  ///
  /// Semantics: ReactiveX, Using.
  @preconcurrency
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping @Sendable () throws -> Resource,
    primitiveSequenceFactory:
      @escaping @Sendable (Resource) throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(
      raw: .using(
        resourceFactory, observableFactory: { try primitiveSequenceFactory($0).asObservable() }))
  }
}
