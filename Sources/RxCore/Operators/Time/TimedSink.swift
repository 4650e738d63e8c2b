/// The base of the sinks whose source emits on its own threads while a timer runs on a scheduler: both act one at a time.
class TimedOutputSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
  final let scheduler: any SchedulerType
  private final let timer = SerialDisposable()

  init(scheduler: any SchedulerType, observer: ObserverBase<Output>, cancel: any Cancelable) {
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  /// Called once, before the source is subscribed.
  func start() {}

  /// Starts, and subscribes to the source. The result ends the subscription and the timer.
  final func run(_ subscribe: () -> DisposableObject) -> DisposableObject {
    start()
    return Disposables.create(subscribe(), timer)
  }

  /// Calls `elapsed` serially after `dueTime`, in place of a timer that was started before.
  ///
  /// A timer that starts the next one is itself started serially: otherwise it could elapse before it is stored here.
  final func startTimer(after dueTime: RxTimeInterval, elapsed: @escaping @Sendable () -> Void) {
    startUnserializedTimer(after: dueTime) { self.inTurn(elapsed) }
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

/// The base of the observables whose sinks are timed.
class TimedProducer<Element>: Producer<Element>, @unchecked Sendable {
  private final let source: Observable<Element>
  final let dueTime: RxTimeInterval
  final let scheduler: any SchedulerType

  init(source: Observable<Element>, dueTime: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.dueTime = dueTime
    self.scheduler = scheduler
  }

  /// Makes the sink of one subscription.
  func makeSink(_ observer: ObserverBase<Element>, cancel: any Cancelable) -> TimedSink<Element> {
    fatalError("\(Self.self) does not override makeSink(_:cancel:), which every subclass of TimedProducer must.")
  }

  final override func begin(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> SubscriptionParts {
    let sink = makeSink(observer, cancel: cancel)
    return (sink, sink.run { source.attach(sink) })
  }
}
