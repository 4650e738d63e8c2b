/// A sink that makes its elements itself, one a turn of a scheduler: the one engine behind `of`, `from` and `range`.
///
/// On ``CurrentThreadScheduler`` it behaves as if each turn were scheduled anew, so sources that are subscribed in one
/// another take turns. But while nobody waits for a turn the next one is its own anyway, and is taken in a plain loop.
class TurnSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  /// Sends the next element and answers `true`, or `false` if there is none.
  func sendNext() -> Bool { false }

  final func run(on scheduler: any ImmediateSchedulerType) -> any Disposable {
    if scheduler is CurrentThreadScheduler {
      // `Producer.subscribe` has the trampoline running. The subscription is complete before the first turn.
      Trampoline.withCurrent { $0.enqueue { self.takeTurns() } }
      return Disposables.create()
    }
    return scheduler.scheduleRecursive(()) { _, recurse in
      if self.sendNext() { recurse(()) } else { self.forwardCompleted() }
    }
  }

  private func takeTurns() {
    Trampoline.withCurrent { trampoline in
      while !isDisposed {
        guard sendNext() else { return forwardCompleted() }
        if trampoline.hasPending { return trampoline.enqueue { self.takeTurns() } }
      }
    }
  }
}
