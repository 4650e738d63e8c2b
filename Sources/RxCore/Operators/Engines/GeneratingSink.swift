/// A sink that generates its elements, one per scheduled call: the engine behind `of`, `from`, `range` and others.
///
/// On ``CurrentThreadScheduler`` it behaves as if each element were scheduled separately, so sources that
/// are subscribed to inside one another interleave. While no other work is queued on that scheduler, the sink emits in
/// a plain loop, which has the same effect.
@usableFromInline
class GeneratingSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  /// Emits the next element and returns `true`, or returns `false` if there is none.
  func emitNext() -> Bool { false }

  /// Starts emitting. Returns the sink.
  final func run(on scheduler: any ImmediateSchedulerType) -> any Upstream {
    if type(of: scheduler) == CurrentThreadScheduler.self {  // A cast would cost several times as much.
      observer.onSubscribe(self)
      // `Producer.subscribe` runs the trampoline, so the subscription is complete before the first element.
      Trampoline.withCurrent { $0.enqueue { self.emitUntilOthersWait() } }
      return self
    }
    return connected {
      scheduler.scheduleRecursive(()) { _, recurse in
        if self.emitNext() { recurse(()) } else { self.forwardCompleted() }
      }
    }
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
