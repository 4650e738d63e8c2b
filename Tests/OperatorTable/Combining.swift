import RxCore

extension OperatorCase {
  /// The operators with several sources, and those for sequences of sequences.
  static let combining = [
    OperatorCase("startWith") { $0.source.startWith(7, 8) },
    OperatorCase("merge()", .usesOther) { setting in setting.source.map { _ in setting.other }.merge() },
    OperatorCase("merge(), of both kinds", .isComposite) { setting in
      setting.source.map { setting.inner($0) }.merge()
    },
    OperatorCase("merge(), inner") { Observable.just($0.source).merge() },
    OperatorCase("merge(maxConcurrent:)", .usesOther) { setting in
      setting.source.map { _ in setting.other }.merge(maxConcurrent: 2)
    },
    OperatorCase("merge(maxConcurrent:), of both kinds", .isComposite) { setting in
      setting.source.map { setting.inner($0) }.merge(maxConcurrent: 2)
    },
    OperatorCase("merge(maxConcurrent:), inner") {
      Observable.of($0.other.take(0), $0.source).merge(maxConcurrent: 1)
    },
    OperatorCase("switchLatest", .usesOther) { setting in setting.source.map { _ in setting.other }.switchLatest() },
    OperatorCase("switchLatest, of both kinds", .isComposite) { setting in
      setting.source.map { setting.inner($0) }.switchLatest()
    },
    OperatorCase("switchLatest, inner") { Observable.of(.never(), $0.source).switchLatest() },
    OperatorCase("concat()", .usesOther) { setting in setting.source.map { _ in setting.other }.concat() },
    OperatorCase("concat(), of both kinds", .isComposite) { setting in
      setting.source.map { setting.inner($0) }.concat()
    },
    OperatorCase("concat(), inner") { Observable.of(.empty(), $0.source).concat() },
    OperatorCase("concat, first", .isComposite) { $0.source.take(2).concat($0.other) },
    OperatorCase("concat, second", .isComposite) { Observable.of(5, 6).concat($0.source) },
    OperatorCase("concat of a sequence", .isComposite) {
      .concat(AnySequence([$0.source.take(1), $0.other.take(1), $0.source]))
    },
    OperatorCase("merge", .isComposite) { .merge($0.source, $0.other) },
    OperatorCase("withLatestFrom, first", .usesOther) { setting in
      setting.source.withLatestFrom(setting.other) { setting.touched($0 + $1) }
    },
    OperatorCase("withLatestFrom, second", [.usesOther, .ignoresEnd]) { setting in
      setting.other.withLatestFrom(setting.source) { setting.touched($0 + $1) }
    },
    OperatorCase("withLatestFrom without a closure", .usesOther) { $0.source.withLatestFrom($0.other) },
    OperatorCase("combineLatest of 2", .isComposite) { setting in
      .combineLatest(setting.source, setting.other) { setting.touched($0 + $1) }
    },
    OperatorCase("combineLatest of 3", .isComposite) { setting in
      .combineLatest(setting.source, setting.other, setting.source) { setting.touched($0 + $1 + $2) }
    },
    OperatorCase("combineLatest of 8", .isComposite) { setting in
      combineLatest(setting.eight) { setting.touched($0.reduce(0, +)) }
    },
    OperatorCase("combineLatest of a collection", .isComposite) { setting in
      .combineLatest([setting.source, setting.other]) { setting.touched($0.reduce(0, +)) }
    },
    OperatorCase("zip of 2", .isComposite) { setting in
      .zip(setting.source, setting.other) { setting.touched($0 + $1) }
    },
    OperatorCase("zip of 3", .isComposite) { setting in
      .zip(setting.source, setting.other, setting.source) { setting.touched($0 + $1 + $2) }
    },
    OperatorCase("zip of 8", .isComposite) { setting in
      zip(setting.eight) { setting.touched($0.reduce(0, +)) }
    },
    OperatorCase("zip of a collection", .isComposite) { setting in
      .zip([setting.source, setting.other]) { setting.touched($0.reduce(0, +)) }
    },
    OperatorCase("amb, at the first") { $0.source.amb(Observable.never()) },
    OperatorCase("amb, at the second") { Observable.never().amb($0.source) },
    OperatorCase("amb of a sequence") { .amb([.never(), $0.source, .never()]) },
    OperatorCase("amb, of both", .isComposite) { $0.source.amb($0.other) },
  ]

