public import Synchronization

// Public for the same reason as `Lock`.

/// What waits for delivery. A closure, because the room that a captured generic value takes is found without the
/// look-ups that an array of a generic type costs.
public typealias Backlog = ContiguousArray<() -> Void>

/// The package's one way to serialise delivery: whoever finds the gate idle delivers; everyone else leaves what is to
/// be delivered in a backlog, which the one who delivers takes over before going. No lock is held during delivery.
///
///     idle ──enter──▶ delivering ──enter (by others)──▶ backlogged
///      ▲                 │   ▲                               │
///      └──────leave──────┘   └───────────drain───────────────┘
///
/// `enter` is called by anyone. When it answers `false` the caller holds the lock that guards the backlog, and adds to
/// it before unlocking. `leave` and `drain` are called only by the one who delivers.
@frozen public struct SerialGate: ~Copyable, Sendable {
  @usableFromInline static var idle: UInt8 { 0 }
  @usableFromInline static var delivering: UInt8 { 1 }
  @usableFromInline static var backlogged: UInt8 { 2 }

  @usableFromInline let phase = Atomic<UInt8>(0)

  @inlinable
  public init() {}

  /// Tries to become the one who delivers, without a lock and without leaving a trace.
  @inlinable @inline(__always)
  public borrowing func tryEnter() -> Bool {
    phase.compareExchange(expected: Self.idle, desired: Self.delivering, ordering: .acquiring).exchanged
  }

  /// Becomes the one who delivers, or tells the one who does that a backlog waits. Called under the backlog's lock.
  @inlinable @inline(__always)
  public borrowing func enter() -> Bool {
    while true {
      if tryEnter() { return true }
      if phase.load(ordering: .relaxed) == Self.backlogged { return false }
      let marked = phase.compareExchange(
        expected: Self.delivering, desired: Self.backlogged, ordering: .acquiringAndReleasing)
      if marked.exchanged || marked.original == Self.backlogged { return false }
    }
  }

  /// Marks a backlog and answers whether the caller must see to it that someone drains it, later and elsewhere.
  /// Called under the backlog's lock.
  public borrowing func enterLater() -> Bool {
    phase.exchange(Self.backlogged, ordering: .acquiringAndReleasing) == Self.idle
  }

  /// Ends delivery; `false` when a backlog waits and the caller still delivers.
  @inlinable @inline(__always)
  public borrowing func leave() -> Bool {
    phase.compareExchange(expected: Self.delivering, desired: Self.idle, ordering: .releasing).exchanged
  }

  /// Delivers what others left behind until nothing is left, then leaves and answers `true`; after `turns` rounds
  /// with something still left it answers `false`, and the caller drains again at a better time.
  ///
  /// `take` hands over the backlog and is called under `lock`. Where turns are counted there is a queue, to come back to
  /// which takes far longer than a look at whether more has come: before it leaves, the thread lets others go first.
  @discardableResult
  package borrowing func drain(_ lock: borrowing Lock, turns: Int = .max, take: () -> Backlog) -> Bool {
    var turn = 0
    while !leave() {
      if turn == turns { return false }
      turn += 1
      let jobs = lock.withLock {
        phase.store(Self.delivering, ordering: .relaxed)
        return take()
      }
      for job in jobs { job() }
      if turns < .max { CurrentThread.letOthersRun() }
    }
    return true
  }

  /// Whether nobody delivers at this moment.
  @inlinable @inline(__always)
  public var isIdle: Bool { phase.load(ordering: .relaxed) == Self.idle }
}

extension Backlog {
  /// Hands over what waits and keeps nothing.
  package mutating func takeAll() -> Backlog {
    var taken = Backlog()
    swap(&taken, &self)
    return taken
  }
}
