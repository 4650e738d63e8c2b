import Dispatch
import RxCore
import TestSupport
import Testing

/// An operator declared outside the module, as users write them.
private final class DoublingSink: Sink<Int, Int>, @unchecked Sendable {
  override func onNext(_ element: Int) {
    if element < 0 {
      forwardError(RxError.argumentOutOfRange)
    } else if element == 0 {
      forwardCompleted()
    } else {
      forwardNext(element * 2)
    }
  }
}

private final class Doubling: Producer<Int>, @unchecked Sendable {
  private let source: Observable<Int>
  let runs = Recording<Int>()

  init(_ source: Observable<Int>) {
    self.source = source
  }

  override func run(
    _ observer: ObserverBase<Int>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    runs.add(1)
    let sink = DoublingSink(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

/// A custom `ObservableType` that breaks the grammar: it emits after it has completed.
private struct Ungrammatical: ObservableType {
  typealias Element = Int
  let disposals = Recording<Int>()

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
    observer.onNext(1)
    observer.onCompleted()
    observer.onNext(2)
    observer.onCompleted()
    return Disposables.create { disposals.add(1) }
  }
}

@Suite("Producer and Sink")
struct ProducerTests {
  @Test("an operator declared outside the module runs once for each subscription")
  func ownOperator() {
    let subject = PublishSubject<Int>()
    let doubling = Doubling(subject)
    let seen = Recording<Int>()
    let first = doubling.subscribe(onNext: { seen.add($0) })
    let second = doubling.map { $0 + 1 }.subscribe(onNext: { seen.add($0) })
    subject.onNext(1)
    #expect(seen.elements == [2, 3])
    #expect(doubling.runs.elements.count == 2)
    first.dispose()
    second.dispose()
    #expect(!subject.hasObservers)
  }

  @Test("an operator that emits a terminal event itself frees its source", arguments: [0, -1])
  func ownEnd(element: Int) {
    let subject = PublishSubject<Int>()
    let seen = Recording<String>()
    let subscription = Doubling(subject).subscribe { seen.add($0.debugDescription) }
    subject.onNext(element)
    #expect(!subject.hasObservers)
    subject.onNext(1)
    #expect(seen.elements == [element == 0 ? "completed" : "error(Argument out of range.)"])
    subscription.dispose()
  }

  @Test("an operator can dispose its own sink")
  func sinkDisposesItself() {
    let subject = PublishSubject<Int>()
    let seen = Recording<Int>()
    let sinks = Recording<any Disposable>()
    final class ExposingSink: Producer<Int>, @unchecked Sendable {
      let source: Observable<Int>
      let sinks: Recording<any Disposable>

      init(_ source: Observable<Int>, sinks: Recording<any Disposable>) {
        self.source = source
        self.sinks = sinks
      }

      override func run(
        _ observer: ObserverBase<Int>, cancel: any Cancelable
      ) -> (sink: any Disposable, subscription: any Disposable) {
        let sink = DoublingSink(observer: observer, cancel: cancel)
        sinks.add(sink)
        return (sink, source.subscribe(sink))
      }
    }
    let subscription = ExposingSink(subject, sinks: sinks).subscribe(
      onNext: { seen.add($0) }, onDisposed: { seen.add(-1) })
    subject.onNext(1)
    sinks.elements[0].dispose()
    #expect(!subject.hasObservers)
    subject.onNext(2)
    #expect(seen.elements == [2])
    subscription.dispose()
    #expect(seen.elements == [2, -1])
  }

  @Test("64 nested sources and a chain of 160 stages fit on the stack of a secondary thread, in every kind of build")
  func nests() {
    @Sendable func concat(_ levels: Int) -> Observable<Int> {
      levels == 0 ? .just(1) : Observable.empty().concat(Observable.deferred { concat(levels - 1) })
    }
    @Sendable func caught(_ levels: Int) -> Observable<Int> {
      levels == 0 ? .just(2) : Observable.error(TestError.one).catch { _ in caught(levels - 1) }
    }
    @Sendable func flatMapped(_ levels: Int) -> Observable<Int> {
      levels == 0 ? .just(3) : Observable.just(0).flatMap { _ in flatMapped(levels - 1) }
    }
    let seen = Recording<Int>()
    withStack {
      let chain = (0..<160).reduce(Observable.just(4)) { source, _ in source.map { $0 } }
      for source in [concat(64), caught(64), flatMapped(64), chain] { _ = source.subscribe(onNext: { seen.add($0) }) }
    }
    #expect(seen.elements == [1, 2, 3, 4])
  }

  @Test("every form of subscribe enforces the grammar for a custom observable")
  func wrapsOwnType() {
    let ungrammatical = Ungrammatical()
    let seen = Recording<String>()
    _ = ungrammatical.asObservable().subscribe { seen.add($0.debugDescription) }
    _ = ungrammatical.subscribe { seen.add($0.debugDescription) }
    _ = ungrammatical.subscribe(onNext: { seen.add("next(\($0))") }, onCompleted: { seen.add("completed") })
    _ = ungrammatical.map { $0 }.subscribe { seen.add($0.debugDescription) }
    let once = ["next(1)", "completed"]
    #expect(seen.elements == once + once + once + once)
    #expect(ungrammatical.disposals.elements.count == 4)
  }

  /// Passes its observer on to another observable.
  private final class Forwarding<Element>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>

    init(_ source: Observable<Element>) { self.source = source }

    override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable { source.subscribe(observer) }
  }

  @Test("an observable may pass its observer on to another one, even if the subscription has already ended")
  func forwardedObserver() {
    let source = SourceProbe<Int>()
    let forwarding = Forwarding(source.observable)
    let windows = forwarding.window(timeSpan: .never, count: 2, scheduler: ManualScheduler()).take(1).record()
    #expect(windows.terminals == ["completed"])
    let groups = forwarding.groupBy { $0 }.take(until: Observable.just(1)).record()
    #expect(groups.terminals == ["completed"])
    let samples = forwarding.sample(Observable<Int>.never()).take(until: Observable.just(1)).record()
    #expect(samples.terminals == ["completed"])
    source.complete()
    #expect(source.subscriptions == source.disposals)
  }
}
