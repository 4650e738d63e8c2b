/// A relay: a sequence that emits the elements it accepts, and never terminates.
///
/// ``PublishRelay``, ``BehaviorRelay`` and ``ReplayRelay`` differ in the elements that a new subscriber receives first.
///
/// Semantics: RxRelay.
public protocol RelayType<Element>: ObservableType {
  /// Emits `event` to the subscribers, on the calling thread or on the thread that is already delivering.
  func accept(_ event: Element)
}
