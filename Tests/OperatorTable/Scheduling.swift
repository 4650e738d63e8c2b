import RxCore

extension OperatorCase {
  /// The operators that choose a scheduler.
  static let scheduling = [
    OperatorCase("observe(on:)", .takesTime, endDelay: 1, errorDelay: 1) { $0.source.observe(on: $0.scheduler) },
    OperatorCase("subscribe(on:)", subscriptionDelay: 1) { $0.source.subscribe(on: $0.scheduler) },
  ]
}
