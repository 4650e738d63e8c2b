public import CRuntime
public import Synchronization

// Public so that RxCore can inline it.

/// The package's one way to serialise delivery: one thread delivers at a time. What arrives during a delivery, from other
/// threads or from the delivering thread itself, waits.
///
/// | state | bits | meaning | who leaves it |
/// | --- | --- | --- | --- |
/// | idle | none | nothing waits, nobody delivers | a thread that enters; a thread that appends, which must then resume |
/// | delivering | thread | a thread delivers | that thread: to idle, if nothing is left; to unattended, if its turn is over |
/// | delivering, more waits | thread, more | something has been appended since it looked | that thread: to delivering, when it takes that; to unattended, if its turn is over; to stopped, if another thread wants to take over |
/// | unattended | more | something waits, nobody delivers | on a queue, the thread of the next turn; without one, the thread that has appended |
/// | stopped | more, wanted | a thread has stopped for another | any thread that takes over |
///
/// A thread that wants to take over adds `wanted` while another one delivers.
///
/// - Any thread may append, under `lock`, which also guards the holder's other state.
/// - An append returns `true` if nothing was going on. The caller must then deliver what waits, now or on a queue.
/// - Only the delivering thread takes what waits, under the lock. It delivers without the lock.
@frozen public struct SerialDelivery: ~Copyable, @unchecked Sendable {
  // The state, in one word: the thread that delivers, or zero; and in the lowest bits, which are zero in a thread's
  // identity:
  /// Something has been appended since the delivering thread last looked.
  private static var more: UInt { 1 }
  /// Another thread wants to take over.
  private static var wanted: UInt { 2 }

  @usableFromInline static var idle: UInt { 0 }
  private static var unattended: UInt { more }
  private static var stopped: UInt { more | wanted }

  /// Guards appending and the holder's other state.
  public let lock = Lock()

  @usableFromInline let state = Atomic<UInt>(0)
  /// The ``Line``.
  @usableFromInline let line = LateObject()

  @inlinable
  public init() {}

  /// Whether nothing waits and nothing is being delivered. If so, the caller sees the effects of all deliveries.
  @inlinable @inline(__always)
  public var isIdle: Bool { state.load(ordering: .acquiring) == Self.idle }

  /// Whether the calling thread delivers.
  package var isDeliveringHere: Bool { state.load(ordering: .relaxed) & ~(Self.more | Self.wanted) == currentThread }

  /// Whether a thread delivers.
  package var isDelivering: Bool { state.load(ordering: .relaxed) > Self.stopped }

  // MARK: Delivering at once

  /// Makes the caller the delivering thread if the delivery is idle. Takes no lock.
  @inlinable @inline(__always)
  public borrowing func enter() -> Bool {
    isIdle && state.compareExchange(expected: Self.idle, desired: currentThread, ordering: .acquiring).exchanged
  }

  /// Like ``enter()``, only where no other thread can enter now: under the lock; with a mailbox, delivering on its queue.
  /// There a store suffices, which is cheaper.
  @inlinable @inline(__always)
  public borrowing func enterLocked() -> Bool {
    guard isIdle else { return false }
    state.store(currentThread, ordering: .relaxed)
    return true
  }

  /// Ends the delivery if nothing waits. Otherwise returns `false`: the caller remains the delivering thread.
  @inlinable @inline(__always)
  public borrowing func leave() -> Bool {
    state.compareExchange(
      expected: currentThread, desired: Self.idle, successOrdering: .releasing, failureOrdering: .acquiring
    ).exchanged
  }

  // MARK: Appending

  /// Appends a job, for `receiver` if it has one. Called under the lock. Returns whether the caller must deliver what waits.
  package borrowing func append(
    _ job: @escaping () -> Void, of receiver: Receiver? = nil, _ holder: AnyObject? = nil
  ) -> Bool {
    line.with(Line()) { $0.append(job, of: receiver, holder) }
    receiver?.tickets.wrappingAdd(1, ordering: .relaxed)
    return begins()
  }

  /// Gives an item of `receiver`, which keeps the item itself, its place. Called under the lock. Returns whether the caller
  /// must deliver what waits.
  ///
  /// - Parameter isNew: `false` if the item has replaced another, which has a place.
  package borrowing func appendItem(isNew: Bool, of receiver: Receiver? = nil, _ holder: AnyObject? = nil) -> Bool {
    guard line.with(Line(), { $0.appendItem(isNew: isNew, of: receiver, holder) }) else { return false }
    receiver?.tickets.wrappingAdd(1, ordering: .relaxed)
    return begins()
  }

