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
    let observer = TriggerSink<Trigger, Element>(sink: self)
    trigger.setDisposable(observer)
    source.subscribe(stage: observer)
  }

  override func disposeSources() {
    super.disposeSources()
    trigger.dispose()
  }
}

private final class TriggerSink<Trigger, Element>: PartSink<Trigger>, @unchecked Sendable {
  private let sink: TriggeredSink<Element>

  init(sink: TriggeredSink<Element>) {
    self.sink = sink
  }

  override func onNext(_ element: Trigger) { sink.triggerEmitted() }

  override func sourceFailed(_ error: any Error) { sink.onError(error) }

  override func sourceCompleted() { sink.triggerCompleted() }
}
