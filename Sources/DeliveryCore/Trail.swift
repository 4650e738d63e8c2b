/// The bindings of combinations that a change has passed, the last one first.
///
/// An immutable list, of which many changes share the rest.
public final class Trail: @unchecked Sendable {
  private let binding: UInt64
  private var rest: Trail?
  /// A combination may have changed because of several changes. These are the trails of the others.
  private var others: Trail?

  private init(_ binding: UInt64, _ rest: Trail?, others: Trail?) {
    self.binding = binding
    self.rest = rest
    self.others = others
  }

  /// The trail of a change that has passed `binding`, and before that those of `trail`.
  convenience init(_ binding: BindingEdge, after trail: Trail?) {
    self.init(binding.number, trail, others: nil)
  }

  /// The trail of a change next to those of others that led to the same combination.
  package func beside(_ others: Trail) -> Trail { Trail(binding, rest, others: others) }

  private func contains(_ binding: BindingEdge) -> Bool {
    var next: Trail? = self
    while let trail = next {
      if trail.binding == binding.number { return true }
      next = trail.rest
    }
    return false
  }

  /// The first of this and the other trails that does not contain `binding`.
  func avoiding(_ binding: BindingEdge) -> Trail? {
    var next: Trail? = self
    while let trail = next {
      if !trail.contains(binding) { return trail }
      next = trail.others
    }
    return nil
  }

  deinit {
    // In a loop: a trail may be longer than the stack is deep.
    var next = exchange(&rest, with: nil)
    while isKnownUniquelyReferenced(&next), let trail = next { next = exchange(&trail.rest, with: nil) }
    next = exchange(&others, with: nil)
    while isKnownUniquelyReferenced(&next), let trail = next { next = exchange(&trail.others, with: nil) }
  }
}
