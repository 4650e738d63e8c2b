extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Emits `default` if there is no element.
  ///
  /// Semantics: ReactiveX, DefaultIfEmpty.
  public func ifEmpty(default: Element) -> Single<Element> {
    Single(raw: source.ifEmpty(default: `default`))
  }

  /// Continues with `other` if there is no element.
  ///
  /// Semantics: ReactiveX, DefaultIfEmpty.
  public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
    Maybe(raw: source.ifEmpty(switchTo: other.asObservable()))
  }

  /// Continues with `other` if there is no element.
  ///
  /// Semantics: ReactiveX, DefaultIfEmpty.
  public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
    Single(raw: source.ifEmpty(switchTo: other.asObservable()))
  }
}
