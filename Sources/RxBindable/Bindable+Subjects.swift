public import BindableKit
public import RxCore

extension Bindable {
  /// A subject that sends each change of the Bindable, and not the present value.
  ///
  /// What is sent into the subject reaches its observers and leaves the Bindable as it is. Neither keeps the other alive:
  /// when the Bindable goes the subject completes, and when the subject goes the observation goes with it.
  public func asPublishSubject() -> PublishSubject<Value> {
    let subject = PublishSubject<Value>()
    let ended = { [weak subject] () -> Void in subject?.onCompleted() }
    _ = link(to: subject, replay: false, ended: ended) { [weak subject] value, _ in subject?.onNext(value) }
    return subject
  }

  /// A subject that holds the value of the Bindable: it sends the present value and each change, and what is sent into it
  /// sets the Bindable, without coming back.
  ///
  ///     let subject = viewModel.filter.asBehaviorSubject()
  ///     subject.onNext("swift")  // viewModel.filter.value is "swift"
  ///
  /// When both are changed at the same time from different threads, both end with the value that the Bindable took
  /// last. Neither keeps the other alive: when the Bindable goes the subject completes, and when the subject goes the
  /// link goes with it. A subject that was ended from outside leaves the Bindable as it is.
  public func asBehaviorSubject() -> BehaviorSubject<Value> {
    let subject = BehaviorSubject(value: value)
    _ = SubjectLink(bindable: self, subject: subject).connect(completesSubject: true)
    return subject
  }

  /// Keeps the Bindable and `subject` equal until the result is disposed or one of the two goes or ends. The subject
  /// takes the value of the Bindable first.
  ///
  /// A change on either side is passed on once and does not come back. When both are changed at the same time from
  /// different threads, both end with the value that the Bindable took last.
  public func bind(bothWays subject: BehaviorSubject<Value>) -> any Disposable {
    SubjectLink(bindable: self, subject: subject).connect(completesSubject: false)
  }
}

extension BehaviorSubject {
  /// Keeps the subject and `bindable` equal until the result is disposed or one of the two goes or ends. The Bindable
  /// takes the value of the subject first.
  ///
  /// A change on either side is passed on once and does not come back. When both are changed at the same time from
  /// different threads, both end with the value that the Bindable took last.
  public func bind(bothWays bindable: Bindable<Element>) -> any Disposable {
    if let value = try? value() { bindable.value = value }
    return SubjectLink(bindable: bindable, subject: self).connect(completesSubject: false)
  }
}

/// A Bindable and a subject that follow each other.
///
/// Each change that the link makes carries its origin, so that it is recognised when it comes back. The Bindable's
/// changes, one at a time and in order, decide: what came from the subject is not sent back unless the subject has been
/// told something else since, so both end with the Bindable's last value.
///
///     Bindable ──▶ observation ──▶ link ◀── subscription ◀── subject
///        ▲┄┄┄┄┄┄┄┄┄┄weak┄┄┄┄┄┄┄┄┄┄┄┘└┄┄┄┄┄┄┄┄┄┄weak┄┄┄┄┄┄┄┄┄▲
final class SubjectLink<Value>: ObserverBase<Value>, @unchecked Sendable {
  /// Marks a change of the Bindable that repeats the subject's element of that number.
  private final class Repeat {
    let link: AnyObject
    let number: UInt64

    init(link: AnyObject, number: UInt64) {
      self.link = link
      self.number = number
    }
  }

  private weak let bindable: Bindable<Value>?
  private weak let subject: Multicast<Value>?

  init(bindable: Bindable<Value>, subject: Multicast<Value>) {
    self.bindable = bindable
    self.subject = subject
  }

  /// - Parameters:
  ///   - replaysBindable: whether the subject is sent the present value of the Bindable.
  ///   - completesSubject: whether the subject completes when the Bindable goes.
  func connect(replaysBindable: Bool = true, completesSubject: Bool) -> any Disposable {
    guard let bindable, let subject else { return Disposables.create() }
    // Back before forth: what is sent into the subject between the two is then not missed.
    let back = subject.subscribe(self, replays: false)
    let ended = { [weak subject] () -> Void in
      back.dispose()
      if completesSubject { subject?.onCompleted() }
    }
    let cancel = bindable.link(to: subject, replay: replaysBindable, ended: ended) { [self] value, origin in
      bindableChanged(to: value, origin: origin)
    }
    return Disposables.create(with: {
      back.dispose()
      cancel()
    })
  }

  private func bindableChanged(to value: Value, origin: AnyObject?) {
    guard let subject else { return }
    if let origin = origin as? Repeat, origin.link === self, subject.elementNumber == origin.number { return }
    subject.send(value, origin: self)
  }

  override func onNext(_ element: Value) {
    guard let subject, let bindable, subject.deliveredOrigin !== self else { return }
    bindable.set(element, origin: Repeat(link: self, number: subject.deliveredNumber))
  }
}
