/// Makes the elements of `of`, `from`, `range` and others, one for each scheduled call.
@usableFromInline
struct Generator<Element> {
  /// Emits the element at an index and returns `true`, or returns `false` if there is no such element. Not called after
  /// disposal.
  @usableFromInline
  typealias EmitElement = (_ index: Int, _ sink: Sink<Element, Element>) throws -> Bool

  let scheduler: any ImmediateSchedulerType
  let emitElement: EmitElement

  @usableFromInline
  init(on scheduler: any ImmediateSchedulerType, emitElement: @escaping EmitElement) {
    self.scheduler = scheduler
    self.emitElement = emitElement
  }
}

/// Implements `of`, `from` with an array, and `range`. They are inlinable so that their closures know the element type:
/// an element of a range then takes a third of the instructions.
@inlinable
func generated<Element>(
  on scheduler: any ImmediateSchedulerType, emitElement: @escaping Generator<Element>.EmitElement
) -> Observable<Element> {
  FunctionOperator(nil, by: GeneratingSink.self, Generator(on: scheduler, emitElement: emitElement))
}

/// Implements the operators that need state for each subscription.
func generated<Element>(
  on scheduler: any ImmediateSchedulerType, by makeEmitElement: @escaping () -> Generator<Element>.EmitElement
) -> Observable<Element> {
  CustomOperator {
    GeneratingSink(Generator(on: scheduler, emitElement: makeEmitElement()), observer: $0)
  } connect: {
    $0.start()
  }
}

/// A sink that generates its elements, one per scheduled call.
///
/// On ``CurrentThreadScheduler`` it behaves as if each element were scheduled separately, so sources that are
/// subscribed to inside one another interleave. While no other work is queued on that scheduler, the sink emits in a
/// plain loop, which has the same effect.
@usableFromInline
final class GeneratingSink<Element>: FunctionSink<Element, Element, Generator<Element>>, @unchecked Sendable {
  private var index = 0

  override func start() {
    if type(of: function.scheduler) == CurrentThreadScheduler.self {  // A cast would cost several times as much.
      // `Producer.subscribe` runs the trampoline, so every stage is subscribed before the first element.
      return Trampoline.withCurrent { $0.enqueue { self.emitUntilOthersWait() } }
    }
    holdWork {
      function.scheduler.scheduleRecursive(()) { _, recurse in
        if !self.isDisposed, self.emitNext() { recurse(()) } else { self.forwardCompleted() }
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

  private func emitNext() -> Bool {
    index += 1
    do {
      return try function.emitElement(index - 1, self)
    } catch {
      forwardError(error)
      return false
    }
  }
}
