internal import CRuntime
public import Synchronization

// Public for the same reason as `Lock`.

/// The package's one way to serialise delivery: one thread delivers at a time. Items that are appended during a
/// delivery, by other threads or by the delivering thread itself, wait in a backlog.
///
///     idle ──────enter──────▶ delivering ────append────▶ delivering, and more waits
///      │  ◀──leave─────────── by a thread ◀─takeOrLeave── by a thread
///      │                                                  │  ▲
///      └──append──▶ waiting, nobody delivers ◀─takeOrLeave┘  │
///                       └──────────────resume────────────────┘
///
/// - Any thread may append, under `lock`, which also guards the owner's other state.
/// - An append returns `true` if the delivery was idle. The caller must then deliver what waits, immediately or on a
///   queue.
/// - Only the delivering thread leaves and takes. It takes all that waits under the lock, and delivers it without the
///   lock.
@frozen public struct SerialDelivery: ~Copyable, @unchecked Sendable {
  // The states, in one word: who delivers (see `deliverer`); and in the lowest bit, whether more waits.
  @usableFromInline static var idle: UInt { 0 }
  @usableFromInline static var waiting: UInt { 1 }
  /// A thread whose identity does not matter.
  @usableFromInline static var anyThread: UInt { 2 }

  /// Guards appending and the owner's other state.
  public let lock = Lock()

  @usableFromInline let state = Atomic<UInt>(0)
  /// Created by the first append, under the lock, and retained until deinit.
  @usableFromInline let backlog = Atomic<Unmanaged<Backlog>?>(nil)

  @inlinable
  public init() {}

  deinit { backlog.load(ordering: .acquiring)?.release() }

  /// Whether nothing is being delivered and the backlog is empty. If so, the caller sees the effects of all deliveries.
  @inlinable @inline(__always)
  public var isIdle: Bool { state.load(ordering: .acquiring) == Self.idle }

  /// Whether more has been appended than was taken.
  var hasWaiting: Bool { state.load(ordering: .relaxed) & Self.waiting != 0 }

  /// The identity of the thread that delivers in a mailbox; elsewhere `anyThread`. Zero if nobody delivers.
  var deliverer: UInt { state.load(ordering: .relaxed) & ~Self.waiting }

  /// Makes the caller the delivering thread if the delivery is idle. Takes no lock.
  @inlinable @inline(__always)
  public borrowing func enter() -> Bool {
    isIdle && state.compareExchange(expected: Self.idle, desired: Self.anyThread, ordering: .acquiring).exchanged
  }

  /// Like ``enter()``, for a caller that no other thread can overtake: under the lock, or delivering in a mailbox.
  /// There a store suffices, which is cheaper.
  @inlinable @inline(__always)
  public borrowing func enterLocked() -> Bool {
    guard isIdle else { return false }
    state.store(Self.anyThread, ordering: .relaxed)
    return true
  }

  /// Ends the delivery if nothing waits. Otherwise returns `false`: the caller remains the delivering thread.
  @inlinable @inline(__always)
  public borrowing func leave() -> Bool {
    state.compareExchange(
      expected: Self.anyThread, desired: Self.idle, successOrdering: .releasing, failureOrdering: .acquiring
    ).exchanged
  }

  // MARK: Appending

  /// Appends a job. Called under the lock. Returns `true` if the caller must deliver what waits.
  package borrowing func append(job: @escaping () -> Void) -> Bool { append(Job(run: job)) }

  /// Appends an item, with its change if it is a value; in a mailbox, for `receiver`. Called under the lock. Returns
  /// `true` if the caller must deliver what waits.
  @inline(__always)
  package borrowing func append<Item>(
    _ item: Item, _ change: Change? = nil, for receiver: Receiver? = nil, of owner: AnyObject? = nil
  ) -> Bool {
    if backlog.load(ordering: .relaxed) == nil { backlog.store(.passRetained(Backlog()), ordering: .releasing) }
    withBacklog { $0.append(item, change, for: receiver, of: owner) }
    if hasWaiting { return false }
    return state.bitwiseOr(Self.waiting, ordering: .acquiringAndReleasing).oldValue == Self.idle
  }

  // MARK: Delivering what waits

  /// Calls `body` with the backlog, to which something has been appended. Does not retain it: otherwise all threads would
  /// write to its reference count.
  @inline(__always)
  borrowing func withBacklog<Result>(_ body: (Backlog) -> Result) -> Result {
    guard let backlog = backlog.load(ordering: .acquiring) else { preconditionFailure("Nothing was appended.") }
    return backlog._withUnsafeGuaranteedRef { body($0) }
  }

  /// Makes the caller the delivering thread if something waits and nobody delivers.
  borrowing func resume(as thread: UInt) -> Bool {
    state.compareExchange(expected: Self.waiting, desired: thread | Self.waiting, ordering: .acquiring).exchanged
  }

