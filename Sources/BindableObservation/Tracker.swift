import DeliveryCore
import Dispatch
import Observation

/// Reads an expression over properties of `@Observable` models, and reads it again after each change.
///
///     model ──▶ registration ┄┄weak┄┄▶ tracker ──▶ expression ──▶ model
///                                         ▲
///     Bindable or subscription ───────────┘
///
/// A model announces a change before making it: `onChange` is called in `willSet`. The tracker therefore reads not
/// inside `onChange`, but in a later turn on its target. If the model is changed on that target, the change has been
/// made by then.
///
/// If another thread makes the change, that turn may come too early. And a registration made between the announcement
/// and the change is not notified of the change. In neither case does the model report when the change has been made,
/// so the tracker reads again after some ``pauses``. The pauses begin after the next reading: only then is a later
/// announcement certain to be noticed, and the target may be busy for a long time.
///
/// A registration cannot be removed. It ends with the model's next announcement, and holds only a weak reference.
final class Tracker<Value: Sendable>: @unchecked Sendable {
  /// The pauses of a series. After each pause, the expression is read again. A series begins with the first reading and
  /// with the first reading after each change. If ``isChangedElsewhere`` is `false`, a series after a change has only
  /// the last pause, or none.
  static var pauses: [DispatchTimeInterval] { [.milliseconds(1), .milliseconds(10), .milliseconds(100), .seconds(1)] }

  private let target: DeliveryTarget
  private let pump: QueuePump<Tracker, Void>
  private let isComparable = Value.self is any Equatable.Type
  private let afterPause: AfterPause
  /// The last delivered value. Accessed only in the pump's turns.
  private var last: Value?

  private let lock = Lock()
  // Guarded by the lock. `end()` releases the work, because the work may keep a model alive.
  private var work: Work?
  private var isReadScheduled = false
  /// Whether changes are announced elsewhere than on the target, or the target is not the main queue. The first change
  /// that is announced elsewhere may go unnoticed.
  private var isChangedElsewhere = false
  /// The first pause of the series that begins with the next reading, if any.
  private var nextSeries: Int?
  /// The index of the current pause in ``pauses``, or `nil` if no series is running; and the number of the last series.
  private var pause: Int?
  private var series = 0
  /// Whether to repeat the last pause when it ends, because another change has been read since it began.
  private var isExtended = false

  /// Calls a closure after a pause. A test decides itself when a pause ends, because no time is long enough for every
  /// machine.
  typealias AfterPause = @Sendable (DispatchTimeInterval, @escaping @Sendable () -> Void) -> Void

  private struct Work {
    let expression: @Sendable () -> Value
    let deliver: (Value) -> Void
  }

  /// - Parameters:
  ///   - target: where the expression is read.
  ///   - last: the value already delivered, if any.
  ///   - afterPause: waits on a queue of its own, except in tests.
  ///   - deliver: receives each later value on the target.
  init(
    on target: DeliveryTarget, _ expression: @escaping @Sendable () -> Value, last: Value?,
    afterPause: @escaping AfterPause = { pauseQueue.asyncAfter(deadline: .now() + $0, execute: $1) },
    deliver: @escaping (Value) -> Void
  ) {
    self.target = target
    self.last = last
    self.afterPause = afterPause
    work = Work(expression: expression, deliver: deliver)
    pump = QueuePump(target: target) { tracker, _ in tracker.read() }
  }

  /// Starts following the expression.
  func begin() {
    // Read again later, too: a change may have been announced before the reading, but not made yet.
    lock.withLock { nextSeries = 0 }
    scheduleRead()
  }

  /// Stops following the expression, and releases it.
  func end() {
    let last = lock.withLock {
      defer { work = nil }
      return work
    }
    extendLifetime(last)
  }

  /// Reads the expression in a later turn on the target, unless a reading is scheduled already.
  func scheduleRead() {
    let isNew = lock.withLock {
      if work == nil || isReadScheduled { return false }
      isReadScheduled = true
      return true
    }
    guard isNew else { return }
    // Not in the queue's mailbox: a set on the queue, even one inside `willSet`, first delivers all that waits there.
    guard let mailbox = target.mailbox else { return pump.send((), for: self) }
    #if DEBUG
      let isMain = mailbox.isMain
      if isMain { MainQueueWatch.timerBegan() }
    #endif
    target.async { [weak self] in
      #if DEBUG
        if isMain { MainQueueWatch.timerEnded() }
      #endif
      if let self { pump.send((), for: self) }
    }
  }

  private func read() {
    let (work, firstPause) = lock.withLock {
      isReadScheduled = false
      return (self.work, nextSeries.take())
    }
    guard let work else { return }
    let value = withObservationTracking(work.expression) { [weak self] in self?.modelWillChange() }
    if let firstPause { beginPauses(at: firstPause) }
    if isComparable, let last, areEqual(last, value) { return }
    last = value
    work.deliver(value)
  }

  /// Called by the model before a change, on the thread that makes the change.
  private func modelWillChange() {
    let isOnMain = target.mailbox?.isMain == true && target.isCurrent
    lock.withLock {
      if !isOnMain { isChangedElsewhere = true }
      // Values that cannot be compared would be delivered twice for each change, so they do without the last pause.
      nextSeries = isChangedElsewhere ? 0 : nextSeries ?? (isComparable ? Self.pauses.count - 1 : nil)
    }
    scheduleRead()
  }

  // MARK: - Reading again

  /// Whether a series of pauses is running.
  var isPausing: Bool { lock.withLock { pause != nil } }

  private func beginPauses(at first: Int) {
    let series: Int? = lock.withLock {
      if work == nil { return nil }
      if let pause, pause <= first {
        // The running series has enough readings to come, unless its last pause has begun.
        if pause == Self.pauses.count - 1 { isExtended = true }
        return nil
      }
      (pause, isExtended) = (first, false)
      self.series += 1
      return self.series
    }
    if let series { wait(first, of: series) }
  }

  private func wait(_ number: Int, of series: Int) {
    afterPause(Self.pauses[number]) { [weak self] in self?.pauseEnded(number, of: series) }
  }

  private func pauseEnded(_ number: Int, of series: Int) {
    let isLatest: Bool, next: Int?
    (isLatest, next) = lock.withLock {
      if work == nil || self.series != series { return (false, nil) }
      pause = isExtended ? number : number + 1 < Self.pauses.count ? number + 1 : nil
      isExtended = false
      return (true, pause)
    }
    guard isLatest else { return }
    scheduleRead()
    if let next { wait(next, of: series) }
  }
}

/// The queue on which pauses end, shared because the work there is short.
private let pauseQueue = DispatchQueue(label: "BindableObservation.pauses")

/// Whether the values are equal, as far as their type is `Equatable` here. (The cast of a value, unlike that of its type,
/// fails if the conformance belongs to an actor and the caller is not on that actor.)
func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
  guard let one = one as? any Equatable else { return false }
  return isEqual(one, to: other)
}

private func isEqual<Same: Equatable>(_ one: Same, to other: Any) -> Bool { one == other as? Same }
