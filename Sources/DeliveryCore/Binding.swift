/// A value to which others can be bound: a Bindable or a subject. See ``BindingState``.
package protocol BindingEnd<Value>: AnyObject {
  associatedtype Value

  /// Makes the value an end of a binding: see `Audience.bind`.
  @discardableResult
  func bind(as role: BindingRole) -> Trail

  /// Takes a change that arrives from `place` through a binding, if the rules say so.
  func set(_ value: Value, _ change: Change, from place: Trail?, bothWays: Bool)
}

/// The part that a value has in a binding.
package enum BindingRole {
  /// Either end of a one-way binding.
  case oneWay
  /// The first side of a two-way binding, whose value the second side takes: the binding counts as a set of it, made now.
  case first
  case second
}

/// The state of a value that is or was in a binding: when its current change was set, and where that has been. Guarded by the
/// value's lock.
///
/// - One way, a value takes every change, in order, except one that it has already, and one that has been here and is not
///   newer than its own.
/// - Both ways, it takes only what was set later than its own. A change that arrives one way at such an end, but is older,
///   counts as set on arrival. A new binding counts as a set of its first side's value; so a change that was then under way
///   to that side, and is newer than the value, counts as set on arrival, too.
/// - A combination's result is a new set, and a change passes each binding of a combination once.
///
/// Why bindings come to rest: a change that is not newer than what it meets is taken once for each path without a value
/// twice, and there are finitely many. So the oldest one is taken finitely often. Each newer one is taken besides only
/// where an older one was taken since, so likewise finitely often. Both ways, no arrival is taken twice at an end, and only
/// sets, new bindings, changes then under way, and one-way changes make arrivals. A combination's result has passed one
/// binding more than the changes that led to it.
///
/// Why the ends are then equal: one way, the source's last change comes last, and the target refuses it only if it has it,
/// or has a newer one, which goes on to the source if the two are in a ring. Both ways, a change is refused only where a
/// later one has been taken, which is passed to where the refused one came from.
public final class BindingState {
  let place = Trail()
  private var stamp = Stamp.next()
  /// The arrival that the current change is passed on with.
  private var arrival: Stamp
  /// The arrival that the current change came with: less than `arrival` after a binding has been made.
  private var taken: Stamp
  /// The arrival that the newest two-way binding of which this is the first side has given to the value that it found here.
  private var start = Stamp.none
  private var kind = Change.Kind.set
  fileprivate var isTwoWay = false
  /// The trail of the change with `trailNumber`. A set leaves it in place, so that nothing is released under the lock.
  private var trail: Trail?
  private var trailNumber: UInt64 = 0

  init() {
    (arrival, taken) = (stamp, stamp)
  }

  /// A set made now.
  @usableFromInline
  func set(_ number: UInt64) -> Change {
    stamp = .next()
    (arrival, taken, kind) = (stamp, stamp, .set)
    return Change(number: number, stamp: stamp, arrival: stamp)
  }

  /// The current change, which has `number`.
  func current(_ number: UInt64) -> Change {
    let trail = trailNumber == number ? trail : nil
    return Change(number: number, stamp: stamp, arrival: arrival, kind: kind, trail: trail)
  }

  /// Whether the value takes a change that arrives from `place`.
  func takes(_ arriving: Change, from place: Trail?, bothWays: Bool) -> Bool {
    if bothWays { return arriving.arrival > arrival || isLate(arriving) }
    if arriving.stamp > stamp { return true }
    let isCurrent = arriving.stamp == stamp && arriving.kind == .set && kind == .set
    let hasBeenHere = place === self.place || arriving.trail?.contains(self.place) == true
    return !isCurrent && !hasBeenHere
  }

  /// The current change counts as set now, for a new binding, and without being passed on.
  fileprivate func countsAsSetNow() {
    start = .nextOfMany()
    arrival = start
  }

  /// Whether a change was under way when a binding was made, and is newer than the value that the binding found here.
  private func isLate(_ arriving: Change) -> Bool { taken < arriving.arrival && arriving.arrival < start }

  /// Takes a change, as the one with `number`. Then, `arriving` has the former trail, to be released after unlocking.
  func take(_ arriving: inout Change, as number: UInt64, from place: Trail?, bothWays: Bool) -> Change {
    (stamp, kind) = (arriving.stamp, arriving.kind)
    if bothWays, isLate(arriving) {
      // Late ones come in their order, and before all that was set after the binding was made.
      (arrival, taken) = (arrival.following, arriving.arrival)
    } else {
      arrival = isTwoWay && arriving.arrival <= arrival ? .next() : arriving.arrival
      taken = arrival
    }
    let here = place?.after(arriving.trail)
    arriving.trail = exchange(&trail, with: here)
    trailNumber = number
    return Change(number: number, stamp: stamp, arrival: arrival, kind: kind, trail: here)
  }
}

extension Audience {
  /// Makes the value an end of a binding. Returns its place in trails.
  package mutating func bind(as role: BindingRole) -> Trail {
    let state = bindingState ?? BindingState()
    bindingState = state
    if role != .oneWay { state.isTwoWay = true }
    if role == .first { state.countsAsSetNow() }
    return state.place
  }

  /// Numbers a change that arrives from `place` through a binding. Returns `nil` if the value does not take it. Otherwise,
  /// `arriving` then has the former change's trail, to be released after unlocking.
  package mutating func accept(_ arriving: inout Change, from place: Trail?, bothWays: Bool) -> Change? {
    guard let bindingState, bindingState.takes(arriving, from: place, bothWays: bothWays) else { return nil }
    number &+= 1
    return bindingState.take(&arriving, as: number, from: place, bothWays: bothWays)
  }

  private var current: Change { bindingState?.current(number) ?? Change(number: number) }

  /// The current change for a new observer, as if it had been set here.
  package var replayed: Change {
    var change = current
    change.trail = nil
    return change
  }

  /// The trail of the current change from here on, next to those of other changes. For a new observer, as if it had been set
  /// here.
  package func trail(isNew: Bool, others: Trail?) -> Trail? {
    bindingState.map { $0.place.after(isNew ? nil : current.trail, others: others) } ?? others
  }
}

/// A two-way binding: passes changes from each of two sides to the other. It retains neither.
///
/// The first side's changes must be passed on before the second side's: when the binding is made, the second side takes the
/// first side's value.
package struct Binding<Value> {
  private weak let first: (any BindingEnd<Value>)?
  private weak let second: (any BindingEnd<Value>)?
  private let places: (first: Trail, second: Trail)

  package init(_ first: any BindingEnd<Value>, bothWays second: any BindingEnd<Value>) {
    (self.first, self.second) = (first, second)
    let placeOfSecond = second.bind(as: .second)
    places = (first.bind(as: .first), placeOfSecond)
  }

  /// Passes a change of the first side on to the second.
  package func forth(_ value: Value, _ change: Change) {
    second?.set(value, change, from: places.first, bothWays: true)
  }

  /// Passes a change of the second side on to the first.
  package func back(_ value: Value, _ change: Change) {
    first?.set(value, change, from: places.second, bothWays: true)
  }
}
