import OperatorTable
import Synchronization
import TestSupport
import Testing

@testable import RxCore

/// A subscription through an operator, with checks of what remains afterwards.
private final class Trial: Sendable {
  enum Act {
    case source(Event<Int>)
    case other(Event<Int>)
    case advance(Int)
  }

  static let elements: [Act] = [
    .advance(1), .source(.next(1)), .other(.next(10)), .advance(10), .source(.next(2)), .advance(10),
    .other(.next(20)), .source(.next(2)), .advance(10), .source(.next(3)), .other(.next(30)), .advance(10),
  ]

  /// Ends both sources, then emits more events, as a source that breaks the grammar does.
  static func end(_ end: Event<Int>) -> [Act] {
    [
      .source(end), .advance(10), .other(.next(40)), .other(end), .advance(30), .source(.next(4)), .other(.next(50)),
      .source(.completed), .other(.completed), .advance(300),
    ]
  }

  private let source: RawSource
  private let other: RawSource
  private let scheduler = ManualScheduler()
  private let handle = SingleAssignmentDisposable()
  private let subscription = SingleAssignmentDisposable()
  private let hasReturned = Atomic<Bool>(false)
  private let touchCount = Atomic<Int>(0)
  private let lateCount = Atomic<Int>(0)
  let lifetimes = Lifetimes()
  let log = Recording<String>()

  /// - Parameters:
  ///   - whenSubscribed: called while a source is being subscribed to.
  ///   - onTouch: called in each closure of the operator, with the number of the call.
  ///   - onEvent: called with the number of each event, while the event is delivered.
  init(
    _ operatorCase: OperatorCase, whenSubscribed: @escaping @Sendable (RawSource, any Disposable) -> Void = { _, _ in },
    onTouch: @escaping @Sendable (Int, any Disposable) -> Void = { _, _ in },
    onEvent: @escaping @Sendable (Int, any Disposable) -> Void = { _, _ in }
  ) {
    source = RawSource { [handle] in whenSubscribed($0, handle) }
    other = RawSource { [handle] in whenSubscribed($0, handle) }
    let tracked = lifetimes.make()
    let setting = OperatorCase.Setting(source: source, other: other, scheduler: scheduler) { [unowned self] in
      tracked.touch()
      onTouch(touchCount.wrappingAdd(1, ordering: .relaxed).newValue, handle)
    }
    let stoppable = Stoppable(source: operatorCase(setting), handle: handle) { [unowned self] in
      // Events before `subscribe` has returned are not late, because the operator cannot yet know of the disposal.
      if hasReturned.load(ordering: .acquiring) { lateCount.wrappingAdd(1, ordering: .relaxed) }
    }
    subscription.setDisposable(
      stoppable.subscribe { [log, handle] event in
        tracked.touch()
        onEvent(log.add("\(event)"), handle)
      })
    hasReturned.store(true, ordering: .releasing)
  }

  func play(_ acts: [Act]) {
    for act in acts {
      switch act {
      case .source(let event): source.send(event)
      case .other(let event): other.send(event)
      case .advance(let milliseconds): scheduler.advance(by: milliseconds)
      }
    }
  }

  func dispose() { handle.dispose() }

  /// The number of calls of the operator's closures.
  var touches: Int { touchCount.load(ordering: .relaxed) }

  /// The number of events that the operator emitted after it was disposed.
  var late: Int { lateCount.load(ordering: .relaxed) }

  /// The faults after disposal or a terminal event. Each subscription to a source must be disposed once, no work may be
  /// scheduled, and nothing may be retained, although the test keeps the disposable and the sources.
  func faults() -> [String] {
    source.forget()
    other.forget()
    var faults: [String] = []
    if source.unbalanced != 0 { faults.append("the source: \(source.unbalanced) too few disposals") }
    if other.unbalanced != 0 { faults.append("the other source: \(other.unbalanced) too few disposals") }
    if scheduler.pending != 0 { faults.append("\(scheduler.pending) work items are still scheduled") }
    if lifetimes.alive != 0 { faults.append("objects are leaked") }
    return faults
  }
}

/// Disposes its subscription when a test asks for it, like a downstream operator that needs no more elements. The test
/// may ask at any moment, even before `subscribe` has returned.
private final class Stoppable: Producer<Int>, @unchecked Sendable {
  private final class StopSink: Sink<Int, Int>, @unchecked Sendable {
    private let whenLate: @Sendable () -> Void

