import RxCore

extension OperatorCase {
  /// The operators for side effects.
  static var utility: [OperatorCase] { [sideEffects] + debug }

  private static let sideEffects =
    OperatorCase("do") { setting in
      let touch = setting.touch
      return setting.source.do(
        onNext: { _ in touch() }, afterNext: { _ in touch() }, onError: { _ in touch() }, afterError: { _ in touch() },
        onCompleted: { touch() }, afterCompleted: { touch() }, onSubscribe: { touch() }, onSubscribed: { touch() },
        onDispose: { touch() })
    }

  /// A silent `debug`, which is only available to the package's tests.
  private static var debug: [OperatorCase] {
    #if PROGRAMS
      []
    #else
      [OperatorCase("debug") { setting in setting.source.debug(nil, trimOutput: true) { _ in setting.touch() } }]
    #endif
  }
}

extension ThrowingOperator {
  static let utility = [
    ThrowingOperator("do(onNext:)") { source, _ in source.do(onNext: { _ = try failing($0) }) },
    ThrowingOperator("do(onError:)") { source, _ in
      source.map { if $0 == 2 { throw Failure.source } else { $0 } }.do(onError: { _ in throw Failure.closure })
    },
    ThrowingOperator("do(onCompleted:)") { source, _ in
      .create { observer in
        source.subscribe(
          onNext: { $0 == 2 ? observer.onCompleted() : observer.onNext($0) }, onError: observer.onError)
      }.do(onCompleted: { throw Failure.closure })
    },
  ]
}
