import Dispatch
import RxCore

extension OperatorCase {
  /// The operators with windows, groups and time limits, and those that choose or make their source.
  static let timeMore = [
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
    OperatorCase("buffer, by count") { setting in
      setting.source.buffer(timeSpan: .never, count: 1, scheduler: setting.scheduler).map { $0.reduce(0, +) }
    },
    OperatorCase("buffer, by time and count", .isComposite) { setting in
      setting.source.buffer(timeSpan: setting.span(3), count: 2, scheduler: setting.scheduler).map {
        setting.touched($0.reduce(0, +))
      }
    },
    OperatorCase("window, by count") { setting in
      setting.source.window(timeSpan: .never, count: 2, scheduler: setting.scheduler).flatMap { setting.touched($0) }
    },
    OperatorCase("window, by time and count", .isComposite) { setting in
      setting.source.window(timeSpan: setting.span(3), count: 2, scheduler: setting.scheduler).flatMap {
        $0.map { setting.touched($0) }
      }
    },
    OperatorCase("window, the latest", .isComposite) { setting in
      setting.source.window(timeSpan: setting.span(3), count: 2, scheduler: setting.scheduler).switchLatest()
    },
    OperatorCase("groupBy") { setting in
      setting.source.groupBy { setting.touched($0 % 2) }.flatMap { setting.touched($0) }
    },
    OperatorCase("groupBy, one group", .isComposite) { setting in
      setting.source.groupBy { setting.touched($0 % 2) }.take(1).flatMap { $0 }
    },
    OperatorCase("amb, at the first") { $0.source.amb(Observable.never()) },
    OperatorCase("amb, at the second") { Observable.never().amb($0.source) },
    OperatorCase("amb of a sequence") { .amb([.never(), $0.source, .never()]) },
    OperatorCase("amb, of both", .isComposite) { $0.source.amb($0.other) },
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
    OperatorCase("multicast(makeSubject:) with an AsyncSubject", .isComposite) { setting in
      setting.source.multicast(makeSubject: { setting.touched(AsyncSubject<Int>()) }).refCount()
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
