/// The base of the sinks that another sequence, the trigger, controls: events of the source and of the trigger are handled
/// one at a time.
class TriggeredSink<Element>: SerialSink<Element, Element>, @unchecked Sendable {
  /// The subscription to the trigger.
  final let trigger = SingleAssignmentDisposable()

  /// The trigger emitted an element.
  func triggerEmitted() {}

  /// The trigger completed. It is disposed, unless an override does otherwise; nothing else changes.
  func triggerCompleted() { trigger.dispose() }

  /// Subscribes to the trigger. An error of it ends the sequence.
  final func subscribe<Trigger>(toTrigger source: Observable<Trigger>) {
    source.subscribe(
      heldBy: trigger, onNext: { _ in self.triggerEmitted() }, onError: { self.onError($0) },
      onCompleted: { self.triggerCompleted() })
  }

  override func disposeSources() {
    super.disposeSources()
    trigger.dispose()
  }
}
