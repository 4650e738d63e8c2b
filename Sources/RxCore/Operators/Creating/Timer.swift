extension ObservableType where Element: RxAbstractInteger {
  /// Creates a sequence that emits 0 on `scheduler` after `dueTime`, then completes or, with a `period`, keeps counting
  /// until disposed.
  ///
  /// ```swift
  /// Observable<Int>.timer(.milliseconds(3), scheduler: scheduler)
  /// ```
  /// ```
  /// timer  ---(0|)
  /// ```
  ///
  /// With a `period`:
  ///
  /// ```swift
  /// Observable<Int>.timer(.milliseconds(3), period: .milliseconds(5), scheduler: scheduler)
  /// ```
  /// ```
  /// 0 to 20  ---0----1----2----3
  /// ```
  ///
  ///     Observable<Int>.timer(.seconds(5), scheduler: MainScheduler.instance)
  ///
  /// Disposal cancels the timer. The count wraps around at the type's maximum. A negative due time counts as zero;
  /// dispatch queue schedulers raise a period of zero or less to one millisecond. With a due time of `.never` nothing
  /// is emitted.
  ///
  /// Semantics: ReactiveX, Timer.
  @preconcurrency
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: SendableMetatype {
    CustomOperator {
      TimerSink(observer: $0)
    } connect: { sink in
      sink.run(dueTime: dueTime, period: period, scheduler: scheduler)
    }
  }
}

/// Forwards ticks serially, because a scheduler may start a tick before the previous one has returned.
private final class TimerSink<Element: RxAbstractInteger & SendableMetatype>: SerialSink<Element, Element>,
  @unchecked Sendable
{
  func run(dueTime: RxTimeInterval, period: RxTimeInterval?, scheduler: any SchedulerType) {
    holdWork {
      if let period {
        return scheduler.schedulePeriodic(0 as Element, startAfter: dueTime, period: period) { self.tick($0) }
      }
      return scheduler.schedule(after: dueTime) {
        _ = self.tick(0)
        self.forwardCompleted()
      }
    }
  }

  /// Emits `count` and returns the next count.
  private func tick(_ count: Element) -> Element {
    serialize(count) { $0.forwardNext($1) }
    return count &+ 1
  }
}
