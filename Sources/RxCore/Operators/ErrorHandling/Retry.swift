internal import DeliveryCore

extension ObservableType {
  /// Resubscribes to the source after each error until it completes, without limit.
  ///
  /// The source may fail inside `subscribe` any number of times without growing the stack. Each attempt starts on the
  /// thread on which the previous one failed or, if its `subscribe` had not returned by then, on the thread that called
  /// `subscribe`. With a source that always fails inside `subscribe`, `subscribe` never returns.
  ///
  /// Semantics: ReactiveX, Retry.
  public func retry() -> Observable<Element> {
    let source = asObservable()
    return firstToComplete { { source } }
  }

  /// Resubscribes to the source after each error, with at most `maxAttemptCount` attempts in total.
  ///
  /// ```swift
  /// a.retry(2)
  /// ```
  /// ```
  /// a      -1--2--#
  /// a (1)  ^------!
  /// a (2)  -------^------!
  /// retry  -1--2---1--2--#
  /// ```
  ///
  /// Fails with the last attempt's error. With 0, completes without subscribing. A negative count stops the program.
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
