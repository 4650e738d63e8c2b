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
  // Together, these act as a weak reference. A real one would add a side table to the subject and make retaining the
  // subject much slower. The unowned reference keeps the subject's memory allocated, so that the address remains valid.
  private unowned let subjectMemory: SubjectBase<Element>
  private let subjectAddress: UnsafeMutableRawPointer
  private let replays = Atomic<Bool>(false)
  /// The events queued during the replay, as closures that pass them on. Guarded by the subject's lock.
  @exclusivity(unchecked) private var early: [() -> Void] = []

  init(observer: ObserverBase<Element>, subject: SubjectBase<Element>) {
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

  /// Marks the replay as running. Called before the entry is registered.
  func waitForReplay() {
    replays.store(true, ordering: .relaxed)
  }

  /// Whether the replay is running. Read under the subject's lock.
  var isReplaying: Bool { replays.load(ordering: .relaxed) }

  func keepEarly(_ pass: @escaping () -> Void) -> Bool {
    guard isReplaying else { return false }
    early.append(pass)
    return true
  }

  /// Takes the queued events. If there are none, the replay is over.
  func takeEarly() -> [() -> Void] {
    if early.isEmpty { replays.store(false, ordering: .releasing) }
    defer { early = [] }
    return early
  }

  func receive(_ element: Element, number: UInt64) {
    if registeredAt < number { receive(element) }
  }

  @inline(__always)
  func receive(_ element: Element) {
    if isRemoved || (replays.load(ordering: .acquiring) && postpone(element)) { return }
    observer._withUnsafeGuaranteedRef { $0.onNext(element) }
  }

  @inline(never)
  private func postpone(_ element: Element) -> Bool {
    guard let subject else { return false }
    let stamp = subject.deliveredStamp
    return subject.keep(for: self) { [self] in
      if isRemoved { return }
      observer._withUnsafeGuaranteedRef { observer in
        if let binding = observer as? BindingObserver<Element> {
          binding.onNext(element, from: stamp)
        } else {
          observer.onNext(element)
        }
      }
    }
  }

  func receive(_ end: SubjectPhase) {
    if replays.load(ordering: .acquiring), let subject, subject.keep(for: self, { [self] in finish(with: end) }) {
      return
    }
    finish(with: end)
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
