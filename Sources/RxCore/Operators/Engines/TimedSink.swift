internal import DeliveryCore

/// The base class for sinks that start timers on a scheduler.
class TimedOutputSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
  /// The operator's time argument.
  final let interval: RxTimeInterval
  final let scheduler: any SchedulerType
  final let timer = SerialDisposable()
  /// Identifies the last timer. Accessed serially.
  private final var timerNumber: UInt64 = 0

  init(interval: RxTimeInterval, scheduler: any SchedulerType, observer: ObserverBase<Output>) {
    self.interval = interval
    self.scheduler = scheduler
    super.init(observer: observer)
  }

  override func addResources(to rest: inout [any Upstream]) { rest.append(timer) }

  /// Replaces the previous timer, which has no effect even if it is disposed too late, with one that calls `elapsed`
  /// serially after `dueTime`: on the scheduler or, if the sink is busy then, on the thread that uses it.
  ///
  /// If this method may be called again, call it inside `serialize`. Otherwise the first timer could elapse before it is
  /// stored, and storing it would then cancel the second.
  final func startTimer(after dueTime: RxTimeInterval, elapsed: @escaping @Sendable () -> Void) {
    timerNumber &+= 1
    let number = timerNumber
    startUnserializedTimer(after: dueTime) { self.serialize(number) { if $0.timerNumber == $1 { elapsed() } } }
  }

  /// Like ``startTimer(after:elapsed:)``, but always calls `elapsed` on the scheduler.
  final func startSchedulerTimer(after dueTime: RxTimeInterval, elapsed: @escaping @Sendable () -> Void) {
    timerNumber &+= 1
    let number = timerNumber
    startUnserializedTimer(after: dueTime) {
      if self.enter() {
        if self.timerNumber == number { elapsed() }
        return self.leave()
      }
      // The sink is busy, perhaps with an arrival on the source's thread.
      let thread = currentThread
      self.postpone {
        guard self.timerNumber == number else { return }
        if currentThread == thread { return elapsed() }
        self.startSchedulerTimer(after: .seconds(0.0), elapsed: elapsed)
      }
    }
  }

  /// Like ``startTimer(after:elapsed:)``, but `elapsed` itself decides what to serialise, and whether the timer still
  /// counts.
  final func startUnserializedTimer(after dueTime: RxTimeInterval, elapsed: @escaping @Sendable () -> Void) {
    timer.disposable = scheduler.schedule(after: dueTime, elapsed)
  }
}

/// A timed sink whose output elements have the type of its input elements.
typealias TimedSink<Element> = TimedOutputSink<Element, Element>
