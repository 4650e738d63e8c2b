import RxCore

extension OperatorCase {
  /// The source converted through traits.
  static let traitsMore = [
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
