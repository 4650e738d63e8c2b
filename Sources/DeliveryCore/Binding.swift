/// A value to which others can be bound: a Bindable or a subject. See ``BindingState``.
package protocol BindingEnd<Value>: AnyObject {
  associatedtype Value

  /// Makes the value one that is bound.
  func join() -> BindingNode

  /// Counts the current value as set now, for what is bound to it, but not for its observers.
  func renew()

  /// Takes a change that arrives over a binding, if the rules say so.
  func set(_ value: Value, _ change: Change, over binding: BindingEdge)
}

/// The state of a value that is or was in a binding: when its current change was set, and how it ranks. Guarded by the value's
/// lock.
///
/// - One way, a value takes every change, in order, except one that it has already.
/// - In a ring, the last set wins: a value takes only what ranks higher than its own, and so each set at most once. Bindings
///   form a ring if they lead back to their source; a two-way binding is the smallest.
/// - A change ranks by when it was set. One that comes into a ring from outside, or over a new binding, and is older than the
///   target's, counts as set on arrival.
/// - A new two-way binding counts as a set of its first side's value, made now, except that what was set later than that
///   value, and is still under way to this side, wins.
/// - A combination's result ranks as the last set of its sources, but higher than that set itself and earlier results. A
///   change passes each binding of a combination once; again if it counts as set again.
///
/// Why bindings come to rest: a set has one rank in a ring, and only a change from outside or a new binding gives it another.
/// Outside of rings, a change passes each path once. A combination's result has passed one binding more than the changes
/// that led to it.
///
/// Why the values of a ring are then equal: each binding has offered its target the last change of its source, or of the same
/// set an earlier result, so the target ranks at least as high. Around a ring, all rank equally, and those with equal rank
/// and stamp are of one set. For this, a value that has the change already takes its higher rank, and passes the rank on.
public final class BindingState {
  fileprivate let node = BindingNode()
  fileprivate var origin: Origin
  /// The number of renewals among the changes.
  fileprivate var renewals: UInt64 = 0

  fileprivate init(isUnset: Bool) {
    origin = isUnset ? Origin().with(rank: Stamp.zero) : Origin()
  }

  /// A set made now.
  @usableFromInline
  func set(_ number: UInt64) -> Change {
    origin = Origin()
    return Change(number: number, origin: origin)
  }

  fileprivate enum Answer {
    case drops
    /// With what the value has then come from.
    case takes(Origin)
    /// The value remains, and only ranks higher.
    case renews(Origin)
  }

  /// Decides on a change that arrives over a binding.
  fileprivate func meet(
    _ change: Change, over binding: BindingEdge, _ ring: BindingEdge.Ring, hasValue: Bool
  ) -> Answer {
    guard let arriving = change.origin, !binding.isEnded else { return .drops }
    var new = arriving.with(yieldsToNewer: arriving.yieldsToNewer && ring.wasClosed)
    var passage = exchange(&binding.passage, with: .ranked)
    // The target may have been bound to others since.
    if passage == .unconditional, !binding.isAlone { passage = .asSet }
    if binding.transforms { new = new.with(form: .next()) }
    if passage == .asSet { new = new.with(rank: .next(), yieldsToNewer: false) }
    if !ring.isClosed, new.rank <= origin.rank {
      new = new.with(rank: .next(), yieldsToNewer: false).with(trail: nil)
    }

    if !ring.isClosed {
      if new.isSame(as: origin) || change.isRenewal { return .drops }
    } else if passage != .unconditional {
      // The value here has its rank from a new two-way binding. The arriving one was set later, and wins with that rank.
      if origin.yieldsToNewer, new.rank < origin.rank, new.stamp > origin.stamp {
        new = new.with(rank: origin.rank, yieldsToNewer: true).with(trail: nil)
      }
      if !new.outranks(origin) { return .drops }
      // The other way round, the value here wins with the arriving rank, unless it has been passed on and is not kept.
      if hasValue, new.yieldsToNewer, new.rank > origin.rank, new.stamp < origin.stamp {
        return .renews(origin.with(rank: new.rank, yieldsToNewer: true).with(trail: nil))
      }
      if new.rank == origin.rank { new = new.with(yieldsToNewer: new.yieldsToNewer && origin.yieldsToNewer) }
    }
    return new.isSame(as: origin) ? .renews(new) : .takes(new)
  }
}

