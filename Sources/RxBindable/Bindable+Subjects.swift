public import BindableKit
import DeliveryCore
public import RxCore

extension ReadOnlyBindable {
  /// One-way: a subject that emits each change of the Bindable, and not the current value.
  ///
  /// What is sent into the subject reaches its subscribers and leaves the Bindable as it is. Neither keeps the other alive:
  /// when the Bindable is deallocated the subject completes, and when the subject is deallocated the observation ends.
  public func asPublishSubject() -> PublishSubject<Value> {
    let subject = PublishSubject<Value>()
    link(
      owner: subject, replay: false, ended: { [weak subject] in subject?.onCompleted() },
      block: { [weak subject] value, _ in subject?.onNext(value) })
    return subject
  }
}

extension Bindable {
  /// Two-way: a subject that emits the current value and each change of the Bindable, and that sets the Bindable to what is
  /// sent into it, without echo.
  ///
  ///     let subject = viewModel.filter.asBehaviorSubject()
  ///     subject.onNext("swift")  // viewModel.filter.value is "swift"
  ///
  /// If both are changed at the same time from different threads, both end with the value that was set last. Neither keeps
  /// the other alive: when the Bindable is deallocated the subject completes, and when the subject is deallocated the link
  /// ends. A terminal event sent into the subject leaves the Bindable as it is.
  public func asBehaviorSubject() -> BehaviorSubject<Value> {
    let subject = BehaviorSubject(value: value)
    SubjectLink(self, subject, bindableLeads: true).connect(completesSubject: true)
    return subject
  }

  /// Keeps the Bindable and `subject` equal until the token is cancelled or deallocated, or one of the two is deallocated or
  /// ends. The subject takes the value of the Bindable first.
  ///
  /// A change on either side is passed on once and does not come back. If both are changed at the same time from different
  /// threads, both end with the value that was set last.
  public func bind(bothWays subject: BehaviorSubject<Value>) -> BindableToken {
    let link = SubjectLink(self, subject, bindableLeads: true)
    let disposable = link.connect()
    return BindableToken { disposable.dispose() }
  }
}

extension BehaviorSubject where Element: Sendable {
  /// Keeps the subject and `bindable` equal until the result is disposed, or one of the two is deallocated or ends. The
  /// Bindable takes the value of the subject first; the subject does not emit it again.
  ///
  /// A change on either side is passed on once and does not come back. If both are changed at the same time from different
  /// threads, both end with the value that was set last.
  @preconcurrency
  public func bind(bothWays bindable: Bindable<Element>) -> any Disposable {
    SubjectLink(bindable, self, bindableLeads: false).connect()
  }
}