  /// Something waits now. Returns whether nothing did, and nobody delivers.
  private borrowing func begins() -> Bool {
    if state.load(ordering: .relaxed) & Self.more != 0 { return false }
    return state.bitwiseOr(Self.more, ordering: .acquiringAndReleasing).oldValue == Self.idle
  }

  /// The number of items and jobs that wait.
  var count: Int {
    lock.withLock {
      let isDelivering = isDelivering
      return line.with(Line()) { $0.count(isDelivering: isDelivering) }
    }
  }

  // MARK: Delivering what waits

  /// Makes the caller the delivering thread if something waits and nobody delivers.
  borrowing func resume() -> Bool {
    state.compareExchange(expected: Self.unattended, desired: currentThread | Self.more, ordering: .acquiring).exchanged
  }

  /// Delivers until nothing waits, or the turn is over, or another thread takes over. Called by the delivering thread, or by a
  /// caller whose append has returned `true`, which is that from then on.
  ///
  /// - Parameter deliver: delivers the next items of the owner of this delivery.
  /// - Returns: whether the turn was over while something waited.
  @discardableResult
  package borrowing func drain(
    _ turn: consuming Turn = Turn(), deliver: (_ count: inout Int, inout Turn) -> Void = { _, _ in }
  ) -> Bool {
    line.with(Line()) { line in
      while true {
        let next = takeOrLeave(line, takesAll: turn.takesAll, isOver: turn.isOver)
        if next != currentThread { return next == Self.unattended }
        line.serve(&turn, deliver)
        turn.didTakeAll()
        if turn.isInBurst { spin() }
      }
    }
  }

  /// Decides what comes next, and returns the new state: the caller's, with what waits taken; idle, if nothing does;
  /// unattended or stopped, if the caller must stop. Called by the delivering thread.
  private borrowing func takeOrLeave(_ line: Line, takesAll: Bool, isOver: Bool) -> UInt {
    lock.lock()
    let isWanted = state.load(ordering: .relaxed) & Self.wanted != 0
    // A thread that has taken over first delivers what had been taken. Otherwise two could pass it to and fro, and leave ever
    // more to each other.
    let stops = isWanted && !line.hasTaken
    // Stopped, not unattended: from that none may take over, because the thread whose append has returned `true` will deliver.
    let next =
      !line.take(all: takesAll) ? Self.idle : stops ? Self.stopped : isOver ? Self.unattended : currentThread
    let goesOn = next == currentThread
    if !goesOn { line.appended = 0 }
    state.store(goesOn && isWanted ? next | Self.wanted : next, ordering: .releasing)
    lock.unlock()
    if isWanted, !goesOn { withUnsafePointer(to: state) { c_runtime_wake_one($0) } }
    return next
  }

  /// Spins for a few microseconds, or until more has been appended. Spinning is cheaper than scheduling another turn, and
  /// lets the deliverer take more each time it acquires the lock.
  private borrowing func spin() {
    for _ in 0..<2 {
      for _ in 0..<200 { c_runtime_spin_hint() }
      if state.load(ordering: .relaxed) & Self.more != 0 { return }
    }
  }

  // MARK: Taking over

  /// Returns whether the caller, who has left something to the delivering thread, now delivers in its place. It does if at
  /// least `patience` items have been appended during that delivery, and that thread has delivered all that it had taken, or
  /// does so within about a millisecond: what it calls may be waiting for the caller.
  ///
  /// Otherwise, values that are set faster than one thread delivers them would fill the memory, and that thread's own set
  /// would not return. Called without the lock, where no queue says who delivers.
  @usableFromInline
  package borrowing func takesOver(patience: Int = 256) -> Bool {
    // The state to wait on; idle, if the caller need not wait.
    let seen = lock.withLock {
      let appended = line.with(Line()) { $0.appended }
      if appended < patience || isDeliveringHere { return Self.idle }
      // While nobody delivers, `wanted` would make the state `stopped`.
      return isDelivering
        ? state.bitwiseOr(Self.wanted, ordering: .relaxed).newValue : state.load(ordering: .relaxed)
    }
    if seen == Self.idle { return false }
    if seen != Self.stopped {
      withUnsafePointer(to: state) { c_runtime_wait($0, UInt32(truncatingIfNeeded: seen), 1_000_000) }
    }
    return lock.withLock {
      let continued = currentThread | Self.more
      if state.compareExchange(expected: Self.stopped, desired: continued, ordering: .acquiring).exchanged {
        return true
      }
      state.bitwiseAnd(~Self.wanted, ordering: .relaxed)
      return false
    }
  }
}

/// The identity of the calling thread, unique among living threads. It is an address, so it is never zero, and its lowest
/// bits are.
@inlinable @inline(__always)
public var currentThread: UInt { UInt(c_runtime_thread()) }
