import DeliveryCore
import Dispatch
import Observation

/// Reads an expression over properties of `@Observable` models, and reads it again after each change.
///
///     model ──▶ registration ┄┄weak┄┄▶ tracker ──▶ expression ──▶ model
///                                         ▲
///     Bindable or subscription ───────────┘
///
/// A model announces a change before it makes it: `onChange` is called in `willSet`. So the tracker does not read
/// there, but in a later turn on its target. If the model is changed on that target, the change has been made by then.
///
/// If another thread makes the change, it may be made later. A registration made between the announcement and the
/// change is not notified of it. In both cases the model does not say when the change has been made, so the tracker
/// reads again after some ``pauses``.
///
/// A registration cannot be removed. It ends with the next announcement, and holds nothing but a weak reference.
final class Tracker<Value: Sendable>: @unchecked Sendable {
  /// The pauses before further readings, one after the other, once a change was not announced on the main queue.
  static var pauses: [DispatchTimeInterval] { [.milliseconds(1), .milliseconds(10), .milliseconds(100), .seconds(1)] }

  private let target: DeliveryTarget
  private let pump: QueuePump<Tracker, Void>
  private let areEqual: ((Value, Value) -> Bool)?
  /// The last delivered value. Accessed only in the pump's turns.
  private var last: Value?

  private let lock = Lock()
  // Guarded by the lock. The work is released at the end, because it may keep a model alive.
  private var work: Work?
  private var isReadScheduled = false
  /// Whether a change was announced off the main queue.
  private var isChangedElsewhere = false
  /// The number of the current pause, and of its series.
  private var pause: Int?
  private var series = 0

  private struct Work {
    let expression: @Sendable () -> Value
    let deliver: (Value) -> Void
  }

  /// - Parameters:
  ///   - target: where the expression is read.
  ///   - last: the value that was delivered already.
  ///   - deliver: receives each later value on the target.
  init(
    on target: DeliveryTarget, _ expression: @escaping @Sendable () -> Value, last: Value?,
    deliver: @escaping (Value) -> Void
  ) {
    self.target = target
    self.last = last
    work = Work(expression: expression, deliver: deliver)
    areEqual = (Value.self as? any Equatable.Type).map { comparison(of: Value.self, as: $0) }
    pump = QueuePump(target: target, runsInline: false) { tracker, _ in tracker.read() }
  }

  /// Begins to follow the expression.
  func begin() {
    scheduleRead()
    // A change may have been announced before and not be made yet.
    beginPauses()
  }

  /// Ends it, and releases the expression.
  func end() {
    let last = lock.withLock {
      defer { work = nil }
      return work
    }
    withExtendedLifetime(last) {}
  }

  /// Reads the expression in a later turn on the target, unless a reading is scheduled already.
  func scheduleRead() {
    let isNew = lock.withLock {
      if work == nil || isReadScheduled { return false }
      isReadScheduled = true
      return true
    }
    if isNew { pump.send((), for: self) }
  }

  private func read() {
    let work = lock.withLock {
      isReadScheduled = false
      return self.work
    }
    guard let work else { return }
    let value = withObservationTracking(work.expression) { [weak self] in self?.modelWillChange() }
    if let last, let areEqual, areEqual(last, value) { return }
    last = value
    work.deliver(value)
  }

  /// Called by the model, on the thread that makes the change, before it is made.
  private func modelWillChange() {
    let isOnMain = target.isMain && target.isCurrent
    let needsPauses = lock.withLock {
      if !isOnMain { isChangedElsewhere = true }
      return isChangedElsewhere
    }
    scheduleRead()
    if needsPauses { beginPauses() }
  }

  // MARK: - Reading again

  private func beginPauses() {
    let series: Int? = lock.withLock {
      if work == nil || pause == 0 { return nil }  // A running first pause ends soon enough.
      pause = 0
      self.series += 1
      return self.series
    }
    if let series { wait(0, of: series) }
  }

  private func wait(_ number: Int, of series: Int) {
    pauseQueue.asyncAfter(deadline: .now() + Self.pauses[number]) { [weak self] in self?.pauseEnded(number, of: series)
    }
  }

  private func pauseEnded(_ number: Int, of series: Int) {
    let isLatest = lock.withLock {
      if work == nil || self.series != series { return false }
      pause = number + 1 < Self.pauses.count ? number + 1 : nil
      return true
    }
    guard isLatest else { return }
    scheduleRead()
    if number + 1 < Self.pauses.count { wait(number + 1, of: series) }
  }
}

/// The queue on which pauses end. Its work is short.
private let pauseQueue = DispatchQueue(label: "BindableObservation.pauses")

/// Returns the comparison of values whose type is `Equatable`.
private func comparison<Value, Same: Equatable>(of type: Value.Type, as same: Same.Type) -> (Value, Value) -> Bool {
  { ($0 as? Same) == ($1 as? Same) }
}
