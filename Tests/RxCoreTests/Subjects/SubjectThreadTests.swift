import RxCore
import Synchronization
import TestSupport
import Testing

/// R2 and R8 on many threads: one order for all, whoever sends, comes and goes.
@Suite("Subjects on many threads", .dedicatedThreads)
struct SubjectThreadTests {
  /// An observer that remembers what it was told, in order, and whether it was told two things at once.
  private final class Listener: Sendable {
    let told = Log<Int>()
    let terminals = Log<String>()
    let overlaps = Atomic<Int>(0)
    private let isInside = Atomic<Bool>(false)

    func hear(_ event: Event<Int>) {
      if isInside.exchange(true, ordering: .acquiringAndReleasing) { overlaps.wrappingAdd(1, ordering: .relaxed) }
      switch event {
      case .next(let element): told.add(element)
      case .error: terminals.add("error")
      case .completed: terminals.add("completed")
      }
      isInside.store(false, ordering: .releasing)
    }

    var hasOverlapped: Bool { overlaps.load(ordering: .relaxed) > 0 }
  }

  private static let senders = 4
  private static let count = 400

  /// The number of an element of a sender; 0 is what a subject holds at first.
  private static func element(_ sender: Int, _ index: Int) -> Int { sender * count + index + 1 }

  @Test(
    "each observer is told all elements, in one order that is that of each sender, never two at once",
    arguments: SubjectKind.allCases)
  func oneOrder(kind: SubjectKind) {
    let subject = kind.make(0)
    let listeners = (0..<4).map { _ in Listener() }
    let subscriptions = listeners.map { listener in subject.subscribe { listener.hear($0) } }
    onThreads(Self.senders) { sender in
      for index in 0..<Self.count { subject.onNext(Self.element(sender, index)) }
    }
    subject.onCompleted()
    let order = listeners[0].told.entries
    for listener in listeners {
      #expect(listener.told.entries == order)
      #expect(listener.terminals.entries == ["completed"])
      #expect(!listener.hasOverlapped)
    }
    #expect(order.count == Self.senders * Self.count + (kind == .behavior ? 1 : 0))
    for sender in 0..<Self.senders {
      let first = Self.element(sender, 0)
      let own = order.filter { $0 >= first && $0 < first + Self.count }
      #expect(own == Array(first..<first + Self.count))
    }
    for subscription in subscriptions { subscription.dispose() }
  }

  @Test(
    "who comes and goes meanwhile is told a stretch of that order without gap or duplicate, the replay included",
    arguments: SubjectKind.allCases)
  func stretches(kind: SubjectKind) {
    let subject = kind.make(0)
    let reference = Listener()
    let whole = subject.subscribe { reference.hear($0) }
    let visitors = Guarded<[Listener]>([])
    let faults = Log<String>()
    onThreads(Self.senders + 3) { thread in
      if thread < Self.senders {
        for index in 0..<Self.count { subject.onNext(Self.element(thread, index)) }
        return
      }
      for round in 0..<(kind == .replayAll ? 20 : 200) {
        let listener = Listener()
        let subscription = subject.subscribe { listener.hear($0) }
        if kind == .behavior, listener.told.entries.isEmpty { faults.add("told nothing inside its subscription") }
        subject.onNext(1_000_000 * thread + round)
        subscription.dispose()
        visitors.withLock { $0.append(listener) }
      }
    }
    let order = reference.told.entries
    let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    for listener in visitors.withLock({ $0 }) {
      let seen = listener.told.entries
      let start = seen.first.map { places[$0] ?? -1 } ?? 0
      if start < 0 || seen != Array(order[start..<min(start + seen.count, order.count)]) { faults.add("\(seen)") }
      if listener.hasOverlapped { faults.add("two at once") }
      if !listener.terminals.entries.isEmpty { faults.add("ended") }
    }
    #expect(faults.entries.prefix(3) == [])
    #expect(!reference.hasOverlapped)
    whole.dispose()
    #expect(!subject.hasObservers)
  }

  @Test(
    "the end that meets elements of other threads comes last, once, and to all after the same elements",
    arguments: SubjectKind.allCases, [true, false])
  func end(kind: SubjectKind, withError: Bool) {
    for _ in 0..<50 {
      let subject = kind.make(0)
      let listeners = (0..<3).map { _ in Listener() }
      let afterEnd = Log<Int>()
      let subscriptions = listeners.map { listener in
        subject.subscribe { event in
          if !listener.terminals.entries.isEmpty { afterEnd.add(1) }
          listener.hear(event)
        }
      }
      let meeting = Barrier(of: 4)
      let late = Listener()
      onThreads(4) { thread in
        meeting.wait()
        switch thread {
        case 0: if withError { subject.onError(TestError.one) } else { subject.onCompleted() }
        case 1:
          subject.onCompleted()
          _ = subject.subscribe { late.hear($0) }
        default: for index in 0..<20 { subject.onNext(Self.element(thread, index)) }
        }
      }
      for listener in listeners + [late] {
        #expect(listener.terminals.entries.count == 1)
        #expect(!listener.hasOverlapped)
      }
      #expect(Set(listeners.map(\.told.entries)).count == 1)
      #expect(Set(listeners.map(\.terminals.entries)).count == 1)
      #expect(afterEnd.entries.isEmpty)
      #expect(!subject.hasObservers)
      withExtendedLifetime(subscriptions) {}
    }
  }

  @Test(
    "disposed by another thread, at most a call that runs already ends, and the observer is let go",
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
      // One call may have been about to start.
      #expect(startedLate.load(ordering: .relaxed) <= 1)
      #expect(!subject.hasObservers)
      #expect(lifetimes.alive == 0)
      withExtendedLifetime((subject, subscription)) {}
    }
  }
}
