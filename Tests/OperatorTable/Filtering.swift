import RxCore

extension OperatorCase {
  /// The operators that select elements.
  static let filtering = [
    OperatorCase("filter") { setting in setting.source.filter { setting.touched($0) != 2 } },
    OperatorCase("take, more than there are") { $0.source.take(50) },
    OperatorCase("take", .isComposite) { $0.source.take(3) },
    OperatorCase("take, the last element", .terminatesEarly) { $0.source.take(1) },
    OperatorCase("take(for:), longer than the source") { $0.source.take(for: $0.span(700), scheduler: $0.scheduler) },
    OperatorCase("take(for:)", .isComposite) { $0.source.take(for: $0.span(7), scheduler: $0.scheduler) },
    OperatorCase("skip") { $0.source.skip(1) },
    OperatorCase("skip with a time", .takesTime) { $0.source.skip($0.span(2), scheduler: $0.scheduler) },
    OperatorCase("first", .terminatesEarly) { setting in
      setting.source.first().map { setting.touched($0 ?? 0) }.asObservable()
    },
    OperatorCase("distinctUntilChanged") { $0.source.distinctUntilChanged() },
    OperatorCase("distinctUntilChanged(at:)") { $0.source.distinctUntilChanged(at: \.self) },
    OperatorCase("distinctUntilChanged, key") { setting in
      setting.source.distinctUntilChanged { setting.touched($0 / 2) }
    },
    OperatorCase("distinctUntilChanged, comparer") { setting in
      setting.source.distinctUntilChanged { setting.touched($0) == $1 }
    },
    OperatorCase("distinctUntilChanged, key and comparer") { setting in
      setting.source.distinctUntilChanged({ setting.touched($0) }, comparer: { setting.touched($0) == $1 })
    },
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

extension ThrowingOperator {
  static let filtering = [
    ThrowingOperator("filter") { source, _ in source.filter { try failing($0) > 0 } },
    ThrowingOperator("take(while:)") { source, _ in source.take(while: { try failing($0) < 2 }) },
    ThrowingOperator("take(until:), predicate") { source, _ in source.take(until: { try failing($0) > 2 }) },
    ThrowingOperator("skip(while:)") { source, _ in source.skip(while: { try failing($0) < 2 }) },
    ThrowingOperator("single, predicate") { source, _ in source.single { try failing($0) > 2 } },
    ThrowingOperator("distinctUntilChanged, key") { source, _ in source.distinctUntilChanged(failing) },
    ThrowingOperator("distinctUntilChanged, comparer") { source, _ in
      source.distinctUntilChanged { try $0 == failing($1) }
    },
    ThrowingOperator("distinctUntilChanged, key of both") { source, _ in
      source.distinctUntilChanged(failing, comparer: { $0 == $1 })
    },
    ThrowingOperator("distinctUntilChanged, comparer of both") { source, _ in
      source.distinctUntilChanged({ $0 }, comparer: { try $0 == failing($1) })
    },
  ]
}

extension KeepingOperator {
  static let filtering = [
    KeepingOperator("distinctUntilChanged") { source, _ in source.distinctUntilChanged() },
    KeepingOperator("distinctUntilChanged, key") { source, _ in source.distinctUntilChanged { [$0] } },
    KeepingOperator("sample") { source, _ in source.sample(source) },
  ]
}

extension Succession {
  static let filtering = [
    Succession("ifEmpty(switchTo:)", after: .completion) { $0.ifEmpty(switchTo: $1) },
    Succession("skip(until:)", after: .completion) { first, second in
      second.skip(until: Observable.concat(.just(0), first))
    },
  ]
}

extension LateOperator {
  static let filtering = [
    LateOperator("ifEmpty(switchTo:)", after: .completed) { source, second in source.ifEmpty(switchTo: second) }
  ]
}
