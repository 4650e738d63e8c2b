import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import RxCore

private final class DoublingSink: Sink<Int, Int>, @unchecked Sendable {
  override func onNext(_ element: Int) { forwardNext(element) }
}

private final class Custom: Producer<Int>, @unchecked Sendable {
  let source: Observable<Int>
  init(_ source: Observable<Int>) { self.source = source }
  override func run(
    _ observer: ObserverBase<Int>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = DoublingSink(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

@Suite("AttackTests", .dedicatedThreads)
struct AttackTests {
  #if DEBUG
    @Test("a composite that contains itself describes itself")
    func selfDescription() async {
      await #expect(processExitsWith: .success) {
        let composite = CompositeDisposable()
        _ = composite.insert(composite)
        _ = "\(composite)"
      }
    }
  #endif

  @Test("20,000 nested composites, and as many nested slots, are disposed in linear time", arguments: [true, false])
  func nestedContainers(composites: Bool) {
    var outer: any Disposable = BooleanDisposable()
    for _ in 0..<20_000 {
      if composites {
        outer = Disposables.create(outer, Disposables.create())
      } else {
        let slot = SerialDisposable()
        slot.disposable = outer
        outer = slot
      }
    }
    let time = ContinuousClock().measure { outer.dispose() }
    #expect(time < .seconds(10))
  }

  @Test("a chain of 2,000 custom producers is disposed in linear time")
  func customProducers() {
    let subject = PublishSubject<Int>()
    withStack(of: 64 << 20) {
      var chain: Observable<Int> = subject
      for _ in 0..<2000 { chain = Custom(chain) }
      let subscription = chain.subscribe(onNext: { _ in })
      let time = ContinuousClock().measure { subscription.dispose() }
      #expect(time < .seconds(2))
    }
    #expect(!subject.hasObservers)
  }

  @Test("timeout: a re-entrant element restarts the timer while the first is still delivered")
  func timeoutOverlap() {
    let saved = Guarded<AnyObserver<Int>?>(nil)
    let running = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
    let source = Observable<Int>.create { observer in
      saved.withLock { $0 = observer }
      return Disposables.create()
    }
    let done = DispatchSemaphore(value: 0)
    let subscription = source.timeout(.milliseconds(20), other: Observable.just(9), scheduler: scheduler).subscribe(
      onNext: { element in
        if element != 2, running.wrappingAdd(1, ordering: .relaxed).newValue > 1 {
          overlaps.wrappingAdd(1, ordering: .relaxed)
        }
        if element == 1 {
          saved.withLock { $0 }?.onNext(2)
          _ = done.wait(timeout: .now() + 0.3)
        }
        if element == 9 { done.signal() }
        if element != 2 { running.wrappingSubtract(1, ordering: .relaxed) }
      })
    saved.withLock { $0 }?.onNext(1)
    #expect(overlaps.load(ordering: .relaxed) == 0)
    subscription.dispose()
  }

  @Test("a flag in a composite is set when a second dispose has returned")
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
    let lifetimes = Lifetimes()
    do {
      let one = CompositeDisposable()
      let two = SerialDisposable()
      let three = SingleAssignmentDisposable()
      let count = RefCountDisposable(disposable: one)
      let tracked = lifetimes.make()
      _ = one.insert(one)
      _ = one.insert(two)
      _ = one.insert(count)
      two.disposable = two
      two.disposable = two
      _ = one.insert(three)
      three.setDisposable(one)
      _ = one.insert(Disposables.create(with: { [unowned one] in tracked.touch(); one.dispose() }))
      one.dispose()
      count.dispose()
    }
    #expect(lifetimes.alive == 0)
  }

  @Test("custom sink cycles", arguments: [0, 1, 2])
  func customCycle(kind: Int) {
    final class Odd: Producer<Int>, @unchecked Sendable {
      let kind: Int
      let source: Observable<Int>
      init(_ kind: Int, _ source: Observable<Int>) { self.kind = kind; self.source = source }
      override func run(
        _ observer: ObserverBase<Int>, cancel: any Cancelable
      ) -> (sink: any Disposable, subscription: any Disposable) {
        switch kind {
        case 0:
          let sink = DoublingSink(observer: observer, cancel: cancel)
          return (sink, sink)
        case 1: return (cancel, cancel)
        default:
          let serial = SerialDisposable()
          let sink = DoublingSink(observer: observer, cancel: serial)
          serial.disposable = sink
          return (serial, source.subscribe(sink))
        }
      }
    }
    let lifetimes = Lifetimes()
    let subject = PublishSubject<Int>()
    do {
      let tracked = lifetimes.make()
      let subscription = Odd(kind, subject).map { $0 }.subscribe(onNext: { _ in tracked.touch() })
      subscription.dispose()
    }
    #expect(lifetimes.alive == 0)
    #expect(!subject.hasObservers)
    do {
      let tracked = lifetimes.make()
      _ = Odd(kind, subject).map { $0 }.take(1).subscribe(onNext: { _ in tracked.touch() })
      subject.onNext(1)
    }
    if kind == 2 { #expect(lifetimes.alive == 0) }
  }
}
