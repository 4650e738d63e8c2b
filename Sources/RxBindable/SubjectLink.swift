import BindableKit
import DeliveryCore
import RxCore

/// The link between a Bindable and a subject: one follows the other, or both do.
///
///     Bindable ──▶ observation ──▶ link ◀── subscription ◀── subject
///        ▲┄┄┄┄┄┄┄┄┄┄weak┄┄┄┄┄┄┄┄┄┄┄┘└┄┄┄┄┄┄┄┄┄┄weak┄┄┄┄┄┄┄┄┄▲
///
/// Both sides give their changes an origin, by which each side takes each change once.
final class SubjectLink<Value: Sendable>: ObserverBase<Value>, @unchecked Sendable {
  private weak let bindable: Bindable<Value>?
  private weak let subject: Multicast<Value>?
  private let order: BindingOrder
  private let bindableLeads: Bool
  private let onError: ErrorStrategy<Value>?

  /// - Parameters:
  ///   - bindableLeads: whether the subject takes the value of the Bindable at the beginning, or the other way round.
  ///   - onError: what happens when the subject fails.
  init(
    _ bindable: Bindable<Value>, _ subject: Multicast<Value>, bindableLeads: Bool,
    onError: ErrorStrategy<Value>? = nil
  ) {
    self.bindable = bindable
    self.subject = subject
    self.bindableLeads = bindableLeads
    self.onError = onError
    let ofBindable = bindable.enterOrder(asFirst: bindableLeads)
    let ofSubject = subject.enterOrder(asFirst: !bindableLeads)
    order =
      bindableLeads
      ? BindingOrder(first: ofBindable.number, second: ofSubject.origin)
      : BindingOrder(first: ofSubject.number, second: ofBindable.origin)
  }

  /// Makes each follow the other until the result is disposed, or one of them is deallocated or ends.
  ///
  /// - Parameters:
  ///   - replays: whether the leading side passes its current value on.
  ///   - completesSubject: whether the subject completes when the Bindable is deallocated.
  @discardableResult
  func connect(replays: Bool = true, completesSubject: Bool = false) -> any Disposable {
    guard let bindable, let subject else { return Disposables.create() }
    // Back before forth, so that nothing is missed in between.
    let back = subject.subscribe(self, replays: false)
    let end = bindable.link(
      owner: subject, replay: replays && bindableLeads,
      ended: { [weak subject] in
        back.dispose()
        if completesSubject { subject?.onCompleted() }
      }, block: { [self] value, change in bindableChanged(to: value, change) })
    if replays, !bindableLeads { takeCurrentElement() }
    return Disposables.create(with: {
      back.dispose()
      end()
    })
  }

  /// Makes the Bindable follow the subject until the result is disposed, or one of them is deallocated or ends.
  func followSubject() -> any Disposable {
    guard let bindable, let subject else { return Disposables.create() }
    let subscription = subject.subscribe(self, replays: false)
    let forget = bindable.whenDeallocated { subscription.dispose() }
    takeCurrentElement()
    return Disposables.create(with: {
      subscription.dispose()
      forget()
    })
  }

  /// Makes the subject follow the Bindable until the result is called, or one of them is deallocated.
  func followBindable() -> @Sendable () -> Void {
    guard let bindable else { return {} }
    return bindable.link(owner: subject, replay: true) { [self] value, change in bindableChanged(to: value, change) }
  }

  private func bindableChanged(to value: Value, _ change: Change) {
    guard let subject else { return }
    if !bindableLeads {
      if let origin = change.origin, order.leadsBack(origin) { subject.onNext(value, from: origin) }
    } else {
      subject.onNext(value, from: change.isReplay ? order.join(first: change.origin) : order.forth(change.origin))
    }
  }

  private func takeCurrentElement() {
    guard let bindable, let (value, origin) = subject?.current else { return }
    bindable.set(value, from: order.join(first: origin))
  }

  override func onNext(_ element: Value) {
    guard let bindable, let origin = subject?.deliveredOrigin else { return }
    if !bindableLeads {
      bindable.set(element, from: order.forth(origin))
    } else if order.leadsBack(origin) {
      bindable.set(element, from: origin)
    }
  }

  override func onError(_ error: any Error) {
    if let bindable { onError?.apply(error, to: bindable) }
  }
}
