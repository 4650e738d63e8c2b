import RxCore
import Synchronization

extension OperatorCase {
  /// The operators that handle errors.
  static let errorHandling = [
    OperatorCase("catch", .catchesErrors) { setting in setting.source.catch { _ in setting.touched(.just(9)) } },
    OperatorCase("catch, with another source", .isComposite) { setting in
      setting.source.catch { _ in setting.touchedOther() }
    },
    OperatorCase("catch, the handler's sequence") { setting in
      Observable.error(RxError.timeout).catch { _ in setting.touched(setting.source) }
    },
    OperatorCase("catchAndReturn", .catchesErrors) { $0.source.catchAndReturn(9) },
    OperatorCase("catch(sequence:), the first", .catchesErrors) { .catch(sequence: [$0.source, $0.other]) },
    OperatorCase("catch(sequence:), the last") { .catch(sequence: [.error(RxError.timeout), $0.source]) },
    OperatorCase("retry", .catchesErrors) { $0.source.retry() },
    OperatorCase("retry, three attempts", .isComposite) { $0.source.retry(3) },
    OperatorCase("retry, the last attempt") { $0.source.retry(1) },
    OperatorCase("retry(when:)", .catchesErrors) { setting in
      setting.source.retry(when: { (_: Observable<any Error>) in setting.touchedOther() })
    },
    OperatorCase("retry(when:), at once", .isComposite) { setting in
      setting.source.retry(when: { (errors: Observable<any Error>) in errors.map { _ in setting.touch() } })
    },
    OperatorCase("retry(when:), an error of another type") { setting in
      setting.source.retry(when: { (errors: Observable<RxError>) in errors })
    },
  ]
}

extension ThrowingOperator {
  static let errorHandling = [
    ThrowingOperator("catch, the handler") { source, _ in
      source.map { if $0 == 2 { throw Failure.source } else { $0 } }.catch { _ in throw Failure.closure }
    }
  ]
}

extension Succession {
  static let errorHandling = [
    Succession("catch", after: .error) { first, second in first.catch { _ in second } },
    Succession("catch(sequence:)", after: .error) { .catch(sequence: [$0, $1]) },
  ]
}

extension LateOperator {
  static let errorHandling = [
    LateOperator("catch", after: .error) { source, second in source.catch { _ in second } },
    LateOperator("catch(sequence:)", after: .error) { source, second in .catch(sequence: [source, second]) },
    LateOperator("retry", after: .error) { source, second in
      let attempts = Attempts()
      return Observable.deferred { attempts.next() == 1 ? source : second }.retry()
    },
  ]
}

/// Counts the attempts of a retry.
private final class Attempts: Sendable {
  private let count = Atomic<Int>(0)

  /// Returns the number of the next attempt.
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
