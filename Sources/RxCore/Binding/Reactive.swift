/// The reactive side of an object: a place for its `.rx` properties.
///
/// Each writable property of the object is a ``Binder`` here, without being declared:
///
///     viewModel.title.bind(to: window.rx.title).disposed(by: bag)
@dynamicMemberLookup
public struct Reactive<Base> {
  /// The object itself.
  public let base: Base

  /// Makes the reactive side of `base`.
  public init(_ base: Base) {
    self.base = base
  }

  /// A binder for a property of the object; it sets the property on the main queue.
  @preconcurrency
  public subscript<Property>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
  ) -> Binder<Property> where Base: AnyObject & Sendable, Property: Sendable {
    nonisolated(unsafe) let keyPath = keyPath  // Immutable; used on the main queue.
    return Binder(base) { base, value in base[keyPath: keyPath] = value }
  }
}

extension Reactive: Sendable where Base: Sendable {}

/// A type whose objects have a reactive side, `.rx`.
public protocol ReactiveCompatible {
  /// The type that the reactive side belongs to.
  associatedtype ReactiveBase

  /// The reactive side of the type.
  static var rx: Reactive<ReactiveBase>.Type { get set }

  /// The reactive side of the object.
  var rx: Reactive<ReactiveBase> { get set }
}

extension ReactiveCompatible {
  // The setters do nothing. Without them, a settable property of a reactive side could not be assigned to.

  /// The reactive side of the type.
  public static var rx: Reactive<Self>.Type {
    get { Reactive<Self>.self }
    set { _ = newValue }
  }

  /// The reactive side of the object.
  public var rx: Reactive<Self> {
    get { Reactive(self) }
    set { _ = newValue }
  }
}
