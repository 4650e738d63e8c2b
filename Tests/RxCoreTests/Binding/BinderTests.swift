import Dispatch
import RxCore
import TestSupport
import Testing

/// The target of the bindings.
private final class Label: @unchecked Sendable {
  let log = Recording<String>()

  var text = "" {
    didSet { log.add(text) }
  }
}

@Suite("Binder", .dedicatedThreads)
struct BinderTests {
  @Test("sets its target on the main queue, in order")
  func usesMainQueue() {
    let label = Label()
    let done = DispatchSemaphore(value: 0)
    let elsewhere = Recording<String>()
    let binder = Binder<String>(label) { label, text in
      if !Thread.isMainQueue { elsewhere.add(text) }
      label.text = text
      if text == "last" { done.signal() }
    }
    for number in 1...100 { binder.onNext("\(number)") }
    binder.onNext("last")
    #expect(done.wait(timeout: .now() + limit) == .success)
    #expect(label.log.elements == (1...100).map { "\($0)" } + ["last"])
    #expect(elsewhere.elements == [])
  }

  @MainActor
  @Test("a call on the main queue sets the target before it returns")
  func isInline() {
    let label = Label()
    Binder<String>(label) { $0.text = $1 }.onNext("a")
    #expect(label.text == "a")
    Binder<String>(label, scheduler: MainScheduler.instance) { $0.text = $1 }.onNext("b")
    #expect(label.text == "b")
  }

  @Test("sets its target on the given scheduler")
  func usesScheduler() {
    let label = Label()
    let scheduler = ManualScheduler()
    let binder = Binder<String>(label, scheduler: scheduler) { $0.text = $1 }
    binder.onNext("a")
    #expect(label.text == "")
    scheduler.runNext()
    #expect(label.text == "a")
  }

  @Test("does not retain its target, and does nothing after the target is deallocated")
  func isWeak() {
    let scheduler = ManualScheduler()
    let log = Recording<String>()
    weak var weakLabel: Label?
    var binder: Binder<String>?
    do {
      let label = Label()
      weakLabel = label
      binder = Binder(label, scheduler: scheduler) { _, text in log.add(text) }
      binder?.onNext("a")
    }
    #expect(weakLabel == nil)
    scheduler.runNext()
    binder?.onNext("b")
    scheduler.runNext()
    #expect(log.elements == [])
  }

  @Test("an error is reported with the source location of the binder, and changes nothing")
  func reportsErrors() async {
    await #expect(processExitsWith: .success) {
      let label = Label()
      let reports = Recording<String>()
      Hooks.recordCallStackOnError = true
      Hooks.defaultErrorHandler = { places, error in reports.add("\(places.first ?? "") \(error)") }
      let binder = Binder<String>(label, scheduler: CurrentThreadScheduler.instance) { $0.text = $1 }
      binder.onError(TestError.one)
      // Do not compare the line, because inside an exit test the macro's line is reported.
      precondition(reports.elements.count == 1)
      precondition(
        reports.elements.allSatisfy { $0.hasPrefix("RxCoreTests/BinderTests.swift:") && $0.hasSuffix(" one") })
      precondition(label.log.elements.isEmpty)
    }
  }

  @Test("completion changes nothing")
  func ignoresCompletion() {
    let label = Label()
    let binder = Binder<String>(label, scheduler: CurrentThreadScheduler.instance) { $0.text = $1 }
    binder.onCompleted()
    binder.onNext("a")
    #expect(label.log.elements == ["a"])
  }
}

private enum Thread {
  private static let key = DispatchSpecificKey<Bool>()
  private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  /// Whether the caller is on the main queue.
  static var isMainQueue: Bool {
    _ = mark
    return DispatchQueue.getSpecific(key: key) == true
  }
}
