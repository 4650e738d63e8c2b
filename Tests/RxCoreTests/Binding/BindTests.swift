import RxCore
import TestSupport
import Testing

@Suite("bind")
struct BindTests {
  private let probe = SourceProbe<Int>()

  @Test("bind to observers forwards each event to all of them")
  func toObservers() {
    let one = BehaviorSubject(value: 0)
    let other = BehaviorSubject(value: 0)
    let ones = one.record()
    let others = other.record()
    let binding = probe.observable.bind(to: one, other)
    #expect(probe.subscriptions == 1)
    probe.send(1)
    #expect(ones.elements == [0, 1])
    #expect(others.elements == [0, 1])
    binding.dispose()
    #expect(probe.disposals == 1)
    probe.send(2)
    #expect(ones.elements == [0, 1])
  }

  @Test("bind to observers forwards terminal events", arguments: [true, false])
  func ends(withError: Bool) {
    let one = PublishSubject<Int>()
    let other = PublishSubject<Int>()
    let recordings = [one.record(), other.record()]
    _ = probe.observable.bind(to: one, other)
    if withError { probe.fail(TestError.one) } else { probe.complete() }
    for recording in recordings { #expect(recording.terminals == [withError ? "one" : "completed"]) }
  }

  @Test("bind accepts observers of optional elements")
  func toOptionals() {
    let one = BehaviorSubject<Int?>(value: nil)
    let other = BehaviorSubject<Int?>(value: nil)
    let ones = one.record()
    let others = other.record()
    _ = probe.observable.bind(to: one, other)
    probe.send(1)
    #expect(ones.elements == [nil, 1])
    #expect(others.elements == [nil, 1])
  }

  @Test("bind to a function passes the sequence and returns the result")
  func toFunction() {
    func doubled(_ source: Observable<Int>) -> Observable<Int> { source.map { $0 * 2 } }
    func multiplied(_ source: Observable<Int>) -> (Int) -> Observable<Int> {
      { factor in source.map { $0 * factor } }
    }
    #expect(Observable.just(1).bind(to: doubled).record().elements == [2])
    #expect(Observable.just(1).bind(to: multiplied, curriedArgument: 3).record().elements == [3])
  }

  @Test("bind to a closure calls it with each element")
  func onNext() {
    let log = Recording<Int>()
    let binding = probe.observable.bind { log.add($0) }
    probe.send(1)
    binding.dispose()
    probe.send(2)
    #expect(log.elements == [1])
  }

  @Test("an error in a binding to a closure is reported with the source location of the binding")
  func reportsErrors() async {
    await #expect(processExitsWith: .success) {
      let reports = Recording<String>()
      Hooks.recordCallStackOnError = true
      Hooks.defaultErrorHandler = { places, error in reports.add("\(places.first ?? "") \(error)") }
      _ = Observable<Int>.error(TestError.one).bind(onNext: { _ in })
      // Do not compare the line, because inside an exit test the macro's line is reported.
      precondition(reports.elements.count == 1)
      precondition(reports.elements.allSatisfy { $0.hasPrefix("RxCoreTests/BindTests.swift:") && $0.hasSuffix(" one") })
    }
  }

  @Test("bind(with:) passes the object to the closure until the object is deallocated")
  func withObject() {
    let log = Recording<Int>()
    weak var weakObject: Tracked?
    let lifetimes = Lifetimes()
    do {
      let object = lifetimes.make()
      weakObject = object
      _ = probe.observable.bind(with: object) { object, element in
        object.touch()
        log.add(element)
      }
      probe.send(1)
    }
    #expect(weakObject == nil)
    probe.send(2)
    #expect(log.elements == [1])
  }
}
