import Foundation
import RxCore

// Two helpers that most RxSwift apps have in some form.

/// Counts running operations, and emits whether there are any.
class ActivityIndicator: SharedSequenceConvertibleType {
  typealias Element = Bool
  typealias SharingStrategy = DriverSharingStrategy

  private let lock = NSRecursiveLock()
  private let count = BehaviorRelay(value: 0)
  private let isActive: Driver<Bool>

  init() {
    isActive = count.asDriver().map { $0 > 0 }.distinctUntilChanged()
  }

  func asSharedSequence() -> SharedSequence<DriverSharingStrategy, Bool> {
    isActive
  }

  fileprivate func track<Source: ObservableConvertibleType>(_ source: Source) -> Observable<Source.Element> {
    return Observable.using(
      { () -> ActivityToken<Source.Element> in
        self.change(by: 1)
        return ActivityToken(source: source.asObservable()) { self.change(by: -1) }
      },
      observableFactory: { token in
        token.asObservable()
      })
  }

  private func change(by difference: Int) {
    lock.lock()
    defer { lock.unlock() }
    count.accept(count.value + difference)
  }
}

private struct ActivityToken<Element>: ObservableConvertibleType, Disposable {
  private let source: Observable<Element>
  private let cancelable: Cancelable

  init(source: Observable<Element>, onDispose: @escaping () -> Void) {
    self.source = source
    cancelable = Disposables.create(with: onDispose)
  }

  func asObservable() -> Observable<Element> {
    source
  }

  func dispose() {
    cancelable.dispose()
  }
}

extension ObservableConvertibleType {
  func trackActivity(_ indicator: ActivityIndicator) -> Observable<Element> {
    indicator.track(self)
  }
}

/// Collects the errors of many sequences.
final class ErrorTracker: SharedSequenceConvertibleType {
  typealias Element = Error
  typealias SharingStrategy = SignalSharingStrategy

  private let errors = PublishSubject<Error>()

  func asSharedSequence() -> SharedSequence<SignalSharingStrategy, Error> {
    errors.asObservable().asSignalOnErrorJustComplete()
  }

  fileprivate func track<Source: ObservableConvertibleType>(_ source: Source) -> Observable<Source.Element> {
    source.asObservable().do(onError: onError)
  }

  private func onError(_ error: Error) {
    errors.onNext(error)
  }

  deinit {
    errors.onCompleted()
  }
}

extension ObservableConvertibleType {
  func trackError(_ tracker: ErrorTracker) -> Observable<Element> {
    tracker.track(self)
  }
}

extension ObservableType {
  func mapToVoid() -> Observable<Void> {
    map { _ in }
  }

  func catchErrorJustComplete() -> Observable<Element> {
    `catch` { _ in Observable.empty() }
  }

  func asDriverOnErrorJustComplete() -> Driver<Element> {
    asDriver { _ in Driver.empty() }
  }

  func asSignalOnErrorJustComplete() -> Signal<Element> {
    asSignal { error in
      Signal.empty()
    }
  }

  func unwrap<Wrapped>() -> Observable<Wrapped> where Element == Wrapped? {
    // swift-format-ignore: NeverForceUnwrap
    filter { $0 != nil }.map { $0! }
  }
}
