import BindableKit
import Dispatch
import Synchronization
import TestSupport
import Testing

/// B3: no lock is held when a Bindable releases the last reference to a value, so the value's deinit may use the
/// Bindable.
@Suite(.dedicatedThreads) struct ValueReleaseTests {
  /// A value whose deinit calls a closure.
  private final class Value: Sendable {
    private let atEnd: (@Sendable () -> Void)?

    init(atEnd: (@Sendable () -> Void)? = nil) { self.atEnd = atEnd }

    deinit { atEnd?() }
  }

  /// Makes values whose deinit uses the target in every way, and counts the deinits.
  private final class Maker: Sendable {
    let target = Box<Bindable<Value>>()
    private let made = Atomic(0)
    private let ended = Atomic(0)
    private let owner = Owner()

    func make() -> Value {
      made.add(1, ordering: .relaxed)
      return Value { [self] in
        ended.add(1, ordering: .relaxed)
        guard let target = target.content else { return }
        _ = target.value
        target.value = Value()
        target.modify { _ in }
        target.observe(on: owner) { _ in }
        target.remove(observer: owner)
        target.observe { _ in }.cancel()
      }
    }

    /// Expects that all values except the current one have been released.
    func expectAllReleased(sourceLocation: SourceLocation = #_sourceLocation) {
      target.content?.value = Value()
      #expect(
        made.load(ordering: .relaxed) == ended.load(ordering: .relaxed), sourceLocation: sourceLocation)
      target.content = nil
    }
  }

  /// Where the last reference to a value is held.
  enum Position: CaseIterable {
    case current, currentThatIsObserved, currentThatIsBound
    case itemOfBatch, itemOfObserversQueue, newestOfObserversQueue, oldValue, oldValueOfDistinct
    case replay, replayOfObserversQueue, derived, derivedFromBoth, sequence
    case binding, bothWays, late, droppedBindable
  }

  @Test("a value may use the Bindable in its deinit, wherever its last reference was", arguments: Position.allCases)
  func release(position: Position) {
    onAnotherThread {
      let maker = Maker()
      let queue = DispatchQueue(label: "slow")
      let isQueued = [.itemOfBatch, .replay, .droppedBindable].contains(position)
      let target = isQueued ? Bindable(maker.make(), queue: queue) : Bindable(maker.make())
      let other = Bindable(Value())
      maker.target.content = target
      queue.suspend()
      var tokens: [BindableToken] = []
      var stream: AsyncStream<Value>?
      switch position {
      case .current, .droppedBindable: break
      case .currentThatIsObserved, .itemOfBatch: tokens = [target.observe { _ in }]
      case .currentThatIsBound: tokens = [target.bind(bothWays: other), target.observe { _ in }]
      case .itemOfObserversQueue: tokens = [target.observe(queue: queue) { _ in }]
      case .newestOfObserversQueue: tokens = [target.observe(queue: queue, policy: .latest) { _ in }]
      case .oldValue: tokens = [target.changes().observe { _, _ in }]
      case .oldValueOfDistinct: tokens = [target.distinct { $0 === $1 }.observe(replay: false) { _ in }]
      case .replay: tokens = [target.observe { _ in }, target.changes().observe { _, _ in }]
      case .replayOfObserversQueue:
        tokens = [target.observe(queue: queue) { _ in }, target.observe(queue: queue, policy: .latest) { _ in }]
      case .derived: tokens = [target.map { $0 }.changes().observe(replay: false) { _, _ in }]
      case .derivedFromBoth:
        tokens = [ReadOnlyBindable.combine(target, other) { one, _ in one }.changes().observe { _, _ in }]
      case .sequence: stream = target.values
      case .binding: tokens = [target.bind(to: other)]
      case .bothWays, .late: tokens = [other.bind(bothWays: target)]
      }
      for round in 0..<10 {
        switch position {
        case .bothWays where round % 2 == 0: other.value = maker.make()
        case .late: onThreads(2) { thread in (thread == 0 ? target : other).value = maker.make() }
        default: target.value = maker.make()
        }
      }
      if position == .droppedBindable {
        maker.target.content = Bindable(Value())
      }
      queue.resume()
      queue.settle()
      withExtendedLifetime(stream) {}
      stream = nil
      target.value = Value()
      other.value = Value()
      queue.settle()
      for token in tokens { token.cancel() }
      tokens = []
      maker.expectAllReleased()
    }
  }

  @Test(
    "a pending change does not retain its source, whose value may use the target in its deinit")
  func originOfWaiting() {
    onAnotherThread {
      let queue = DispatchQueue(label: "slow")
      let target = Bindable(Value(), queue: queue)
      let reads = Atomic(0)
      queue.suspend()
      let observer = target.observe { _ in }
      weak var gone: Bindable<Value>?
      do {
        let source = Bindable(Value())
        gone = source
        let token = source.bind(to: target)
        source.value = Value()
        token.cancel()
        // The source's last value does not reach the target, so the value is released with the source.
        source.value = Value {
          _ = target.value
          target.value = Value()
          reads.add(1, ordering: .relaxed)
        }
      }
      target.value = Value()
      #expect(gone == nil)
      #expect(reads.load(ordering: .relaxed) == 1)
      queue.resume()
      queue.settle()
      withExtendedLifetime(observer) {}
    }
  }
}
