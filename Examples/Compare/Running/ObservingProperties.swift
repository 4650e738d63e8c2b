import Dispatch
import Observation
import RxCore

/// A task that calls an observer with each value of an expression over an `@Observable` model.
@MainActor private final class ObservingLoop {
  private let value: @MainActor @Sendable () -> String
  private var shown: String?
  private var hasEnded = false

  init(_ value: @escaping @MainActor @Sendable () -> String) { self.value = value }

  /// Whether the observer has received the current value.
  var isSettled: Bool { hasEnded || shown == value() }

  func start(_ observer: Observer) {
    let (next, queue) = (observer.next, observer.queue)
    let task = Task { [weak owner = observer.owner, value] in
      for await current in Observations({ value() }) where current != shown {
        if owner == nil { break }
        if let queue { await queue.run { next(current) } } else { next(current) }
        shown = current
      }
      hasEnded = true
    }
    if observer.usesBag {
      // On the main actor, as everything else about the loop.
      Disposables.create { Task { @MainActor in task.cancel() } }.disposed(by: observer.owner.bag)
    }
  }
}

@MainActor private final class ObservingLoops {
  private var loops: [ObservingLoop] = []

  func observe(_ observer: Observer, _ value: @escaping @MainActor @Sendable () -> String) {
    let loop = ObservingLoop(value)
    loops.append(loop)
    loop.start(observer)
  }

  func settle() async {
    // Yield first, so that the main queue runs the work that is already pending.
    repeat { await Task.yield() } while !loops.allSatisfy { $0.isSettled }
  }
}

extension StyledCounter {
  @MainActor static func observable() -> StyledCounter {
    let (counter, loops) = (ObservableWordCounter(), ObservingLoops())
    return StyledCounter(
      "@Observable", read: counter.read, setFilter: counter.setFilter,
      observe: { output, observer in
        switch output {
        case .lines: loops.observe(observer) { "\(counter.lines)" }
        case .words: loops.observe(observer) { "\(counter.words)" }
        case .mostFrequentWord: loops.observe(observer) { counter.mostFrequentWord }
        }
      }, settle: loops.settle)
  }
}

extension DispatchQueue {
  /// Runs `work` on the queue, and returns when it has run.
  fileprivate func run(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      async {
        work()
        continuation.resume()
      }
    }
  }
}
