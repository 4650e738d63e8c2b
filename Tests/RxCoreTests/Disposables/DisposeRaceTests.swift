import Dispatch
import RxCore
import Synchronization
import TestSupport
import Testing

/// R1 and R4 when two threads dispose at the same moment: once a `dispose()` call made inside an event has returned,
/// the observer receives nothing more, even if the other thread's call is still running.
@Suite("Two threads dispose at the same moment", .dedicatedThreads)
struct DisposeRaceTests {
  /// Emits unconditionally to its observer, even after disposal.
  fileprivate final class Source: Observable<Int>, @unchecked Sendable {
    private let observer = Guarded<ObserverBase<Int>?>(nil)
    private let disposable: any Disposable

    init(disposable: any Disposable = Disposables.create()) {
      self.disposable = disposable
      super.init()
    }

    override func subscribe(erased observer: ObserverBase<Int>) -> any Disposable {
      self.observer.withLock { $0 = observer }
      return disposable
    }

    func send(_ element: Int) { observer.withLock { $0 }?.onNext(element) }
    func forget() { observer.withLock { $0 = nil } }
  }

  /// A disposable whose first disposal waits until the gate opens.
  fileprivate final class Gate: Sendable {
    private let entered = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)
    private let isFirst = Atomic<Bool>(true)

    func pass() {
      guard isFirst.exchange(false, ordering: .relaxed) else { return }
      entered.signal()
      _ = opened.wait(timeout: .now() + limit)
    }

    func awaitVisitor() { #expect(entered.wait(timeout: .now() + limit) == .success) }
    func open() { opened.signal() }
  }

