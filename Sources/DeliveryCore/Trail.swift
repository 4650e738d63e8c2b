import Synchronization

/// The bound values where a change has been, the last one first, and the bindings of combinations that it has passed.
///
/// An immutable list, of which many changes share the rest. A value's place is a trail that begins there, so a change's
/// first step takes no memory.
public final class Trail: @unchecked Sendable {
  private let place: UInt64
  private var rest: Trail?
  /// A combination may have changed because of several changes. These are the trails of the others.
  private var others: Trail?

  private static let lastPlace = Atomic<UInt64>(0)

  /// Makes a new place.
  package convenience init() {
    self.init(Self.lastPlace.wrappingAdd(1, ordering: .relaxed).newValue, nil, others: nil)
  }

  private init(_ place: UInt64, _ rest: Trail?, others: Trail?) {
    self.place = place
    self.rest = rest
    self.others = others
  }

  /// Called on a place: the trail of a change that has come here with `trail`.
  package func after(_ trail: Trail?, others: Trail? = nil) -> Trail {
    trail == nil && others == nil ? self : Trail(place, trail, others: others)
  }

  /// Whether the change has been at `place`.
  func contains(_ place: Trail) -> Bool {
    var next: Trail? = self
    while let trail = next {
      if trail.place == place.place { return true }
      next = trail.rest
    }
    return false
  }

  /// The first of this and the other trails that has not been at `place`.
  func avoiding(_ place: Trail) -> Trail? {
    var next: Trail? = self
    while let trail = next {
      if !trail.contains(place) { return trail }
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
