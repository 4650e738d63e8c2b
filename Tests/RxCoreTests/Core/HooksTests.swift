import RxCore
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Each test runs in a separate process, because hooks are global.
@Suite("Hooks and Resources")
struct HooksTests {
  @Test("the default handler prints an unhandled error and its source location, and the program continues")
  func defaultPrints() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let subject = PublishSubject<Int>()
      _ = subject.map { $0 }.subscribe(onNext: { _ in })
      subject.onError(RxError.timeout)
      exit(0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Sequence timeout."))
    // Do not compare the line, because inside an exit test the macro's line is reported.
    #expect(text.contains("RxCoreTests/HooksTests.swift:"))
  }

  @Test("a custom handler receives the error from each form of subscribe, and no call stack by default")
  func ownHandler() async {
    await #expect(processExitsWith: .success) {
      final class Screen: Sendable {}
      let log = Recording<String>()
      Hooks.defaultErrorHandler = { callStack, error in log.add("\(callStack) \(error)") }
      let screen = Screen()
      let subject = PublishSubject<Int>()
      let subscriptions = [
        subject.subscribe(onCompleted: {}),
        subject.subscribe(with: screen, onNext: { _, _ in }),
        subject.subscribe(onError: { _ in }),
        subject.subscribe { _ in },
      ]
      subject.onError(RxError.timeout)
      precondition(log.elements == ["[] Sequence timeout.", "[] Sequence timeout."])
      precondition(subscriptions.count == 4)
    }
  }

  @Test("a recorded call stack is the custom one, or else the source location of the subscription")
  func recordsCallStack() async {
    await #expect(processExitsWith: .success) {
      let log = Recording<[String]>()
      let captures = Recording<Int>()
      Hooks.defaultErrorHandler = { callStack, _ in log.add(callStack) }
      let failing = Observable<Int>.error(RxError.timeout)
      precondition(!Hooks.recordCallStackOnError)
      _ = failing.subscribe()
      Hooks.recordCallStackOnError = true
      _ = failing.subscribe()
      Hooks.customCaptureSubscriptionCallstack = {
        captures.add(0)
        return ["frame 1", "frame 2"]
      }
      _ = failing.subscribe()
      precondition(captures.count == 1)
      Hooks.recordCallStackOnError = false
      _ = failing.subscribe()
      let expected = [[], ["RxCoreTests/HooksTests.swift"], ["frame 1", "frame 2"], []]
      // Do not compare the line, because inside an exit test the macro's line is reported.
      precondition(log.elements.map { $0.map { String($0.split(separator: ":").first ?? "") } } == expected)
    }
  }

  @Test("the call stack of a Maybe is recorded when the Maybe is subscribed to")
  func recordsCallStackOfMaybe() async {
    await #expect(processExitsWith: .success) {
      final class Screen: Sendable {}
      let log = Recording<[String]>()
      let place = Guarded("subscription")
      Hooks.defaultErrorHandler = { callStack, _ in log.add(callStack) }
      Hooks.recordCallStackOnError = true
      Hooks.customCaptureSubscriptionCallstack = { [place.withLock { $0 }] }
      let (subject, screen) = (PublishSubject<Int>(), Screen())
      let subscription = subject.asMaybe().subscribe(with: screen, onSuccess: { _, _ in })
      place.withLock { $0 = "error" }
      subject.onError(RxError.timeout)
      precondition(log.elements == [["subscription"]])
      withExtendedLifetime((screen, subscription)) {}
    }
  }

  @Test("the default handler also prints the recorded call stack")
  func printsCallStack() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Hooks.recordCallStackOnError = true
      Hooks.customCaptureSubscriptionCallstack = { ["frame 1", "frame 2"] }
      _ = Observable<Int>.error(RxError.timeout).subscribe()
      Hooks.defaultErrorHandler(["frame 3", "frame 4"], RxError.overflow)
    }
    for frame in 1...4 { result.says("frame \(frame)") }
    result.says("Arithmetic overflow occurred.")
  }

  @Test("replacing a handler releases the previous one outside the lock")
  func replacesHandlerOutsideLock() async {
    await #expect(processExitsWith: .success) {
      final class ReadsHook: Sendable {
        let log: Recording<Int>
        init(log: Recording<Int>) { self.log = log }
        deinit {
          _ = Hooks.defaultErrorHandler
          log.add(1)
        }
      }
      let log = Recording<Int>()
      do {
        let captured = ReadsHook(log: log)
        Hooks.defaultErrorHandler = { _, _ in withExtendedLifetime(captured) {} }
      }
      Hooks.defaultErrorHandler = { _, _ in }
      exit(log.elements.count == 1 ? 0 : 1)
    }
  }

  #if DEBUG
    @Test("the resource count rises with subscriptions, and returns to its former value after disposal")
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

    @Test("resources of a library's own are counted, and each call returns the total before it")
    func ownResources() async {
      await #expect(processExitsWith: .success) {
        let before = Resources.total
        precondition(Resources.incrementTotal() == before)
        precondition(Resources.total == before + 1)
        precondition(Resources.decrementTotal() == before + 1)
        precondition(Resources.total == before)
      }
    }
  #endif
}
