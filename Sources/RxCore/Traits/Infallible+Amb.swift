extension InfallibleType {
  /// Emits the events of the source that emits first, this one or `right`.
  public func amb<Source: InfallibleType>(_ right: Source) -> Infallible<Element>
  where Source.Element == Element {
    Infallible(asObservable().amb(right.asObservable()))
  }

  /// Emits the events of the source that emits first.
  public static func amb<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Infallible<Element> where Sequence.Element == Infallible<Element> {
    Infallible(.amb(sequence.map { $0.asObservable() }))
  }
}
