internal import CRuntime
package import DeliveryCore
import Synchronization

/// One subscription to a subject: holds the observer, and is the disposable that `subscribe` returns.
package final class SubjectEntry<Element>: ObserverEntry, Upstream, @unchecked Sendable {
  /// The observer, called by one thread at a time and not retained for each call.
  private let observer: Unmanaged<ObserverBase<Element>>
  /// Keeps the observer alive while it may be called. After that, the subscriber's disposable keeps only the entry
  /// alive.
  @exclusivity(unchecked) private var keptObserver: ObserverBase<Element>?
  /// Whether the observer is a binding. (Not asked of the observer, which may have been released.)
  let isBinding: Bool
  // Together, these act as a weak reference. A real one would add a side table to the subject and make retaining the
  // subject much slower. The unowned reference keeps the subject's memory allocated, so that the address remains valid.
  private unowned let subjectMemory: SubjectBase<Element>
  private let subjectAddress: UnsafeMutableRawPointer

  init(observer: ObserverBase<Element>, subject: SubjectBase<Element>, isBinding: Bool = false) {
    self.isBinding = isBinding
    self.observer = Unmanaged.passUnretained(observer)
    keptObserver = observer
    subjectMemory = subject
    subjectAddress = Unmanaged.passUnretained(subject).toOpaque()
    super.init()
    Resources.incrementTotal()
  }

  deinit { Resources.decrementTotal() }

  /// The subject, unless its deinit has begun.
  private var subject: SubjectBase<Element>? {
    guard let retained = swift_tryRetain(subjectAddress) else { return nil }
    return Unmanaged.fromOpaque(retained).takeRetainedValue()
  }

  package func dispose() {
    guard markRemoved() else { return }
    // Without a subject there are no further calls.
    if let subject { subject.remove(self) } else { _ = takeObserver() }
  }

  /// Removes and returns the observer of an entry that is marked as removed. Called when no thread can be calling the
  /// observer.
  func takeObserver() -> ObserverBase<Element>? {
    let last = keptObserver
    keptObserver = nil
    return last
  }

  /// Passes on the element of a change that `subject` delivers, or keeps it for the end of the replay.
  @inline(__always)
  func receive(_ element: Element, _ change: Change, from subject: SubjectBase<Element>) {
    if receives(change.number) {
      observer._withUnsafeGuaranteedRef { $0.onNext(element) }
    } else {
      receive(late: element, change, from: subject)
    }
  }

  @inline(never)
  private func receive(late element: Element, _ change: Change, from subject: SubjectBase<Element>) {
    if skips(change.number) { return }
    afterReplay(under: subject.delivery.lock) { [self] in pass(element, change) }
  }

  private func pass(_ element: Element, _ change: Change) {
    if isRemoved { return }
    observer._withUnsafeGuaranteedRef { observer in
      if let binding = observer as? BindingObserver<Element> {
        binding.onNext(element, change)
      } else {
        observer.onNext(element)
      }
    }
  }

  /// Passes the end on, or keeps it for the end of the replay.
  func receive(_ end: SubjectPhase, from subject: SubjectBase<Element>) {
    afterReplay(under: subject.delivery.lock) { [self] in finish(with: end) }
  }

  private func finish(with end: SubjectPhase) {
    guard markRemoved() else { return }
    observer._withUnsafeGuaranteedRef { observer in
      if case .failed(let error) = end { observer.onError(error) } else { observer.onCompleted() }
    }
    // Only the delivering or replaying thread runs this, so no other call can be running.
    _ = takeObserver()
  }
}
