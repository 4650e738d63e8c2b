import RxCore
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Each in a process of its own: the hook is the whole program's.
@Suite("Hooks and Resources")
struct HooksTests {
  @Test("the default prints an unhandled error and where the subscription was made, and goes on")
  func defaultPrints() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let subject = PublishSubject<Int>()
      _ = subject.map { $0 }.subscribe(onNext: { _ in })
      subject.onError(RxError.timeout)
      exit(0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Sequence timeout."))
    // The line that is told inside the macro of an exit test is the macro's.
    #expect(text.contains("RxCoreTests/HooksTests.swift:"))
  }

  @Test("a handler of one's own is told what and where, for each form of closures")
  func ownHandler() async {
    await #expect(processExitsWith: .success) {
      final class Screen: Sendable {}
      let log = Log<String>()
      Hooks.defaultErrorHandler = { places, error in log.add("\(places) \(error)") }
      let screen = Screen()
      let subject = PublishSubject<Int>()
      let subscriptions = [
        subject.subscribe(onCompleted: {}),
        subject.subscribe(with: screen, onNext: { _, _ in }),
        subject.subscribe(onError: { _ in }),
        subject.subscribe { _ in },
      ]
      subject.onError(RxError.timeout)
      let isTold = log.entries.allSatisfy {
        $0.hasPrefix("[\"RxCoreTests/HooksTests.swift:") && $0.hasSuffix("Sequence timeout.")
      }
      exit(isTold && log.entries.count == 2 && subscriptions.count == 4 ? 0 : 1)
    }
  }

  @Test("replacing a handler frees the one before outside any lock")
  func replacesHandlerOutsideLock() async {
    await #expect(processExitsWith: .success) {
      final class Curious: Sendable {
        let log: Log<Int>
        init(log: Log<Int>) { self.log = log }
        deinit {
          _ = Hooks.defaultErrorHandler
          log.add(1)
        }
      }
      let log = Log<Int>()
      do {
        let curious = Curious(log: log)
        Hooks.defaultErrorHandler = { _, _ in withExtendedLifetime(curious) {} }
      }
      Hooks.defaultErrorHandler = { _, _ in }
      exit(log.entries.count == 1 ? 0 : 1)
    }
  }

  #if DEBUG
    @Test("the count of resources goes up with subscriptions and returns to where it was")
    func resources() async {
      await #expect(processExitsWith: .success) {
        let before = Resources.total
        do {
          let subject = BehaviorSubject(value: 0)
          let subscription = Observable.combineLatest(subject.map { $0 }, subject.filter { _ in true }) { $0 + $1 }
            .flatMap { value in
              Observable<Int>.create { observer in
                observer.onNext(value)
                return Disposables.create()
              }
            }
            .subscribe()
          subject.onNext(1)
          if Resources.total <= before + 5 { exit(1) }
          subscription.dispose()
        }
        exit(Resources.total == before ? 0 : 2)
      }
    }
  #endif
}
