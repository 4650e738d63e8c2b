internal import DeliveryCore

extension ObservableType {
  /// Subscribes to the source again after each error, until it completes: without end, if it never completes.
  ///
  /// The source may fail inside `subscribe` any number of times; the stack does not grow. Each attempt is subscribed on
  /// the thread on which the previous one failed.
  ///
  /// Semantics: ReactiveX, Retry.
  public func retry() -> Observable<Element> {
    let source = asObservable()
    return firstToComplete { { source } }
  }

  /// Subscribes to the source again after an error, at most `maxAttemptCount` times in all, and then fails with the last
  /// error.
  ///
  ///     load().retry(2)  // tries once more
  ///
  /// With 0 it completes without subscribing; a negative count stops the program.
  ///
  /// Semantics: ReactiveX, Retry.
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    require(maxAttemptCount >= 0, "retry(_:) was given a negative number of attempts: \(maxAttemptCount).")
    let source = asObservable()
    return firstToComplete {
      var attempts = 0
      return {
        attempts += 1
        return attempts <= maxAttemptCount ? source : nil
      }
    }
  }
}
