/// The base of the sinks whose source emits on its own threads while a timer runs on a scheduler: both act one at a time.
class TimedOutputSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
  final let scheduler: any SchedulerType
  final let timer = SerialDisposable()

  init(scheduler: any SchedulerType, observer: ObserverBase<Output>) {
    self.scheduler = scheduler
    super.init(observer: observer)
  }

  /// Called once, before the source is subscribed.
  func start() {}

  override func subscribed(to source: Observable<Element>) -> any Upstream {
    start()
    return super.subscribed(to: source)
  }

  override func disposeSources() {
    super.disposeSources()
    disposeTimer()
  }

  func disposeTimer() { timer.dispose() }

  /// Calls `elapsed` serially after `dueTime`, in place of a timer that was started before.
  ///
  /// A timer that starts the next one is itself started serially: otherwise it could elapse before it is stored here.
  final func startTimer(after dueTime: RxTimeInterval, elapsed: @escaping @Sendable () -> Void) {
    startUnserializedTimer(after: dueTime) { self.serialize(elapsed) }
  }

  /// The same, but `elapsed` itself decides what must be done serially.
  final func startUnserializedTimer(after dueTime: RxTimeInterval, elapsed: @escaping @Sendable () -> Void) {
    timer.disposable = scheduler.scheduleRelative((), dueTime: dueTime) { _ in
      elapsed()
      return Disposables.create()
    }
  }
}

/// A timed sink that forwards elements of the type that it receives.
typealias TimedSink<Element> = TimedOutputSink<Element, Element>
