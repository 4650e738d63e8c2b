/// The base of the sinks whose source emits on its own threads while a timer runs on a scheduler: both act one at a time.
class TimedSink<Element>: SerialSink<Element, Element>, @unchecked Sendable {
  final let scheduler: any SchedulerType
  fileprivate final let timer = SerialDisposable()

  init(scheduler: any SchedulerType, observer: ObserverBase<Element>, cancel: any Cancelable) {
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  /// Called once, before the source is subscribed.
  func start() {}

  /// Calls `elapsed` serially after `dueTime`, in place of a timer that was started before.
  final func startTimer(after dueTime: RxTimeInterval, elapsed: @escaping @Sendable () -> Void) {
    timer.disposable = scheduler.scheduleRelative((), dueTime: dueTime) { _ in
      self.serially(elapsed)
      return Disposables.create()
    }
  }
}

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
    sink.start()
    return (sink, Disposables.create(source.attach(sink), sink.timer))
  }
}
