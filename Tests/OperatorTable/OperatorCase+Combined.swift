import RxCore

extension OperatorCase {
  /// The operators with several sources.
  static let combined = [
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

extension OperatorCase.Setting {
  /// Eight sources, alternating between the two.
  fileprivate var eight: [Observable<Int>] { (0..<8).map { $0.isMultiple(of: 2) ? source : other } }
}
