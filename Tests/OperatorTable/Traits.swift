import RxCore

extension OperatorCase {
  /// The source converted through traits.
  static let traits = [
    OperatorCase("asSingle", .terminatesEarly) { setting in
      setting.source.asSingle().map { setting.touched($0) }.asObservable()
    },
    OperatorCase("asSingle, of one element", .isComposite) { setting in
      setting.source.take(1).asSingle().flatMap { .just(setting.touched($0)) }.asObservable()
    },
    OperatorCase("asMaybe", .terminatesEarly) { setting in
      setting.source.asMaybe().map { setting.touched($0) }.asObservable()
    },
    OperatorCase("asMaybe, of one element", .isComposite) { setting in
      setting.source.take(1).asMaybe().flatMap { .just(setting.touched($0)) }.asObservable()
    },
    OperatorCase("andThen, the second") { setting in Completable.empty().andThen(setting.source) },
    OperatorCase("asInfallible, an element in place of an error", .catchesErrors) { setting in
      setting.source.asInfallible(onErrorJustReturn: 9).map { setting.touched($0) }.asObservable()
    },
    OperatorCase("asInfallible, a sequence in place of an error", .catchesErrors) { setting in
      setting.source.asInfallible(onErrorFallbackTo: .of(9, 10)).filter { setting.touched($0) != 2 }.asObservable()
    },
    OperatorCase("asInfallible, a sequence made of an error", .catchesErrors) { setting in
      setting.source.asInfallible(onErrorRecover: { _ in setting.touched(.just(9)) }).asObservable()
    },
  ]
}

extension Succession {
  static let traits = [
    Succession("Maybe.ifEmpty(switchTo:)", after: .completion) {
      $0.asMaybe().ifEmpty(switchTo: $1.asSingle()).asObservable()
    },
    Succession("andThen(Observable)", after: .completion) { $0.ignoreElements().asCompletable().andThen($1) },
    Succession("andThen(Single)", after: .completion) {
      $0.ignoreElements().asCompletable().andThen($1.asSingle()).asObservable()
    },
    Succession("andThen(Maybe)", after: .completion) {
      $0.ignoreElements().asCompletable().andThen($1.asMaybe()).asObservable()
    },
    Succession("andThen(Completable)", after: .completion) { first, second in
      first.ignoreElements().asCompletable().andThen(second.ignoreElements().asCompletable()).asObservable()
        .map { never -> Int in }
    },
    Succession("Completable.concat", after: .completion) { first, second in
      Completable.concat(first.ignoreElements().asCompletable(), second.ignoreElements().asCompletable()).asObservable()
        .map { never -> Int in }
    },
    Succession("Infallible.concat", after: .completion) { first, second in
      Infallible.concat(first.asInfallible(onErrorJustReturn: 0), second.asInfallible(onErrorJustReturn: 0))
        .asObservable()
    },
    Succession("Single.catch", after: .error) { first, second in
      first.asSingle().catch { _ in second.asSingle() }.asObservable()
    },
    Succession("asInfallible(onErrorFallbackTo:)", after: .error) { first, second in
      first.asInfallible(onErrorFallbackTo: second.asInfallible(onErrorJustReturn: 0)).asObservable()
    },
  ]
}

extension LateOperator {
  static let traits = [
    LateOperator("andThen", after: .completed) { source, second in
      source.ignoreElements().asCompletable().andThen(second)
    }
  ]
}
