import RxCore
import TestSupport
import Testing

/// A custom strategy, which does not replay, and subscribes on the calling thread.
private struct OwnStrategy: SharingStrategyProtocol {
  static var scheduler: any SchedulerType { MainScheduler() }

  static func share<Element>(_ source: Observable<Element>) -> Observable<Element> { source.share() }
}

@MainActor
@Suite("Conversions to shared sequences")
struct AsSharedSequenceTests {
  private let source = PublishSubject<Int>()

  private func check<Strategy>(
    _ sequence: SharedSequence<Strategy, Int>, elements: [Int], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let recording = sequence.record()
    source.onNext(1)
    source.onError(TestError.two)
    #expect(recording.elements == elements, sourceLocation: sourceLocation)
    #expect(recording.terminals == ["completed"], sourceLocation: sourceLocation)
  }

  @Test("after an error, onErrorJustReturn is emitted, and the sequence completes")
  func justReturn() {
    check(source.asDriver(onErrorJustReturn: 9), elements: [1, 9])
    check(source.asSignal(onErrorJustReturn: 9), elements: [9])
    check(source.asSharedSequence(sharingStrategy: OwnStrategy.self, onErrorJustReturn: 9), elements: [9])
  }

  @Test("after an error, the sequence continues with another one")
  func continueWith() {
    check(source.asDriver(onErrorDriveWith: .just(9)), elements: [1, 9])
    check(source.asSignal(onErrorSignalWith: .just(9)), elements: [9])
    check(source.asSharedSequence(onErrorDriveWith: Driver.just(9)), elements: [9])
  }

  @Test("after an error, the sequence continues with the closure's result for the error")
  func recover() {
    check(source.asDriver(onErrorRecover: { $0 as? TestError == .two ? .just(9) : .empty() }), elements: [1, 9])
    check(source.asSignal(onErrorRecover: { $0 as? TestError == .two ? .just(9) : .empty() }), elements: [9])
    check(
      source.asSharedSequence(onErrorRecover: { _ in SharedSequence<OwnStrategy, Int>.just(9) }), elements: [9])
  }

  @Test("the fallback is emitted on the main queue when the source fails on another thread")
  func recoverOnMain() async {
    let probe = SourceProbe<Int>()
    let log = Recording<Int>()
    let driver = probe.observable.asDriver(onErrorRecover: { _ in
      MainActor.assertIsolated()
      return .just(9)
    })
    let subscription = driver.drive(onNext: { log.add($0) }, onCompleted: { log.add(0) }, onDisposed: { log.add(-1) })
    onAnotherThread { probe.fail(TestError.one) }
    #expect(log.elements.isEmpty)
    await mainQueueRound()
    #expect(log.elements == [9, 0, -1])
    subscription.dispose()
  }

  @Test("relays and controls need no fallback")
  func withoutFallback() {
    let (relay, taps, text) = (BehaviorRelay(value: 1), PublishRelay<Int>(), BehaviorSubject(value: 2))
    let property = ControlProperty(values: text, valueSink: text)
    let event = ControlEvent(events: taps)
    let drivers = [relay.asDriver().asDriver(), property.asDriver(), event.asDriver()].map { $0.record() }
    let signals = [taps.asSignal().asSignal(), event.asSignal()].map { $0.record() }
    taps.accept(3)
    text.onNext(4)
    #expect(drivers.map(\.elements) == [[1], [2, 4], [3]])
    #expect(signals.map(\.elements) == [[3], [3]])
  }

  @Test("an error from a control, which must not fail, is reported and completes the driver")
  func failingControl() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let reports = Recording<String>()
      Hooks.defaultErrorHandler = { _, error in reports.add("\(error)") }
      let ends = Recording<String>()
      let failing = Observable<Int>.error(TestError.one)
      _ = ControlEvent(events: failing).asDriver().drive(onCompleted: { ends.add("driver") })
      _ = ControlEvent(events: failing).asSignal().emit(onCompleted: { ends.add("signal") })
      _ = ControlProperty(values: failing, valueSink: PublishSubject<Int>()).asDriver()
        .drive(onCompleted: { ends.add("property") })
      await mainQueueRound()
      precondition(reports.elements == ["one", "one", "one"])
      precondition(ends.elements == ["driver", "signal", "property"])
    }
  }
}