extension Audience {
  /// Makes the value one that is bound.
  ///
  /// - Parameter isUnset: whether every change ranks higher than the current value, if that is bound for the first time.
  package mutating func join(isUnset: Bool = false) -> BindingNode {
    let state = bindingState ?? BindingState(isUnset: isUnset)
    bindingState = state
    return state.node
  }

  /// Numbers a change that arrives over a binding, or a renewal of the current one. Returns `nil` if the value does not take it.
  ///
  /// - Parameter hasValue: whether the current value is kept, so that it can be passed on again.
  package mutating func accept(
    _ arriving: Change, over binding: BindingEdge, _ ring: BindingEdge.Ring, hasValue: Bool = true
  ) -> Change? {
    guard let state = bindingState else { return nil }
    switch state.meet(arriving, over: binding, ring, hasValue: hasValue) {
    case .drops: return nil
    case .renews(let origin): return renewal(state, origin)
    case .takes(let origin):
      number &+= 1
      state.origin = origin
      return Change(number: number, origin: origin)
    }
  }

  /// A renewal of the current change, which counts as set now.
  package mutating func renew() -> Change? {
    bindingState.map { renewal($0, $0.origin.with(rank: .next(), yieldsToNewer: true).with(trail: nil)) }
  }

  private mutating func renewal(_ state: BindingState, _ origin: Origin) -> Change {
    state.renewals &+= 1
    state.origin = origin
    number &+= 1
    return Change(number: number, origin: origin.renewal)
  }

  /// The number of changes so far that were no renewals.
  package var changes: UInt64 { number &- (bindingState?.renewals ?? 0) }

  /// The current change for a new observer, as if it had been set here.
  package var replayed: Change { Change(number: number, origin: bindingState?.origin.with(trail: nil)) }

  /// Where the current value comes from; `nil` unless it is or was in a binding.
  package var origin: Origin? { bindingState?.origin }
}

extension Change {
  /// A combination's change, as it passes a binding. `nil` if all the changes that led to it have passed this binding before.
  package func passing(_ binding: BindingEdge) -> Change? {
    guard let origin else { return nil }
    guard let trail = origin.trail else { return Change(origin: origin.with(trail: Trail(binding, after: nil))) }
    return trail.avoiding(binding).map { Change(origin: origin.with(trail: Trail(binding, after: $0))) }
  }
}

/// A two-way binding: passes changes from each of two sides to the other. It retains neither.
///
/// The first side's changes must be passed on before the second side's: when the binding is made, the second side takes the
/// first side's value.
package struct Binding<Value> {
  private weak let first: (any BindingEnd<Value>)?
  private weak let second: (any BindingEnd<Value>)?
  package let edges: BindingEdges

  /// - Parameter setsSecond: whether the first side has a value, with which the binding begins.
  package init(_ first: any BindingEnd<Value>, bothWays second: any BindingEnd<Value>, setsSecond: Bool = true) {
    (self.first, self.second) = (first, second)
    edges = BindingEdges(first.join(), bothWays: second.join(), setsSecond: setsSecond)
    if edges.needsRenewal { first.renew() }
  }

  /// Passes a change of the first side on to the second.
  package func forth(_ value: Value, _ change: Change) { second?.set(value, change, over: edges.forth) }

  /// Passes a change of the second side on to the first.
  package func back(_ value: Value, _ change: Change) { first?.set(value, change, over: edges.back) }
}
