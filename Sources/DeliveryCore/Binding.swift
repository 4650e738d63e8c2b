/// A value to which others can be bound: a Bindable or a subject. See ``Stamp``.
package protocol BindingEnd<Value>: AnyObject {
  associatedtype Value

  /// The current value and its stamp; `nil` if there is none, as in a `PublishSubject`.
  var current: (value: Value, stamp: Stamp)? { get }

  /// Gives the value a stamp, so that another value can be bound to it.
  func becomeStamped()

  /// Applies a change that arrives through a binding, unless that change or a newer one has already been applied.
  /// Returns whether the change was applied. A change without a stamp counts as made now.
  @discardableResult
  func set(_ value: Value, from stamp: Stamp) -> Bool
}

/// The rule by which a binding passes changes from its source to its destination and, if it is both ways, back.
///
/// The two sides call it in the order of their changes. It retains neither.
///
/// Why bindings come to rest, with equal ends:
///
/// - A destination's stamp only increases, so it takes no change twice: a ring ends where it began. A later step is
///   drawn only for a change from before a binding, once at that binding, and by a combination, which keeps the stamp
///   if its own last result comes back to it.
/// - If a destination drops a change, its own is the same or newer. A newer one is passed back if it was set after the
///   binding; otherwise it is a later step of the binding, and the source takes it, too.
package struct Binding<Value> {
  private weak let source: (any BindingEnd<Value>)?
  private weak let destination: (any BindingEnd<Value>)?
  /// When the binding was made.
  private let start: Stamp

  /// Binds one way.
  ///
  /// - Parameters:
  ///   - source: `nil` for a derived value.
  ///   - start: `nil` for now.
  package init(from source: (any BindingEnd<Value>)?, to destination: any BindingEnd<Value>, start: Stamp? = nil) {
    destination.becomeStamped()
    self.source = source
    self.destination = destination
    self.start = start ?? .next()
  }

  /// Binds both ways. A new destination, which nothing else uses yet, takes the source's value immediately and with its
  /// stamp, as if the two had always been bound.
  package init(_ source: any BindingEnd<Value>, bothWays destination: any BindingEnd<Value>, isNew: Bool = false) {
    source.becomeStamped()
    if isNew, let (value, stamp) = source.current { destination.set(value, from: stamp) }
    self.init(from: source, to: destination, start: isNew ? Stamp.none : nil)
  }

  /// Passes a change of the source on to the destination.
  package func forth(_ value: Value, _ stamp: Stamp) {
    // A change from before the binding counts as a later step of the binding.
    let stamp = stamp == .none || stamp > start ? stamp : start.laterStep()
    guard let destination, !destination.set(value, from: stamp) else { return }
    // In a ring, the source may have taken an older change than the step of this binding that the destination has. The
    // two sides would then differ.
    if let (newer, newest) = destination.current, newest > stamp, newest.isStep(of: start) {
      source?.set(newer, from: newest)
    }
  }

  /// Passes a change of the destination back to the source, if it was set after the binding, or if a combination made
  /// it from what the binding passed on.
  package func back(_ value: Value, _ stamp: Stamp) {
    if stamp.isSet(after: start) || stamp.isStep(of: start) && stamp.isOfCombination {
      source?.set(value, from: stamp)
    }
  }
}
