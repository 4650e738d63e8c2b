/// A sequence with a guarantee about its events, which its `Trait` names: a ``Single`` emits one element or an error.
///
/// It wraps an ``Observable`` that fulfils the guarantee. Nothing runs before a subscription.
public struct PrimitiveSequence<Trait, Element> {
  private let source: Observable<Element>

  /// Wraps a source that fulfils the guarantee of the trait.
  init(raw source: Observable<Element>) {
    self.source = source
  }
}

extension PrimitiveSequence: Sendable where Element: Sendable {}

/// What can be turned into a ``PrimitiveSequence``: lets methods be declared for one trait and any element.
public protocol PrimitiveSequenceType<Trait, Element> {
  /// The guarantee that the sequence fulfils.
  associatedtype Trait
  /// The type of the elements.
  associatedtype Element

  /// The sequence.
  var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: PrimitiveSequenceType {
  public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
  public func asObservable() -> Observable<Element> { source }
}

extension PrimitiveSequence {
  /// Makes a separate source for each subscription, by calling `observableFactory` on the subscribing thread. An error that
  /// it throws ends the sequence.
  ///
  /// Semantics: ReactiveX, Defer.
  @preconcurrency
  public static func deferred(
    _ observableFactory: @escaping @Sendable () throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .deferred { try observableFactory().asObservable() })
  }

  /// Forwards the events, in order, on `scheduler`.
  ///
  /// Semantics: ReactiveX, ObserveOn.
  @preconcurrency
  public func observe(
    on scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
    PrimitiveSequence(raw: source.observe(on: scheduler))
  }
}
