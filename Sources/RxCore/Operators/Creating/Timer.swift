extension ObservableType where Element: RxAbstractInteger {
  /// Sends 0 after `dueTime`, on `scheduler`, and completes; or, if there is a `period`, goes on with 1, 2 and so on,
  /// one after each period, until disposed. Disposing cancels the timer.
  ///
  /// After the largest integer of the type it goes on with the smallest.
  ///
  /// Semantics: ReactiveX, Timer.
  @preconcurrency
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: SendableMetatype {
    Timer(dueTime: dueTime, period: period, scheduler: scheduler)
  }
}

/// Forwards ticks. A scheduler may be one that starts a tick before the last one is done.
private final class TimerSink<Element: RxAbstractInteger & SendableMetatype>: SerialSink<Element, Element>,
  @unchecked Sendable
{
  func run(dueTime: RxTimeInterval, period: RxTimeInterval?, scheduler: any SchedulerType) -> any Disposable {
    guard let period else {
      return scheduler.scheduleRelative((), dueTime: dueTime) { _ in
        _ = self.tick(0)
        self.forwardCompleted()
        return Disposables.create()
      }
    }
    return scheduler.schedulePeriodic(0 as Element, startAfter: dueTime, period: period) { self.tick($0) }
  }

  /// Sends `count` and answers the next.
  private func tick(_ count: Element) -> Element {
    serially { self.forwardNext(count) }
    return count &+ 1
  }
}

/// The observable behind `timer` and `interval`.
final class Timer<Element: RxAbstractInteger & SendableMetatype>: Producer<Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let period: RxTimeInterval?
  private let scheduler: any SchedulerType

  init(dueTime: RxTimeInterval, period: RxTimeInterval?, scheduler: any SchedulerType) {
    self.dueTime = dueTime
    self.period = period
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = TimerSink<Element>(observer: observer, cancel: cancel)
    return (sink, sink.run(dueTime: dueTime, period: period, scheduler: scheduler))
  }
}
