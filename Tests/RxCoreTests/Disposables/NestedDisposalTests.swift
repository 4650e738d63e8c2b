import Dispatch
import RxCore
import TestSupport
import Testing

/// Containers of disposables that hold each other, or themselves, and sinks of one's own.
@Suite("nested and cyclic disposables", .dedicatedThreads)
struct NestedDisposalTests {
  @Test("20,000 nested containers are disposed in a loop, each once", arguments: [true, false])
  func nested(areComposites: Bool) {
    let flag = BooleanDisposable()
    var outer: any Disposable = flag
    for _ in 0..<20_000 {
      if areComposites {
        outer = Disposables.create(outer, Disposables.create())
      } else {
        let slot = SerialDisposable()
        slot.disposable = outer
        outer = slot
      }
    }
    outer.dispose()
    #expect(flag.isDisposed)
  }

  @Test("a chain of 2,000 producers of another module is disposed in a loop")
  func chainOfProducers() {
    let subject = PublishSubject<Int>()
    withStack(of: 64 << 20) {
      var chain: Observable<Int> = subject
      for _ in 0..<2_000 { chain = CustomProducer(source: chain, form: .usual) }
      chain.subscribe(onNext: { _ in }).dispose()
    }
    #expect(!subject.hasObservers)
  }

  @Test("a flag in a composite is set once a second call of dispose has returned, even if the first waits")
  func flag() {
    let flag = BooleanDisposable()
    let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let composite = CompositeDisposable(
      Disposables.create(with: {
        entered.signal()
        leave.wait()
      }), flag)
    startThread { composite.dispose() }
    entered.wait()
    composite.dispose()
    #expect(flag.isDisposed)
    leave.signal()
  }

  @Test("containers that hold themselves or each other end, and keep nothing")
  func cycles() {
    weak var composite: CompositeDisposable?
    weak var serial: SerialDisposable?
    weak var single: SingleAssignmentDisposable?
    weak var counted: RefCountDisposable?
    let flag = BooleanDisposable()
    do {
      let one = CompositeDisposable()
      let two = SerialDisposable()
      let three = SingleAssignmentDisposable()
      let count = RefCountDisposable(disposable: one)
      (composite, serial, single, counted) = (one, two, three, count)
      _ = one.insert(one)
      _ = one.insert(two)
      _ = one.insert(count)
      two.disposable = two
      two.disposable = two
      _ = one.insert(three)
      three.setDisposable(one)
      _ = one.insert(
        Disposables.create(with: { [unowned one] in
          one.dispose()
          flag.dispose()
        }))
      one.dispose()
      count.dispose()
    }
    #expect(flag.isDisposed)
    #expect(composite == nil)
    #expect(serial == nil)
    #expect(single == nil)
    #expect(counted == nil)
  }

  @Test(
    "a producer that returns the same disposable twice, or a cycle, keeps nothing",
    arguments: CustomProducer.Form.allCases)
  func cyclesOfSinks(form: CustomProducer.Form) {
    let lifetimes = Lifetimes()
    let subject = PublishSubject<Int>()
    do {
      let tracked = lifetimes.make()
      let producer = CustomProducer(source: subject, form: form)
      producer.map { $0 }.subscribe(onNext: { _ in tracked.touch() }).dispose()
    }
    #expect(lifetimes.alive == 0)
    #expect(!subject.hasObservers)
  }
}

final class CustomProducer: Producer<Int>, @unchecked Sendable {
  /// What `run` returns.
  enum Form: CaseIterable { case usual, sinkTwice, cancelTwice, cycle }

  private final class CustomSink: Sink<Int, Int>, @unchecked Sendable {
    override func onNext(_ element: Int) { forwardNext(element) }
  }

  private let source: Observable<Int>
  private let form: Form

  init(source: Observable<Int>, form: Form) {
    self.source = source
    self.form = form
  }

  override func run(
    _ observer: ObserverBase<Int>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let serial = SerialDisposable()
    let sink = CustomSink(observer: observer, cancel: form == .cycle ? serial : cancel)
    switch form {
    case .usual: return (sink, source.subscribe(sink))
    case .sinkTwice: return (sink, sink)
    case .cancelTwice: return (cancel, cancel)
    case .cycle:
      serial.disposable = sink
      return (serial, source.subscribe(sink))
    }
  }
}
