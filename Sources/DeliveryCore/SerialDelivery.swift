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
///                       └───resume, or drain by the appender─┘
///
/// - Any thread may append, under `lock`, which also guards the holder's other state.
/// - An append returns `true` if the delivery was idle. The caller must then deliver what waits, immediately or on a
///   queue.
/// - Only the delivering thread, or the appender that was told to deliver, leaves and takes. It takes all that waits
///   under the lock, and delivers it without the lock.
@frozen public struct SerialDelivery: ~Copyable, @unchecked Sendable {
  // The states, in one word: who delivers (see `deliverer`); and in the lowest bit, whether more waits.
  @usableFromInline static var idle: UInt { 0 }
  @usableFromInline static var waiting: UInt { 1 }
  /// A thread whose identity does not matter.
  @usableFromInline static var anyThread: UInt { 2 }

  /// Guards appending and the holder's other state.
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

  /// In a mailbox, the number of items that wait or are being delivered.
  var count: Int { lock.withLock { backlog.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.count } ?? 0 } }

  /// The identity of the thread that delivers in a mailbox; elsewhere `anyThread`. Zero if nobody delivers.
  var deliverer: UInt { state.load(ordering: .relaxed) & ~Self.waiting }

  /// Makes the caller the delivering thread if the delivery is idle. Takes no lock.
  @inlinable @inline(__always)
  public borrowing func enter(as thread: UInt = anyThread) -> Bool {
    isIdle && state.compareExchange(expected: Self.idle, desired: thread, ordering: .acquiring).exchanged
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
  public borrowing func leave(as thread: UInt = anyThread) -> Bool {
    state.compareExchange(
      expected: thread, desired: Self.idle, successOrdering: .releasing, failureOrdering: .acquiring
    ).exchanged
  }

  // MARK: Appending

  /// Appends a ``Job``, or an item, with its change if it is a value; in a mailbox, for `receiver`. Called under the
  /// lock. Returns `true` if the caller must deliver what waits.
  @inline(__always)
  package borrowing func append<Item>(_ item: Item, _ change: Change = .none, for receiver: Receiver? = nil) -> Bool {
    if backlog.load(ordering: .relaxed) == nil { backlog.store(.passRetained(Backlog()), ordering: .releasing) }
    // The backlog is never retained again: otherwise all threads would write to its reference count.
    backlog.load(ordering: .relaxed)?._withUnsafeGuaranteedRef { $0.append(item, change, for: receiver) }
    if hasWaiting { return false }
    return state.bitwiseOr(Self.waiting, ordering: .acquiringAndReleasing).oldValue == Self.idle
  }

  // MARK: Delivering what waits

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
  ///   - deliver: runs the turn for the receiver of the next item. Called while there is one.
  /// - Returns: whether the turn was over while something waited.
  @discardableResult
  package borrowing func drain(
    as thread: UInt = anyThread, atMost most: Int = .max, takesAll: Bool = false,
    deliver: (inout Turn) -> Void = { $0.run() }
  ) -> Bool {
    guard let backlog = backlog.load(ordering: .acquiring) else { preconditionFailure("Nothing was appended.") }
    return backlog._withUnsafeGuaranteedRef { backlog in
      var turn = Turn(backlog, atMost: takesAll ? .max : most)
      while true {
        let next = lock.withLock { takeOrLeave(backlog, as: thread, isOver: turn.isOver) }
        if next != thread { return next == Self.waiting }
        while turn.next != nil { deliver(&turn) }
        turn.limit(to: most)
        if turn.isInBurst { spin() }
      }
    }
  }

  /// Takes all that waits, unless the turn is over. If nothing waits, or the turn is over, ends the delivery. Returns the
  /// new state. Called under the lock by the thread that drains.
  private borrowing func takeOrLeave(_ backlog: Backlog, as thread: UInt, isOver: Bool) -> UInt {
    if !isOver || backlog.isEmpty { backlog.take() }
    let next = backlog.isEmpty ? Self.idle : isOver ? Self.waiting : thread
    state.store(next, ordering: .releasing)
    return next
  }

  /// Spins for a few microseconds, or until more has been appended. Spinning is cheaper than scheduling another turn, and
  /// lets the deliverer take more entries each time it acquires the lock.
  private borrowing func spin() {
    for _ in 0..<2 {
      for _ in 0..<200 { c_runtime_spin_hint() }
      if hasWaiting { return }
    }
  }
}

/// The calling thread: a number unique among living threads. It is an address, so never zero, and even.
package var currentThread: UInt { c_runtime_thread() }
