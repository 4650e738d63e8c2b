internal import DeliveryCore

/// Emits the element at an index and returns `true`, or returns `false` at the end. Not called after disposal.
@usableFromInline
typealias EmitElement<Element> = (_ index: Int, _ sink: Sink<Element, Element>) throws -> Bool

/// Implements `of`, `from` with an array, and `range`. They are inlinable so that their closures know the element type:
/// an element of a range then takes a third of the instructions. The initialiser is inlinable for the same reason as in
/// `Map`.
@usableFromInline
final class Generated<Element>: Producer<Element>, @unchecked Sendable {
  @usableFromInline let emitElement: EmitElement<Element>
  @usableFromInline let scheduler: any ImmediateSchedulerType
  @usableFromInline let sinkType: GeneratingSink<Element>.Type

  @inlinable
  init(on scheduler: any ImmediateSchedulerType, emitElement: @escaping EmitElement<Element>) {
    self.emitElement = emitElement
    self.scheduler = scheduler
    sinkType = GeneratingSink<Element>.self
  }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let sink = sinkType.init(emitElement, observer: observer)
    observer.onSubscribe(sink)
    sink.run(on: scheduler)
    return sink
  }
}

/// Implements the operators that make their elements and have state for each subscription.
func generated<Element>(
  on scheduler: any ImmediateSchedulerType, by makeEmitElement: @escaping () -> EmitElement<Element>
) -> Observable<Element> {
  CustomOperator(makeSink: { GeneratingSink(makeEmitElement(), observer: $0) }, connect: { $0.run(on: scheduler) })
}

/// A sink that generates its elements, one per scheduled call.
///
/// On ``CurrentThreadScheduler`` it behaves as if each element were scheduled separately, so sources that are
/// subscribed to inside one another interleave. While no other work is queued on that scheduler, the sink emits in a
/// plain loop, which has the same effect.
@usableFromInline
final class GeneratingSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let emitElement: EmitElement<Element>
  private var index = 0

  required init(_ emitElement: @escaping EmitElement<Element>, observer: ObserverBase<Element>) {
    self.emitElement = emitElement
    super.init(observer: observer)
  }

  /// Starts emitting.
  func run(on scheduler: any ImmediateSchedulerType) {
    if type(of: scheduler) == CurrentThreadScheduler.self {  // A cast would cost several times as much.
      // `Producer.subscribe` runs the trampoline, so every stage is subscribed before the first element.
      return Trampoline.withCurrent { $0.enqueue { self.emitUntilOthersWait() } }
    }
    holdWork {
      scheduler.scheduleRecursive(()) { _, recurse in
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
      return try emitElement(index - 1, self)
    } catch {
      forwardError(error)
      return false
    }
  }
}
