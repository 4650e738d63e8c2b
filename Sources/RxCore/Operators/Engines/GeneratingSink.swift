/// A sink that makes its elements itself, one in each turn of a scheduler: the engine behind `of`, `from` and `range`.
///
/// On ``CurrentThreadScheduler`` it behaves as if each turn were scheduled anew, so that sources which are subscribed
/// inside one another alternate. While no other work waits there, the next turn would be its own anyway: it then emits
/// in a plain loop.
@usableFromInline
class GeneratingSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  /// Emits the next element and returns `true`, or returns `false` if there is none.
  func emitNext() -> Bool { false }

  /// Begins to emit. The result is the sink.
  final func run(on scheduler: any ImmediateSchedulerType) -> any Upstream {
    if type(of: scheduler) == CurrentThreadScheduler.self {  // A cast costs several times as much.
      // `Producer.subscribe` has the trampoline running. The subscription is complete before the first turn.
      Trampoline.withCurrent { $0.enqueue { self.emitUntilOthersWait() } }
      return self
    }
    let turns = SingleAssignmentDisposable()
    connect(turns)
    turns.setDisposable(
      scheduler.scheduleRecursive(()) { _, recurse in
        if self.emitNext() { recurse(()) } else { self.forwardCompleted() }
      })
    return self
  }

  private func emitUntilOthersWait() {
    Trampoline.withCurrent { trampoline in
      while !isDisposed {
        guard emitNext() else { return forwardCompleted() }
        if trampoline.hasPending { return trampoline.enqueue { self.emitUntilOthersWait() } }
      }
    }
  }
}
