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
/// Changes pass as through a binding of two Bindables: see `Stamp`.
final class SubjectLink<Value: Sendable>: ObserverBase<Value>, @unchecked Sendable {
  private weak let bindable: Bindable<Value>?
  private weak let subject: SubjectBase<Value>?
  /// Whether the Bindable is the leading side, whose value the other side takes at the start.
  private let bindableLeads: Bool
  private let onError: ErrorStrategy<Value>?
  private let start: Stamp
  /// The stamp of an element that was emitted while the link was made. Accessed only by the thread that passes it on.
  private var earlyStamp: Stamp?
  /// Ends the part of the link that the Bindable holds. Disposed when the subject terminates.
  private let atBindable = SingleAssignmentDisposable()

  /// - Parameters:
  ///   - isBothWays: whether the subject follows the Bindable, too.
  ///   - onError: how a failure of the subject is handled.
  init(
    _ bindable: Bindable<Value>, _ subject: SubjectBase<Value>, bindableLeads: Bool, isBothWays: Bool = true,
    onError: ErrorStrategy<Value>? = nil
  ) {
    self.bindable = bindable
    self.subject = subject
    self.bindableLeads = bindableLeads
    self.onError = onError
    bindable.becomeTarget()
    if isBothWays { subject.becomeTarget() }
    start = .next()
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
    // Closures held by the Bindable capture the entry weakly: otherwise the link would outlive the subject.
    let (subscription, current) = subject.subscribe(binding: self)
    let passage = bindable.passage(since: start)
    let end = Disposables.create(
      with: bindable.link(
        owner: subject, replay: !subjectIsNew,
        ended: { [weak subject, weak subscription] in
          subscription?.dispose()
          if completesSubject { subject?.onCompleted() }
        },
        block: { [weak self] value, change in self?.bindableChanged(to: value, change.stamp, passage) }
      ).end)
    atBindable.setDisposable(end)
    pass(current, and: subscription, of: subject)
    if subjectIsNew {
      let (value, stamp) = bindable.stamped
      subject.onNext(value, from: max(start, stamp))
    }
    return Disposables.create(subscription, end)
  }

  /// Makes the Bindable follow the subject until the result is disposed, either side is deallocated, or the subject
  /// terminates.
  func followSubject() -> any Disposable {
    guard let bindable, let subject else { return Disposables.create() }
    let (subscription, current) = subject.subscribe(binding: self)
    let forget = bindable.whenDeallocated { [weak subscription] in subscription?.dispose() }
    atBindable.setDisposable(Disposables.create(with: forget))
    pass(current, and: subscription, of: subject)
    return Disposables.create(subscription, atBindable)
  }

  /// Passes on the subject's value at the start, and then what it has emitted since.
  private func pass(
    _ current: (value: Value, stamp: Stamp)?, and subscription: SubjectEntry<Value>, of subject: SubjectBase<Value>
  ) {
    if let current { subjectChanged(to: current.value, current.stamp) }
    subject.finishReplay(to: subscription) { stamp, pass in
      earlyStamp = stamp
      pass()
      earlyStamp = nil
    }
  }

  private func bindableChanged(to value: Value, _ changed: Stamp, _ passage: (Stamp) -> Stamp) {
    guard let bindable, let subject else { return }
    if !bindableLeads {
      if changed.isPassedBack(since: start) { subject.onNext(value, from: changed) }
      return
    }
    let stamp = passage(changed)
    // As in a binding of two Bindables: if this side has taken an older change after a step of the link, both differ.
    if !subject.onNext(value, from: stamp), let (newer, newest) = subject.current, newest > stamp,
      newest.isStep(of: start)
    {
      bindable.set(newer, from: newest)
    }
  }

  private func subjectChanged(to element: Value, _ changed: Stamp) {
    guard let bindable, let subject else { return }
    if bindableLeads {
      if changed.isPassedBack(since: start) { bindable.set(element, from: changed) }
      return
    }
    let stamp = (changed == .none ? subject.lateStamp : changed).passed(since: start)
    if !bindable.set(element, from: stamp), case let (newer, newest) = bindable.stamped, newest > stamp,
      newest.isStep(of: start)
    {
      subject.onNext(newer, from: newest)
    }
  }

  override func onNext(_ element: Value) {
    if let stamp = earlyStamp ?? subject?.deliveredStamp { subjectChanged(to: element, stamp) }
  }

  override func onError(_ error: any Error) {
    if let bindable { onError?.apply(error, to: bindable) }
    atBindable.dispose()
  }

  override func onCompleted() { atBindable.dispose() }
}
