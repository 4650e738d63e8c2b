/// A sequence whose `Trait` guarantees which events it emits: a ``Single``, for example, emits one element or an error.
///
/// It wraps an ``Observable`` that fulfils the guarantee, and does nothing until subscribed to.
public struct PrimitiveSequence<Trait, Element> {
  @usableFromInline let source: Observable<Element>

  /// Wraps a source that fulfils the trait's guarantee.
  @inlinable
  init(raw source: Observable<Element>) {
    self.source = source
  }
}

extension PrimitiveSequence: Sendable where Element: Sendable {}

/// A type that can be converted to a ``PrimitiveSequence``. Extensions of this protocol add methods to one trait, with
/// any element type.
public protocol PrimitiveSequenceType<Trait, Element> {
  /// The guarantee that the sequence fulfils.
  associatedtype Trait
  /// The type of the elements.
  associatedtype Element

  /// The sequence.
  var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: PrimitiveSequenceType {
  @inlinable
  public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
  @inlinable
  public func asObservable() -> Observable<Element> { source }
}

/// The traits of sequences that can have an element: ``SingleTrait`` and ``MaybeTrait``.
public protocol ElementTrait {}

extension PrimitiveSequenceType {
  /// The sequence as an ``Observable``, to apply operators to.
  @inlinable
  var source: Observable<Element> { primitiveSequence.asObservable() }
}

// MARK: Creation

extension PrimitiveSequenceType {
  /// Creates a sequence that fails with `error` inside `subscribe`.
  ///
  /// Semantics: ReactiveX, Throw.
  public static func error(_ error: any Error) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .error(error))
  }

  /// Creates a sequence that emits nothing and never terminates.
  ///
  /// Semantics: ReactiveX, Never.
  public static func never() -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .never())
  }
}

extension PrimitiveSequenceType where Trait: ElementTrait {
  /// Creates a sequence that emits `element` inside `subscribe`.
  ///
  /// Semantics: ReactiveX, Just.
  @inlinable
  public static func just(_ element: Element) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .just(element))
  }

  /// Creates a sequence that emits `element` on `scheduler`.
  ///
  /// Semantics: ReactiveX, Just.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .just(element, scheduler: scheduler))
  }
}

extension PrimitiveSequence {
  /// Creates a sequence that calls `observableFactory` on the subscribing thread to create a new source for each
  /// subscription.
  ///
  /// If `observableFactory` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Defer.
  @preconcurrency
  public static func deferred(
    _ observableFactory: @escaping @Sendable () throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .deferred { try observableFactory().asObservable() })
  }

  /// Creates a sequence that, for each subscription, creates a resource and a source, and disposes the resource when
  /// the subscription ends.
  ///
  /// If either closure throws, the sequence fails.
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
