import RxCore

extension OperatorCase {
  /// The operators that make a sequence.
  static let creating = [
    OperatorCase("create") { setting in
      .create { observer in
        setting.touch()
        return setting.source.subscribe(observer)
      }
    },
    OperatorCase("deferred") { setting in .deferred { setting.touched(setting.source) } },
    OperatorCase("timer, with the source inside", .isComposite) { setting in
      Observable<Int>.timer(setting.span(1), scheduler: setting.scheduler).flatMap { _ in setting.source }
    },
    OperatorCase("interval, with the source", .isComposite) { setting in
      .merge(setting.source, Observable<Int>.interval(setting.span(2), scheduler: setting.scheduler).take(20))
    },
    OperatorCase("using") { setting in
      .using({ CountedResource(touch: setting.touch) }, observableFactory: { _ in setting.touched(setting.source) })
    },
    OperatorCase("generate, with the source", .isComposite) { setting in
      .merge(
        setting.source,
        .generate(
          initialState: 0, condition: { setting.touched($0 < 5) }, scheduler: setting.scheduler,
          iterate: { setting.touched($0 + 1) }))
    },
    OperatorCase("repeatElement, with the source", .isComposite) { setting in
      setting.source.flatMap { Observable.repeatElement($0).take(2) }
    },
  ]
}

/// A resource that a subscription makes and disposes.
private final class CountedResource: Disposable {
  private let touch: @Sendable () -> Void

  init(touch: @escaping @Sendable () -> Void) {
    self.touch = touch
    touch()
  }

  func dispose() { touch() }
}
