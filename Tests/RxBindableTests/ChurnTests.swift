import BindableKit
import Foundation
import RxBindable
import RxCore
import TestSupport
import Testing

/// X1 to X5: making and ending bindings leaves memory flat, measured in a separate process.
@Suite("the bridge: churn")
struct ChurnTests {
  enum Kind: CaseIterable {
    case asObservable, asPublishSubject, asBehaviorSubject, asBindable, into, outOf, bothWays
    case completed, completedSubject
  }

  @Test("making and ending bindings leaves memory flat")
  func comeAndGo() async {
    await #expect(processExitsWith: .success) {
      let bindable = Bindable(0)
      let subject = BehaviorSubject(value: 0)
      let observable = bindable.asObservable()
      let observer = AnyObserver<Int> { _ in }
      for kind in Kind.allCases {
        expectFlatMemory("\(kind)", times: 50_000) {
          switch kind {
          case .asObservable: observable.subscribe(onNext: { _ in }).dispose()
          case .asPublishSubject: _ = bindable.asPublishSubject()
          case .asBehaviorSubject: _ = bindable.asBehaviorSubject()
          case .asBindable: _ = subject.asBindable(initial: 0, onError: .replace(with: 0))
          case .into: subject.bind(to: bindable).dispose()
          case .outOf: bindable.bind(to: observer).dispose()
          case .bothWays: bindable.bind(bothWays: subject).dispose()
          case .completed: _ = Observable.just(1).bind(to: bindable)
          case .completedSubject:
            let subject = PublishSubject<Int>()
            _ = subject.bind(to: bindable)
            subject.onCompleted()
          }
        }
      }
      exit(0)
    }
  }
}
