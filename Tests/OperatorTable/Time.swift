import Dispatch
import RxCore

extension OperatorCase {
  /// The operators that wait.
  static let time = [
    OperatorCase("debounce", .takesTime) { $0.source.debounce($0.span(1), scheduler: $0.scheduler) },
    OperatorCase("debounce, longer", .takesTime) { $0.source.debounce($0.span(5), scheduler: $0.scheduler) },
    OperatorCase("throttle", .takesTime) { $0.source.throttle($0.span(3), scheduler: $0.scheduler) },
    OperatorCase("throttle, not the latest", .takesTime) {
      $0.source.throttle($0.span(3), latest: false, scheduler: $0.scheduler)
    },
    OperatorCase("delay", .takesTime, endDelay: 3) { $0.source.delay($0.span(3), scheduler: $0.scheduler) },
    OperatorCase("timeout, without a limit") { $0.source.timeout(.never, scheduler: $0.scheduler) },
    OperatorCase("timeout", .isComposite) { $0.source.timeout($0.span(3), scheduler: $0.scheduler) },
    OperatorCase("timeout(other:)", .isComposite) {
      $0.source.timeout($0.span(3), other: $0.other, scheduler: $0.scheduler)
    },
    OperatorCase("timeout(other:), the other", .isComposite) { setting in
      Observable.never().timeout(setting.span(0), other: setting.source, scheduler: setting.scheduler)
    },
    OperatorCase("delaySubscription", .isComposite) {
      $0.source.delaySubscription($0.span(2), scheduler: $0.scheduler)
    },
  ]
}

extension KeepingOperator {
  static let time = [
    KeepingOperator("debounce") { source, scheduler in source.debounce(.milliseconds(5), scheduler: scheduler) },
    KeepingOperator("throttle") { source, scheduler in source.throttle(.milliseconds(25), scheduler: scheduler) },
    KeepingOperator("delay") { source, scheduler in source.delay(.milliseconds(5), scheduler: scheduler) },
  ]
}
