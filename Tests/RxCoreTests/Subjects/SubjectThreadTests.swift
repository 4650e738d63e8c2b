import RxCore
import Synchronization
import TestSupport
import Testing

/// R2 and R8 on many threads: all observers receive one order, while threads emit, subscribe and dispose.
@Suite("Subjects on many threads", .dedicatedThreads)
struct SubjectThreadTests {
  private static let emitters = 4
  private static let count = 400

  /// The element at `index` of the thread `emitter`; never 0, which is the initial value of a `BehaviorSubject`.
  private static func element(_ emitter: Int, _ index: Int) -> Int { emitter * count + index + 1 }

  @Test(
    "all observers receive all elements in one order that keeps each thread's order, one at a time",
    arguments: SubjectKind.allCases)
  func oneOrder(kind: SubjectKind) {
    let subject = kind.make(0)
    let recordings = (0..<4).map { _ in Recording<Int>() }
    let subscriptions = recordings.map { subject.subscribe($0) }
    onThreads(Self.emitters) { emitter in
      for index in 0..<Self.count { subject.onNext(Self.element(emitter, index)) }
    }
    subject.onCompleted()
    let order = recordings[0].elements
    for recording in recordings {
      #expect(recording.elements == order)
      #expect(recording.terminals == ["completed"])
      #expect(!recording.hasOverlapped)
    }
    #expect(order.count == Self.emitters * Self.count + (kind == .behavior ? 1 : 0))
    for emitter in 0..<Self.emitters {
      let first = Self.element(emitter, 0)
      let own = order.filter { $0 >= first && $0 < first + Self.count }
      #expect(own == Array(first..<first + Self.count))
    }
    for subscription in subscriptions { subscription.dispose() }
  }

  @Test(
    "an observer that comes and goes while threads emit receives part of the common order, without gaps or duplicates",
    arguments: SubjectKind.allCases)
  func stretches(kind: SubjectKind) {
    let subject = kind.make(0)
    let reference = Recording<Int>()
    let whole = subject.subscribe(reference)
    let visitors = Recording<Recording<Int>>()
    let faults = Recording<String>()
    onThreads(Self.emitters + 3) { thread in
      if thread < Self.emitters {
        for index in 0..<Self.count { subject.onNext(Self.element(thread, index)) }
        return
      }
      for round in 0..<(kind == .replayAll ? 20 : 200) {
        let recording = Recording<Int>()
        let subscription = subject.subscribe(recording)
        if kind == .behavior, recording.elements.isEmpty {
          faults.add("no current value was delivered inside subscribe")
        }
        subject.onNext(1_000_000 * thread + round)
        subscription.dispose()
        visitors.add(recording)
      }
    }
    let order = reference.elements
    let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    for recording in visitors.elements {
      let seen = recording.elements
      let start = seen.first.map { places[$0] ?? -1 } ?? 0
      if start < 0 || seen != Array(order[start..<min(start + seen.count, order.count)]) { faults.add("\(seen)") }
      if recording.hasOverlapped { faults.add("overlapping calls") }
      if !recording.terminals.isEmpty { faults.add("ended") }
    }
    #expect(faults.elements.prefix(3) == [])
    #expect(!reference.hasOverlapped)
    whole.dispose()
    #expect(!subject.hasObservers)
  }

  @Test(
    "a terminal event among elements from other threads is delivered last, once, and after the same elements to all",
    arguments: SubjectKind.withAsync, [true, false])
  func end(kind: SubjectKind, withError: Bool) {
    for _ in 0..<50 {
      let subject = kind.make(0)
      let recordings = (0..<3).map { _ in Recording<Int>() }
      let afterEnd = Recording<Int>()
      let subscriptions = recordings.map { recording in
        subject.subscribe { event in
          if !recording.terminals.isEmpty { afterEnd.add(1) }
          recording.on(event)
        }
      }
      let meeting = Barrier(of: 4)
      let late = Recording<Int>()
      onThreads(4) { thread in
        meeting.wait()
        switch thread {
        case 0: if withError { subject.onError(TestError.one) } else { subject.onCompleted() }
        case 1:
          subject.onCompleted()
          _ = subject.subscribe(late)
        default: for index in 0..<20 { subject.onNext(Self.element(thread, index)) }
        }
      }
      for recording in recordings + [late] {
        #expect(recording.terminals.count == 1)
        #expect(!recording.hasOverlapped)
      }
      #expect(Set(recordings.map(\.elements)).count == 1)
      #expect(Set(recordings.map(\.terminals)).count == 1)
      #expect(afterEnd.elements.isEmpty)
      #expect(!subject.hasObservers)
      withExtendedLifetime(subscriptions) {}
    }
  }

  @Test(
    "after another thread has disposed, at most one running call finishes, and the observer is released",
    arguments: SubjectKind.allCases)
  func disposal(kind: SubjectKind) {
    let lifetimes = Lifetimes()
    for _ in 0..<200 {
      let subject = kind.make(0)
      let isDisposed = Atomic<Bool>(false)
      let startedLate = Atomic<Int>(0)
      let subscription = {
        let tracked = lifetimes.make()
        return subject.subscribe(onNext: { _ in
          tracked.touch()
          if isDisposed.load(ordering: .acquiring) { startedLate.wrappingAdd(1, ordering: .relaxed) }
        })
      }()
      let meeting = Barrier(of: 2)
      onThreads(2) { thread in
        meeting.wait()
        if thread == 0 {
          for element in 0..<20 { subject.onNext(element) }
        } else {
          subscription.dispose()
          isDisposed.store(true, ordering: .releasing)
        }
      }
      // One call may have been about to start when `dispose()` returned, so one late start is allowed.
      #expect(startedLate.load(ordering: .relaxed) <= 1)
      #expect(!subject.hasObservers)
      #expect(lifetimes.alive == 0)
      withExtendedLifetime((subject, subscription)) {}
    }
  }

  @Test(
    "a subscription is disposed while another thread releases the subject, and everything is released",
    arguments: SubjectKind.withAsync)
  func releasedMeanwhile(kind: SubjectKind) {
    let lifetimes = Lifetimes()
    for _ in 0..<200 {
      let tracked = lifetimes.make()
      let subject = Guarded<SubjectBase<Int>?>(kind.make(0))
      let subscription = subject.withLock { $0?.subscribe { _ in tracked.touch() } }
      onThreads(2) { thread in
        if thread == 0 { subject.withLock { $0 = nil } } else { subscription?.dispose() }
      }
      subscription?.dispose()
    }
    #expect(lifetimes.alive == 0)
  }
}
