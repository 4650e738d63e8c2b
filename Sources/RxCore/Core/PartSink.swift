/// Observes one of an operator's sources, with an upstream of its own. Passes only the first terminal event on to the
/// operator's sink, and none after its disposal. Elements are passed on by the subclass.
@usableFromInline
class PartSink<Element>: Sink<Element, Never>, @unchecked Sendable {
  init() {
    super.init(observer: noObserver)
  }

  /// Called when the source fails.
  func sourceFailed(_ error: any Error) {}

  /// Called when the source completes.
  func sourceCompleted() {}

  final override func onError(_ error: any Error) {
    if !silenceFirst() { return }
    sourceFailed(error)
    dispose()
  }

  final override func onCompleted() {
    if !silenceFirst() { return }
    sourceCompleted()
    dispose()
  }
}

private let noObserver = ObserverBase<Never>()