    init(observer: ObserverBase<Int>, cancel: any Cancelable, whenLate: @escaping @Sendable () -> Void) {
      self.whenLate = whenLate
      super.init(observer: observer, cancel: cancel)
    }

    override func onNext(_ element: Int) {
      if isDisposed { whenLate() }
      forwardNext(element)
    }

    override func onError(_ error: any Error) {
      if isDisposed { whenLate() }
      forwardError(error)
    }

    override func onCompleted() {
      if isDisposed { whenLate() }
      forwardCompleted()
    }
  }

  private let source: Observable<Int>
  private let handle: SingleAssignmentDisposable
  private let whenLate: @Sendable () -> Void

  init(source: Observable<Int>, handle: SingleAssignmentDisposable, whenLate: @escaping @Sendable () -> Void) {
    self.source = source
    self.handle = handle
    self.whenLate = whenLate
  }

  override func run(
    _ observer: ObserverBase<Int>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = StopSink(observer: observer, cancel: cancel, whenLate: whenLate)
    handle.setDisposable(Disposables.create { [weak sink] in sink?.dispose() })
    return (sink, source.subscribe(erased: sink))
  }
}

/// R3 (resources) and R4 (dispose).
@Suite("Disposal at every moment of a subscription", .dedicatedThreads)
struct DisposalTests {
  fileprivate enum Ending: CaseIterable {
    case completion, failure

    var acts: [Trial.Act] { Trial.end(self == .completion ? .completed : .error(TestError.one)) }
  }

  /// The thread that disposes.
  fileprivate enum Disposer: CaseIterable {
    case caller
    /// Another thread, while the caller waits for it.
    case otherThread

    func dispose(_ disposable: any Disposable) {
      if self == .caller { disposable.dispose() } else { onAnotherThread { disposable.dispose() } }
    }
  }

  @Test(
    "without disposal, the terminal event is the last event and frees everything", arguments: OperatorCase.all,
    Ending.allCases)
  fileprivate func end(operatorCase: OperatorCase, ending: Ending) {
    let trial = Trial(operatorCase)
    trial.play(Trial.elements + ending.acts)
    let events = trial.log.elements
    #expect(events.firstIndex { !$0.hasPrefix("next") } ?? events.count - 1 == events.count - 1)
    if events.last?.hasPrefix("next") ?? true { trial.dispose() }
    #expect(trial.late == 0)
    #expect(trial.faults() == [])
  }

  @Test(
    "disposal inside any event, even the terminal one, stops all later events", arguments: OperatorCase.all,
    Ending.allCases)
  fileprivate func insideEvent(operatorCase: OperatorCase, ending: Ending) {
    let reference = Trial(operatorCase)
    reference.play(Trial.elements + ending.acts)
    let events = reference.log.elements
    reference.dispose()
    for disposer in Disposer.allCases {
      for number in events.indices {
        let trial = Trial(operatorCase, onEvent: { if $0 == number + 1 { disposer.dispose($1) } })
        trial.play(Trial.elements + ending.acts)
        #expect(trial.log.elements == Array(events.prefix(number + 1)), "\(disposer), event \(number)")
        #expect(trial.late == 0, "\(disposer), event \(number)")
        #expect(trial.faults() == [], "\(disposer), event \(number)")
      }
    }
  }

  @Test("disposal inside any call of a closure stops all later events", arguments: OperatorCase.all, Ending.allCases)
  fileprivate func insideClosure(operatorCase: OperatorCase, ending: Ending) {
    let reference = Trial(operatorCase)
    reference.play(Trial.elements + ending.acts)
    reference.dispose()
    for disposer in Disposer.allCases {
      for call in 0..<reference.touches {
        let countAtDisposal = Recording<Int>()
        let events = Recording<Int>()
        let trial = Trial(
          operatorCase,
          onTouch: {
            guard $0 == call + 1 else { return }
            disposer.dispose($1)
            countAtDisposal.add(events.elements.count)
          }, onEvent: { number, _ in events.add(number) })
        trial.play(Trial.elements + ending.acts)
        #expect(trial.log.elements.count == countAtDisposal.elements.first ?? 0, "\(disposer), call \(call)")
        #expect(trial.late == 0, "\(disposer), call \(call)")
        #expect(trial.faults() == [], "\(disposer), call \(call)")
      }
    }
  }

