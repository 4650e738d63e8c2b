import BindableKit
import DeliveryCore
import RxCore

/// A link between a Bindable and a subject: one follows the other, or both follow each other.
///
///     Bindable ──▶ observation ┄┄weak┄┄▶ link ◀── subscription ◀── subject
///        ▲┄┄┄┄┄┄┄┄┄┄┄┄┄weak┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘└┄┄┄┄┄┄┄┄┄┄weak┄┄┄┄┄┄┄┄┄▲
///
/// Only the subject, and the token or disposable that ends the link, retain the link. The Bindable does not.
///
/// Changes carry stamps, and the newest change wins on both sides.
final class SubjectLink<Value: Sendable>: ObserverBase<Value>, @unchecked Sendable {
  private weak let bindable: Bindable<Value>?
  private weak let subject: SubjectBase<Value>?
  private let binding: BindingLink
  private let bindableLeads: Bool
  /// Whether the leading side passes on its current value at the start.
  private let joins: Bool
  private let onError: ErrorStrategy<Value>?
  /// The stamp of an element that waited for `start`. Accessed only by the thread that passes on the element.
  private var earlyStamp: Stamp?
  /// Ends the part of the link that the Bindable holds. Disposed when the subject terminates.
  private let atBindable = SingleAssignmentDisposable()

  /// - Parameters:
  ///   - bindableLeads: whether the Bindable is the leading side, whose value the other side takes at the start.
  ///   - onError: how a failure of the subject is handled.
  init(
    _ bindable: Bindable<Value>, _ subject: SubjectBase<Value>, bindableLeads: Bool,
    onError: ErrorStrategy<Value>? = nil
  ) {
    self.bindable = bindable
    self.subject = subject
    self.bindableLeads = bindableLeads
    // A subject that holds no value has nothing to pass on.
    joins = bindableLeads || subject.holdsValue
    self.onError = onError
    bindable.becomeTarget()
    binding = BindingLink(joins: joins)
  }

  /// Makes each side follow the other until the result is disposed, either side is deallocated, or the subject
  /// terminates.
  ///
  /// - Parameters:
  ///   - subjectIsNew: whether the subject has no subscribers yet. If so, it takes the Bindable's value immediately:
  ///     its subscribers then receive the value when they subscribe, and not again on the Bindable's queue.
  ///   - completesSubject: whether the subject completes when the Bindable is deallocated.
  @discardableResult
  func connect(subjectIsNew: Bool = false, completesSubject: Bool = false) -> any Disposable {
    guard let bindable, let subject else { return Disposables.create() }
    subject.becomeTarget()
    // Follow the subject first, so that no element is missed in between. Closures held by the Bindable capture the entry
    // weakly: otherwise the link would outlive the subject.
    let (subscription, current) = follow(subject)
    if bindableLeads { binding.join() }
    let end = bindable.link(
      owner: subject, replay: bindableLeads && !subjectIsNew,
      ended: { [weak subject, weak subscription] in
        subscription?.dispose()
        if completesSubject { subject?.onCompleted() }
      }, block: { [weak self] value, change in self?.bindableChanged(to: value, change) })
    atBindable.setDisposable(end)
    start(subscription, of: subject, with: current)
    if subjectIsNew {
      let (value, stamp) = bindable.stamped
      if let stamp = binding.take(stamp) { subject.onNext(value, from: stamp) }
    }
    return Disposables.create(subscription, end)
  }

  /// Makes the Bindable follow the subject until the result is disposed, either side is deallocated, or the subject
  /// terminates.
  func followSubject() -> any Disposable {
    guard let bindable, let subject else { return Disposables.create() }
    let (subscription, current) = follow(subject)
    let forget = bindable.whenDeallocated { [weak subscription] in subscription?.dispose() }
    atBindable.setDisposable(Disposables.create(with: forget))
    start(subscription, of: subject, with: current)
    return Disposables.create(subscription, atBindable)
  }

  /// Subscribes the link to the subject, whose elements wait until `start`.
  private func follow(_ subject: SubjectBase<Value>) -> (SubjectEntry<Value>, (value: Value, stamp: Stamp)?) {
    // A subject without a value may still emit changes older than the binding. Such a change counts as made when the
    // binding was created.
    if !joins { binding.join() }
    return subject.subscribe(binding: self)
  }

  /// Passes on the subject's current value, if the subject leads, and then its later ones.
  private func start(
    _ subscription: SubjectEntry<Value>, of subject: SubjectBase<Value>, with current: (value: Value, stamp: Stamp)?
  ) {
    if !bindableLeads, joins {
      binding.join()
      if let current, let stamp = binding.forth(current.stamp, isReplay: true, late: subject.lateStamp) {
        bindable?.set(current.value, from: stamp)
      }
    }
    subject.finishReplay(to: subscription) { stamp, pass in
      earlyStamp = stamp
      pass()
      earlyStamp = nil
    }
  }

  private func bindableChanged(to value: Value, _ change: Change) {
    let stamp =
      bindableLeads ? binding.forth(change.stamp, isReplay: change.isReplay) : binding.back(change.stamp)
    if let stamp {
      subject?.onNext(value, from: stamp)
    } else if bindableLeads, let bindable, let second = subject?.current,
      binding.takesBack(second.stamp, insteadOf: change.stamp)
    {
      bindable.set(second.value, from: second.stamp)
    }
  }

  override func onNext(_ element: Value) {
    guard let bindable, let subject else { return }
    let arriving = earlyStamp ?? subject.deliveredStamp
    if let stamp = bindableLeads ? binding.back(arriving) : binding.forth(arriving, late: subject.lateStamp) {
      bindable.set(element, from: stamp)
    } else if !bindableLeads, joins, case let second = bindable.stamped,
      binding.takesBack(second.stamp, insteadOf: arriving)
    {
      subject.onNext(second.value, from: second.stamp)
    }
  }

  override func onError(_ error: any Error) {
    if let bindable { onError?.apply(error, to: bindable) }
    atBindable.dispose()
  }

  override func onCompleted() { atBindable.dispose() }
}