  /// Delivers until nothing waits, and leaves; or until the turn is over, and leaves the rest waiting. Called by the
  /// delivering thread, and by a caller whose append has returned `true`.
  ///
  /// - Parameters:
  ///   - thread: the identity of the delivering thread in a mailbox.
  ///   - most: the maximum number of items of the turn. If there is one, the turn is also limited in time.
  ///   - takesAll: whether all that waits at the beginning is delivered first, without a limit.
  ///   - deliver: takes and delivers items of the turn.
  /// - Returns: whether the turn is over and something waits.
  @discardableResult
  package borrowing func drain(
    as thread: UInt = anyThread, atMost most: Int = .max, takesAll: Bool = false,
    deliver: (inout Turn) -> Void = { $0.run() }
  ) -> Bool {
    withBacklog { backlog in
      var turn = Turn(backlog, atMost: takesAll ? .max : most)
      while lock.withLock({ takeOrLeave(backlog, as: thread, isOver: turn.isOver) }) {
        deliver(&turn)
        turn.limit(to: most)
        if turn.isInBurst { spin() }
      }
      return turn.isOver && hasWaiting
    }
  }

  /// Takes all that waits. If nothing does, or the turn is over, ends the delivery and returns `false`. Called under the
  /// lock by the delivering thread.
  private borrowing func takeOrLeave(_ backlog: Backlog, as thread: UInt, isOver: Bool) -> Bool {
    backlog.take()
    let isEmpty = backlog.isEmpty
    state.store(isEmpty ? Self.idle : isOver ? Self.waiting : thread, ordering: .releasing)
    return !isEmpty && !isOver
  }

  /// Spins for a few microseconds, or until more has been appended. Spinning is cheaper than scheduling another turn, and
  /// lets the deliverer take more entries each time it acquires the lock.
  private borrowing func spin() {
    for _ in 0..<4 {
      for _ in 0..<50 { c_runtime_spin_hint() }
      if hasWaiting { return }
    }
  }
}

/// A delivery of what was taken from a backlog. A scheduled turn is limited in items and in time, so that the target's
/// other work does not wait long.
public struct Turn {
  private let backlog: Backlog
  /// The maximum number of items, or zero once the time is up.
  private var most: Int
  private let deadline: Int64
  /// The number of items that have been delivered or are being delivered.
  private var delivered = 0
  /// The receiver of the current items, in a mailbox, and the number of those that have been removed.
  private var (receiver, count): (Unmanaged<Receiver>?, Int) = (nil, 0)

  /// Begins a turn of at most `most` items, and of `nanoseconds`, after which no further item is delivered. The time is
  /// accurate to one tick of the system's coarse clock: one to ten milliseconds. If `most` is `.max`, there is no
  /// limit, nor one of time.
  init(_ backlog: Backlog, atMost most: Int, nanoseconds: Int64 = 1_000_000) {
    self.backlog = backlog
    self.most = most
    let isTimed = most < .max && Self.untimedBodies.load(ordering: .relaxed) == 0
    deadline = isTimed ? c_runtime_coarse_time() + nanoseconds : .max
  }

  /// Gives a turn without a limit that of a new turn.
  mutating func limit(to most: Int) { if self.most > most { self = Turn(backlog, atMost: most) } }

  /// Whether the limit is reached.
  var isOver: Bool { delivered >= most }

  /// Whether a turn with a limit has delivered at least 16 items and is not over: more are likely soon.
  var isInBurst: Bool { delivered >= 16 && !isOver && most < .max }

  /// Begins with the receiver of the next entry, which must then call `next()`. Returns the entry; `nil` if there is none
  /// or the turn is over.
  mutating func beginReceiver() -> Entry? {
    guard !isOver, let entry = backlog.first() else { return nil }
    (receiver, count) = (entry.pointee.receiver, 0)
    return entry
  }

  /// Removes the receiver's next item, and runs the jobs before it. The receiver calls this until it returns `nil`, and
  /// takes and delivers each item in between.
  package mutating func next() -> Entry? {
    while true {
      // The time is read after each item, so an exact clock would cost more than most items do.
      if deadline < .max, count > 0, c_runtime_coarse_time() >= deadline { most = 0 }
      let isForReceiver = backlog.first()?.pointee.receiver?.toOpaque() == receiver?.toOpaque()
      guard !isOver, isForReceiver, let entry = backlog.next() else { return nil }
      (delivered, count) = (delivered + 1, count + 1)
      if entry.pointee.type != Job.self { return entry }
      entry.take(as: Job.self).run()
    }
  }

  /// Delivers the items for their receivers, and runs the jobs that have none. Releases each item, and after a receiver's
  /// last item the owner, before the next one begins.
  package mutating func run() {
    while let entry = beginReceiver()?.pointee {
      guard let receiver = entry.receiver, let owner = entry.owner else {
        while next() != nil {}
        continue
      }
      let isDone = receiver._withUnsafeGuaranteedRef { receiver in
        owner._withUnsafeGuaranteedRef { receiver.deliver(&self, for: $0) }
        return receiver.pending.wrappingSubtract(count, ordering: .acquiringAndReleasing).newValue == 0
      }
      if isDone { owner.release() }
    }
  }

  /// The number of running calls of `withoutTime(_:)`.
  private static let untimedBodies = Atomic<Int>(0)

  /// Runs `body`. Turns that begin during the call, anywhere in the program, are limited by their number of items only.
  ///
  /// Use it for repeatable runs: a clock would end turns at random points.
  package static func withoutTime<Result>(_ body: () throws -> Result) rethrows -> Result {
    untimedBodies.wrappingAdd(1, ordering: .relaxed)
    defer { untimedBodies.wrappingSubtract(1, ordering: .relaxed) }
    return try body()
  }
}
