import RxCore
import Synchronization
import TestSupport

/// A source that emits one element and fails inside `subscribe`, a given number of times, and then completes.
final class FailingSource: Sendable {
  private let attempt = Atomic<Int>(0)
  private let failures: Int

  init(failures: Int) {
    self.failures = failures
  }

  var attempts: Int { attempt.load(ordering: .relaxed) }

  var observable: Observable<Int> {
    .create { observer in
      let number = self.attempt.wrappingAdd(1, ordering: .relaxed).newValue
      observer.onNext(number)
      if number <= self.failures { observer.onError(TestError.one) } else { observer.onCompleted() }
      return Disposables.create()
    }
  }
}