  /// The operators with several equivalent sources, once for each position of the source.
  static let positions =
    [
      OperatorCase("concat, at the first") { $0.source.concat($0.other) },
      OperatorCase("concat, at the second") { Observable.just(0).concat($0.source) },
      OperatorCase("concat of a sequence, at the last") { .concat(AnySequence([.just(0), $0.source])) },
    ]
    + positions(of: "merge", 1...3) { .merge($0) }
    + positions(of: "merge of a collection", 2...2) { .merge(ArraySlice($0)) }
    + positions(of: "combineLatest", 2...8) { sources in combineLatest(sources) { $0.reduce(0, +) } }
    + positions(of: "combineLatest of tuples", 2...8) { sources in
      combineLatestTuples(sources).map { $0.reduce(0, +) }
    }
    + positions(of: "combineLatest of a collection", 1...3) { sources in
      .combineLatest(sources) { $0.reduce(0, +) }
    }
    + positions(of: "zip", 2...8) { sources in zip(sources) { $0.reduce(0, +) } }
    + positions(of: "zip of tuples", 2...8) { sources in zipTuples(sources).map { $0.reduce(0, +) } }
    + positions(of: "zip of a collection", 1...3) { sources in .zip(sources) { $0.reduce(0, +) } }

  /// Lists an operator once for each position of the source; the other source is at all other positions.
  private static func positions(
    of name: String, _ arities: ClosedRange<Int>, _ apply: @escaping @Sendable ([Observable<Int>]) -> Observable<Int>
  ) -> [OperatorCase] {
    arities.flatMap { arity in
      (0..<arity).map { position in
        OperatorCase("\(name) of \(arity), at number \(position + 1)", arity > 1 ? .usesOther : []) { setting in
          apply((0..<arity).map { $0 == position ? setting.source : setting.other })
        }
      }
    }
  }
}

extension ThrowingOperator {
  static let combining =
    [
      ThrowingOperator("withLatestFrom") { source, companion in
        source.withLatestFrom(companion) { first, _ in try failing(first) }
      },
      ThrowingOperator("combineLatest of a collection") { source, companion in
        .combineLatest([source, companion]) { try failing($0[0]) }
      },
      ThrowingOperator("zip of a collection") { source, companion in
        .zip([source, companion]) { try failing($0[0]) }
      },
    ]
    + (2...8).map { arity in
      ThrowingOperator("combineLatest of \(arity)") { source, companion in
        combineLatest([source] + (1..<arity).map { _ in companion }) { try failing($0[0]) }
      }
    }
    + (2...8).map { arity in
      ThrowingOperator("zip of \(arity)") { source, companion in
        zip([source] + (1..<arity).map { _ in companion }) { try failing($0[0]) }
      }
    }
}

extension KeepingOperator {
  static let combining = [
    KeepingOperator("withLatestFrom") { source, _ in source.withLatestFrom(source) },
    KeepingOperator("combineLatest") { source, _ in .combineLatest(source, source) { $1 } },
    KeepingOperator("zip") { source, _ in .zip(source, source) { $1 } },
  ]
}

extension Succession {
  static let combining = [
    Succession("concat", after: .completion) { $0.concat($1) },
    Succession("concat of an array", after: .completion) { .concat([$0, $1]) },
    Succession("concat of arguments", after: .completion) { .concat($0, $1) },
    Succession("nested concat", after: .completion) { .concat(.concat($0, .empty()), $1) },
    Succession("concat of an observable", after: .completion) { Observable.of($0, $1).concat() },
    Succession("merge(maxConcurrent: 1)", after: .completion) { Observable.of($0, $1).merge(maxConcurrent: 1) },
    Succession("switchLatest, the former sequence", after: .completion) { first, second in
      Observable.of(first, second).switchLatest()
    },
    Succession("merge", after: .completion) { .merge($0, $1) },
  ]
}

extension LateOperator {
  static let combining = [
    LateOperator("merge", after: .next) { source, second in source.map { _ in second }.merge() },
    LateOperator("merge(maxConcurrent:)", after: .next) { source, second in
      source.map { _ in second }.merge(maxConcurrent: 1)
    },
    LateOperator("switchLatest", after: .next) { source, second in source.map { _ in second }.switchLatest() },
    LateOperator("concat", after: .completed) { source, second in source.concat(second) },
  ]
}

extension OperatorCase.Setting {
  /// Eight sources, alternating between the two.
  fileprivate var eight: [Observable<Int>] { (0..<8).map { $0.isMultiple(of: 2) ? source : other } }
}
