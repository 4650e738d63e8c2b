import RxCore

extension OperatorCase {
  /// More operators that select elements.
  static let filteringMore = [
    OperatorCase("element(at:)", .terminatesEarly) { $0.source.element(at: 0) },
    OperatorCase("element(at:), beyond the end", .isComposite) { $0.source.element(at: 50) },
    OperatorCase("ignoreElements") { setting in
      setting.source.ignoreElements().map { (_: Never) -> Int in }
    },
    OperatorCase("single", .terminatesEarly) { $0.source.single() },
    OperatorCase("single, with a predicate") { setting in setting.source.single { setting.touched($0) == 2 } },
    OperatorCase("takeLast") { $0.source.takeLast(2) },
    OperatorCase("take(while:)") { setting in setting.source.take(while: { setting.touched($0) < 50 }) },
    OperatorCase("take(while:), none", .terminatesEarly) { setting in
      setting.source.take(while: { setting.touched($0) > 50 })
    },
    OperatorCase("take(until:), a predicate") { setting in
      setting.source.take(until: { setting.touched($0) > 50 })
    },
    OperatorCase("take(until:), the first element", .terminatesEarly) { setting in
      setting.source.take(until: { setting.touched($0) < 50 }, behavior: .inclusive)
    },
    OperatorCase("take(until:)", .isComposite) { $0.source.take(until: $0.other) },
    OperatorCase("take(until:), the source", .usesOther) { $0.source.take(until: $0.other.ignoreElements()) },
    OperatorCase("take(until:), the trigger", .terminatesEarly) { Observable.never().take(until: $0.source) },
    OperatorCase("skip(while:)") { setting in setting.source.skip(while: { setting.touched($0) < 2 }) },
    OperatorCase("skip(until:)", .isComposite) { $0.source.skip(until: $0.other) },
    OperatorCase("skip(until:), the source") { $0.source.skip(until: Observable.just(0)) },
    OperatorCase("sample", .isComposite) { $0.source.sample($0.other) },
    OperatorCase("sample, the source", [.usesOther, .ignoresEnd]) { $0.source.sample($0.other, defaultValue: 7) },
    OperatorCase("sample, the sampler", [.usesOther, .terminatesEarly]) { $0.other.sample($0.source) },
    OperatorCase("ifEmpty(default:)") { $0.source.ifEmpty(default: 7) },
    OperatorCase("ifEmpty(switchTo:), the first") { $0.source.ifEmpty(switchTo: $0.other) },
    OperatorCase("ifEmpty(switchTo:), the second") { Observable.empty().ifEmpty(switchTo: $0.source) },
  ]
}
