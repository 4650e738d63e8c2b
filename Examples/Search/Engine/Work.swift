import RxCore

/// The handle through which a task on a worker emits elements and checks for cancellation.
struct Work<Element: Sendable>: Sendable {
  fileprivate let observer: AnyObserver<Element>
  fileprivate let cancelled: BooleanDisposable

  /// Whether the subscription was disposed.
  var isCancelled: Bool { cancelled.isDisposed }

  func emit(_ element: Element) { observer.onNext(element) }
}

extension ObservableType where Element: Sendable {
  /// A sequence that runs `body` on `workers` for each subscriber, and completes when `body` returns. An error thrown
  /// by `body` terminates the sequence.
  static func work(
    on workers: any ImmediateSchedulerType, _ body: @escaping @Sendable (Work<Element>) throws -> Void
  ) -> Observable<Element> {
    .create { observer in
      let cancelled = BooleanDisposable()
      let scheduled = workers.schedule(Work(observer: observer, cancelled: cancelled)) { work in
        do {
          try body(work)
          work.observer.onCompleted()
        } catch {
          work.observer.onError(error)
        }
        return Disposables.create()
      }
      return Disposables.create(cancelled, scheduled)
    }
  }
}
