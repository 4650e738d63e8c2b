/// The base class for sinks controlled by another sequence, the trigger.
class TriggeredSink<Element, Output, Trigger>: SerialSink<Element, Output>, @unchecked Sendable {
  /// The subscription to the trigger.
  final let trigger = SingleAssignmentDisposable()

  /// The trigger emitted an element.
  func triggerEmitted(_ element: Trigger) {}

  /// The trigger completed. The default only disposes the subscription to it.
  func triggerCompleted() { trigger.dispose() }

  /// Subscribes to the trigger. An error from the trigger terminates the sequence.
  final func subscribe(toTrigger source: Observable<Trigger>) {
    source.subscribe(
      heldBy: trigger, onNext: { self.triggerEmitted($0) }, onError: { self.onError($0) },
      onCompleted: { self.triggerCompleted() })
  }

  override func addResources(to rest: inout [any Upstream]) { rest.append(trigger) }
}