  @Test(
    "disposal before subscribe has returned stops all later events", arguments: OperatorCase.all, Disposer.allCases
  )
  fileprivate func insideSubscription(operatorCase: OperatorCase, disposer: Disposer) {
    let countAtDisposal = Recording<Int>()
    let events = Recording<Int>()
    let trial = Trial(
      operatorCase,
      whenSubscribed: { source, subscription in
        source.send(.next(1))
        disposer.dispose(subscription)
        countAtDisposal.add(events.elements.count)
        source.send(.next(2))
        source.send(.completed)
      }, onEvent: { number, _ in events.add(number) })
    trial.play(Trial.elements + Ending.completion.acts)
    #expect(trial.log.elements.count == countAtDisposal.elements.first ?? -1)
    #expect(trial.late == 0)
    #expect(trial.faults() == [])
  }

  @Test("disposal by another thread while elements are emitted stops all later events", arguments: OperatorCase.all)
  fileprivate func meanwhile(operatorCase: OperatorCase) {
    for round in 0..<15 {
      let isDisposed = Atomic<Bool>(false)
      let startedLate = Atomic<Int>(0)
      let meeting = Barrier(of: 2)
      let trial = Trial(
        operatorCase,
        onEvent: { _, _ in
          if isDisposed.load(ordering: .acquiring) { startedLate.wrappingAdd(1, ordering: .relaxed) }
        })
      onThreads(2) { thread in
        meeting.wait()
        if thread == 0 {
          for _ in 0..<3 { trial.play(Trial.elements) }
          if round % 2 == 0 { trial.play(Ending.completion.acts) }
        } else {
          for _ in 0..<round * 200 where trial.log.elements.count < round { continue }
          trial.dispose()
          isDisposed.store(true, ordering: .releasing)
        }
      }
      // One call may have been about to start when `dispose()` returned, so one late start is allowed.
      #expect(startedLate.load(ordering: .relaxed) <= 1)
      let (events, late) = (trial.log.elements, trial.late)
      trial.play(Trial.elements + Ending.completion.acts)
      #expect(trial.log.elements == events)
      #expect(trial.late == late)
      #expect(trial.faults() == [])
    }
  }

  @Test("disposing again, even after a terminal event, has no effect", arguments: OperatorCase.all)
  fileprivate func twice(operatorCase: OperatorCase) {
    let trial = Trial(operatorCase)
    trial.play(Trial.elements)
    trial.dispose()
    trial.dispose()
    let events = trial.log.elements
    trial.play(Ending.failure.acts)
    trial.dispose()
    #expect(trial.log.elements == events)
    #expect(trial.late == 0)
    #expect(trial.faults() == [])
  }

  @Test("no source is started once the sequence has ended or been disposed")
  fileprivate func startsNothing() {
    let started = Recording<String>()
    let current = Guarded<(any Disposable)?>(nil)
    let dispose: @Sendable () -> Void = { current.withLock { $0 }?.dispose() }
    func request(_ name: String) -> Observable<Int> {
      .create { _ in
        started.add(name)
        return Disposables.create()
      }
    }
    let ended = Observable<Int>.create { observer in
      observer.onCompleted()
      return Disposables.create()
    }
    let sequences: [Observable<Int>] = [
      request("startWith").startWith(1).take(1),
      request("take(until:)").take(until: Observable.just(1)),
      request("withLatestFrom").withLatestFrom(Observable<Int>.error(TestError.one)),
      request("do").do(onSubscribe: dispose),
      .deferred { [source = request("deferred")] in
        dispose()
        return source
      },
      .using({ BooleanDisposable() }) { [source = request("using")] _ in
        dispose()
        return source
      },
      ended.do(onDispose: dispose).concat(request("concat")),
      Observable.error(TestError.one).catch { [source = request("catch")] _ in
        dispose()
        return source
      },
      Observable.of(1, 2).flatMapLatest { [source = request("flatMapLatest")] number in
        number == 1 ? .never().do(onDispose: dispose) : source
      },
    ]
    for sequence in sequences {
      let trigger = PublishSubject<Void>()
      let subscription = trigger.flatMap { sequence }.subscribe(onError: { _ in })
      current.withLock { $0 = subscription }
      trigger.onNext(())
    }
    #expect(started.elements == [])
  }
}
