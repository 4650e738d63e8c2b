/// A namespace for an object's reactive extensions, accessed through `.rx`.
///
/// If the object is `Sendable`, each writable `Sendable` property is available as a ``Binder`` without a declaration:
///
///     viewModel.title.bind(to: window.rx.title).disposed(by: bag)
@dynamicMemberLookup
public struct Reactive<Base> {
  /// The extended object.
  public let base: Base

  /// Creates the reactive extensions of `base`.
  public init(_ base: Base) {
    self.base = base
  }

  /// A binder that sets a property of the object on the main queue.
  ///
  /// The compiler does not check to which actor the property belongs. If to another one, use `subscribe(with:)` there.
  @preconcurrency
  public subscript<Property>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
  ) -> Binder<Property> where Base: AnyObject & Sendable, Property: Sendable {
    nonisolated(unsafe) let keyPath = keyPath  // Immutable; used on the main queue.
    return Binder(base) { base, value in base[keyPath: keyPath] = value }
  }
}

extension Reactive: Sendable where Base: Sendable {}

/// A type with reactive extensions, accessed through `.rx`.
public protocol ReactiveCompatible {
  /// The extended type.
  associatedtype ReactiveBase

  /// The reactive extensions of the type.
  static var rx: Reactive<ReactiveBase>.Type { get set }

  /// The reactive extensions of the object.
  var rx: Reactive<ReactiveBase> { get set }
}

extension ReactiveCompatible {
  // The setters do nothing. They exist because assigning to a property of `rx` needs a settable `rx`.

  /// The reactive extensions of the type.
  public static var rx: Reactive<Self>.Type {
    get { Reactive<Self>.self }
    set { _ = newValue }
  }

  /// The reactive extensions of the object.
  public var rx: Reactive<Self> {
    get { Reactive(self) }
    set { _ = newValue }
  }
}
