import BindableKit
import DeliveryCore
import Dispatch
import RxBindable
import RxCore
import Synchronization
import TestSupport
import Testing

/// B15 and R2: a thread that leaves its values to another one delivers in its place after a while.
@Suite("Taking over a delivery", .dedicatedThreads)
struct TakeOverTests {
  enum Kind: CaseIterable {
    case bindable, map, combination, binding, publish, behavior, replay, relay, merge
  }

  /// Passes numbers to a closure, which is called by one of the sending threads at a time.
  private struct Channel: @unchecked Sendable {
    let send: (Int) -> Void
    let subscription: Any

    init(_ kind: Kind, _ receive: @escaping @Sendable (Int) -> Void) {
      let (bindable, other) = (Bindable(0), Bindable(0))
      let (publish, otherPublish) = (PublishSubject<Int>(), PublishSubject<Int>())
      switch kind {
      case .bindable:
        subscription = bindable.observe(replay: false, receive)
        send = { bindable.value = $0 }
      case .map:
        subscription = bindable.map { $0 }.observe(replay: false, receive)
        send = { bindable.value = $0 }
      case .combination:
        subscription = ReadOnlyBindable.combine(bindable, other) { $0 + $1 }.observe(replay: false, receive)
        send = { bindable.value = $0 }
      case .binding:
        subscription = (bindable.bind(to: other), other, other.observe(replay: false, receive))
        send = { bindable.value = $0 }
      case .publish:
        subscription = publish.subscribe(onNext: receive)
        send = publish.onNext
      case .behavior:
        let subject = BehaviorSubject(value: 0)
        subscription = subject.skip(1).subscribe(onNext: receive)
        send = subject.onNext
      case .replay:
        let subject = ReplaySubject<Int>.create(bufferSize: 3)
        subscription = subject.subscribe(onNext: receive)
        send = subject.onNext
      case .relay:
        let relay = PublishRelay<Int>()
        subscription = relay.subscribe(onNext: receive)
        send = relay.accept
      case .merge:  // Each thread emits from a subject of its own.
        subscription = Observable.merge(publish, otherPublish).subscribe(onNext: receive)
        send = { $0 == 1 ? publish.onNext($0) : otherPublish.onNext($0) }
      }
    }
  }

  @Test(
    "a set returns although another thread sets without end, which then delivers its values itself",
    arguments: Kind.allCases)
  func returns(kind: Kind) {
    let sets = Atomic<Int>(0)
    let first = Atomic<UInt>(0)
    let isInside = Atomic<Bool>(false)
    let hasReturned = Atomic<Bool>(false)
    let isCalled = Atomic<Bool>(false)
    let log = Recording<Int>()
    let channel = Channel(kind) { number in
      let isNested = isCalled.exchange(true, ordering: .acquiringAndReleasing)
      #expect(!isNested, "called by two threads")
      log.add(number)
      isInside.store(true, ordering: .releasing)
      if currentThread == first.load(ordering: .acquiring) {
        // Whenever the first thread looks, there is something more to deliver.
        let known = sets.load(ordering: .acquiring)
        while sets.load(ordering: .acquiring) == known {}
      }
      isCalled.store(false, ordering: .releasing)
    }
    onThreads(2) { thread in
      if thread == 0 {
        first.store(currentThread, ordering: .releasing)
        channel.send(1)
        hasReturned.store(true, ordering: .releasing)
      } else {
        while !isInside.load(ordering: .acquiring) {}
        var number = 1
        while !hasReturned.load(ordering: .acquiring) {
          number += 1
          channel.send(number)
          sets.wrappingAdd(1, ordering: .releasing)
        }
        if kind != .combination { #expect(log.elements == Array(1...number)) }
        #expect(log.elements.last == number)
      }
    }
  }

  @Test(
    "while an observer waits for the thread that sets, each set returns, and nothing is lost", arguments: Kind.allCases)
  func isNeverBlocked(kind: Kind) {
    let (isInside, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let log = Recording<Int>()
    let channel = Channel(kind) { number in
      log.add(number)
      if number == 1 {
        isInside.signal()
        mayLeave.wait()
      }
    }
    onThreads(2) { thread in
      if thread == 0 {
        channel.send(1)
      } else {
        isInside.wait()
        for number in 2...400 { channel.send(number) }
        mayLeave.signal()
      }
    }
    #expect(log.elements == (kind == .combination ? [1, 400] : Array(1...400)))
  }

  @Test(
    "a thread that takes over delivers what waits before another one does: so two leave only a few values to each other",
    arguments: Kind.allCases)
  func isBounded(kind: Kind) {
    let sent = Atomic<Int>(0)
    let calls = Guarded<[(thread: UInt, waiting: Int)]>([])
    let channel = Channel(kind) { _ in
      calls.withLock { $0.append((currentThread, sent.load(ordering: .relaxed) - $0.count)) }
      // Slower than a set.
      for _ in 0..<500 { _ = sent.load(ordering: .relaxed) }
    }
    onThreads(2) { thread in
      for _ in 0..<10_000 {
        sent.wrappingAdd(1, ordering: .relaxed)
        channel.send(thread + 1)
      }
    }
    if kind == .combination { return }
    calls.withLock { calls in
      #expect(calls.count == 20_000)
      let starts = calls.indices.dropFirst().filter { calls[$0].thread != calls[$0 - 1].thread }
      for (start, end) in zip(starts, starts.dropFirst()) where calls[start].waiting > 600 {
        #expect(end - start > 256, "\(calls[start].waiting) waited")
      }
    }
  }
}