  fileprivate enum Chain: CaseIterable {
    case create, map, flatMap, share, shareReplay, observeOnQueue, observeOnScheduler, subject

    func make(_ source: Source, queue: DispatchQueue) -> Observable<Int> {
      switch self {
      case .create: .create { source.subscribe($0) }
      case .map: source.map { $0 }
      case .flatMap: source.flatMap { Observable.just($0) }
      case .share: source.share()
      case .shareReplay: source.share(replay: 1)
      case .observeOnQueue:
        source.observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "race"))
      case .observeOnScheduler: source.observe(on: CurrentThreadScheduler.instance)
      case .subject: source.multicast(PublishSubject()).refCount()
      }
    }
  }

  fileprivate enum Holder: CaseIterable {
    case binary, composite, single, serial, nested

    /// Returns a disposable that disposes `slow`, which waits, and then the subscription.
    func hold(_ slow: any Disposable, _ subscription: any Disposable) -> any Disposable {
      switch self {
      case .binary: return Disposables.create(slow, subscription)
      case .composite: return CompositeDisposable(slow, subscription)
      case .single:
        let single = SingleAssignmentDisposable()
        single.setDisposable(Disposables.create(slow, subscription))
        return single
      case .serial:
        let serial = SerialDisposable()
        serial.disposable = Disposables.create(slow, subscription)
        return serial
      case .nested:
        let serial = SerialDisposable()
        serial.disposable = CompositeDisposable(
          Disposables.create(), Holder.single.hold(slow, Disposables.create(Disposables.create(), subscription)))
        return Disposables.create(serial, Disposables.create(), Disposables.create())
      }
    }
  }

  /// The elements received from a source that emits 1, 2 and 3, if two threads dispose inside the first event: another
  /// thread, held up at `gate`, and then the delivering thread.
  private func received(
    from source: Source, through chain: Chain, gate: Gate, hold: (any Disposable) -> any Disposable
  ) -> [Int] {
    let queue = DispatchQueue(label: "race")
    let log = Recording<Int>()
    let handle = Guarded<(any Disposable)?>(nil)
    let ended = DispatchSemaphore(value: 0)
    let subscription = chain.make(source, queue: queue).subscribe(onNext: { element in
      guard log.add(element) == 1, let disposable = handle.withLock({ $0 }) else { return }
      startThread {
        disposable.dispose()
        ended.signal()
      }
      gate.awaitVisitor()
      disposable.dispose()
    })
    handle.withLock { [disposable = hold(subscription)] in $0 = disposable }
    for element in 1...3 { source.send(element) }
    // Each element may need its own turn.
    for _ in 0..<5 { queue.sync {} }
    let received = log.elements
    gate.open()
    #expect(ended.wait(timeout: .now() + limit) == .success)
    source.forget()
    handle.withLock { $0 = nil }
    return received
  }

  @Test("no element follows while the other thread disposes the source", arguments: Chain.allCases)
  fileprivate func disposingSource(chain: Chain) {
    let gate = Gate()
    let source = Source(disposable: Disposables.create { gate.pass() })
    #expect(received(from: source, through: chain, gate: gate, hold: { $0 }) == [1])
  }

  @Test(
    "no element follows while the other thread disposes an object held with the subscription",
    arguments: Chain.allCases, Holder.allCases)
  fileprivate func disposingNeighbour(chain: Chain, holder: Holder) {
    let gate = Gate()
    let hold: (any Disposable) -> any Disposable = { holder.hold(Disposables.create { gate.pass() }, $0) }
    #expect(received(from: Source(), through: chain, gate: gate, hold: hold) == [1])
  }

  /// An operator with a resource that takes time to be disposed.
  private final class Slow: Producer<Int>, @unchecked Sendable {
    private final class ForwardingSink: Sink<Int, Int>, @unchecked Sendable {
      override func onNext(_ element: Int) { forwardNext(element) }
    }

    private let source: Observable<Int>
    private let gate: Gate

    init(source: Observable<Int>, gate: Gate) {
      self.source = source
      self.gate = gate
    }

    override func run(
      _ observer: ObserverBase<Int>, cancel: any Cancelable
    ) -> (sink: any Disposable, subscription: any Disposable) {
      let sink = ForwardingSink(observer: observer, cancel: cancel)
      let resource = Disposables.create { [gate] in gate.pass() }
      return (sink, Disposables.create(resource, source.subscribe(erased: sink)))
    }
  }

  @Test("no element follows while the other thread disposes a custom operator's resource", arguments: [false, true])
  func disposingResource(isHeld: Bool) {
    let gate = Gate()
    let source = Source()
    let log = Recording<Int>()
    let handle = Guarded<(any Disposable)?>(nil)
    let ended = DispatchSemaphore(value: 0)
    let subscription = Slow(source: source, gate: gate).subscribe(onNext: { element in
      guard log.add(element) == 1, let disposable = handle.withLock({ $0 }) else { return }
      startThread {
        disposable.dispose()
        ended.signal()
      }
      gate.awaitVisitor()
      disposable.dispose()
    })
    let disposable = isHeld ? Holder.nested.hold(Disposables.create(), subscription) : subscription
    handle.withLock { $0 = disposable }
    for element in 1...3 { source.send(element) }
    #expect(log.elements == [1])
    gate.open()
    #expect(ended.wait(timeout: .now() + limit) == .success)
    source.forget()
    handle.withLock { $0 = nil }
  }

  fileprivate enum Direct: CaseIterable {
    case subject, replayed, connection

    /// Subscribes `observer` with no operator in between. Returns a closure that emits, and the subscription.
    func subscribe(
      _ observer: AnyObserver<Int>, bag: DisposeBag
    ) -> (send: @Sendable (Int) -> Void, disposable: any Disposable) {
      let subject = PublishSubject<Int>()
      switch self {
      case .subject: return ({ subject.onNext($0) }, subject.subscribe(observer))
      case .replayed:
        let replayed = ReplaySubject<Int>.create(bufferSize: 1)
        return ({ replayed.onNext($0) }, replayed.subscribe(observer))
      case .connection:
        let shared = subject.publish()
        shared.subscribe(observer).disposed(by: bag)
        return ({ subject.onNext($0) }, shared.connect())
      }
    }
  }

  @Test(
    "no element of a subject or connection follows while the other thread disposes an object held with it",
    arguments: Direct.allCases, Holder.allCases)
  fileprivate func disposingNeighbourOfDirect(direct: Direct, holder: Holder) {
    let (gate, log, bag) = (Gate(), Recording<Int>(), DisposeBag())
    let ended = DispatchSemaphore(value: 0)
    let (send, disposable) = direct.subscribe(AnyObserver { $0.element.map { _ = log.add($0) } }, bag: bag)
    let held = holder.hold(Disposables.create { gate.pass() }, disposable)
    send(1)
    startThread {
      held.dispose()
      ended.signal()
    }
    gate.awaitVisitor()
    held.dispose()
    send(2)
    #expect(log.elements == [1])
    gate.open()
    #expect(ended.wait(timeout: .now() + limit) == .success)
    withExtendedLifetime(bag) {}
  }

  @Test("no element follows, whenever both dispose", arguments: Chain.allCases.filter { $0 != .observeOnQueue })
  fileprivate func stress(chain: Chain) {
    struct Round {
      var number = -1
      var disposable: (any Disposable)?
    }
    let rounds = 20_000 / 5
    let current = Guarded(Round())
    let late = Atomic<Int>(0)
    let (begin, end) = (Barrier(of: 2), Barrier(of: 2))
    let queue = DispatchQueue(label: "unused")
    onThreads(2) { thread in
      for number in 0..<rounds {
        for holder in Holder.allCases {
          if thread == 0 {
            let source = Source()
            let isDisposed = Atomic<Bool>(false)
            let subscription = chain.make(source, queue: queue).subscribe(onNext: { _ in
              if isDisposed.load(ordering: .relaxed) { late.wrappingAdd(1, ordering: .relaxed) }
              guard !isDisposed.load(ordering: .relaxed), let disposable = current.withLock({ $0.disposable }) else {
                return
              }
              begin.wait()
              disposable.dispose()
              isDisposed.store(true, ordering: .relaxed)
            })
            let disposable = holder.hold(Disposables.create(), subscription)
            current.withLock { $0 = Round(number: number, disposable: disposable) }
            for element in 1...3 { source.send(element) }
            end.wait()
            source.forget()
          } else {
            begin.wait()
            current.withLock { $0.disposable }?.dispose()
            end.wait()
          }
        }
      }
    }
    #expect(late.load(ordering: .relaxed) == 0)
    let last = current.withLock { $0 }
    current.withLock { $0 = Round() }
    withExtendedLifetime(last) {}
  }

  @Test("disposables that hold each other can be disposed, and dispose other content once", arguments: [false, true])
  func cycle(isMeetingOther: Bool) {
    let gate = Gate()
    let log = Recording<Int>()
    let (one, two, three) = (SerialDisposable(), CompositeDisposable(), SingleAssignmentDisposable())
    one.disposable = two
    _ = two.insert(three)
    _ = two.insert(Disposables.create { log.add(1) })
    _ = two.insert(
      Disposables.create {
        one.dispose()
        if isMeetingOther { gate.pass() }
      })
    three.setDisposable(one)
    _ = two.insert(two)
    if isMeetingOther {
      onThreads(2) { thread in
        if thread == 0 { return one.dispose() }
        gate.awaitVisitor()
        three.dispose()
        two.dispose()
        gate.open()
      }
    } else {
      one.dispose()
    }
    #expect(log.elements == [1])
    #expect(one.isDisposed && two.isDisposed && three.isDisposed)
  }
}
