public import BindableKit
import DeliveryCore
public import Dispatch
public import RxCore

extension ReadOnlyBindable {
  /// Returns a subject that emits each change of the Bindable, but not the current value.
  ///
  /// An element that the subject receives is emitted to its subscribers but does not set the Bindable. Neither keeps
  /// the other alive: when the Bindable is deallocated, the subject completes; when the subject is deallocated, the
  /// observation ends.
  public func asPublishSubject() -> PublishSubject<Value> {
    let subject = PublishSubject<Value>()
    link(to: subject, replay: .none) { [weak subject] in subject?.onCompleted() }
    return subject
  }
}

extension Bindable {
  /// Returns a subject that is bound to the Bindable both ways, and starts with the Bindable's value.
  ///
  ///     let subject = viewModel.filter.asBehaviorSubject()
  ///     subject.onNext("swift")  // viewModel.filter.value is "swift"
  ///
  /// If both are changed at the same time from different threads, both end up with the value that was set last. Neither
  /// keeps the other alive: when the Bindable is deallocated, the subject completes; when the subject is deallocated,
  /// the link ends. A terminal event of the subject does not change the Bindable.
  public func asBehaviorSubject() -> BehaviorSubject<Value> {
    let subject = BehaviorSubject(value: value)
    link(Binding(self, bothWays: subject), to: subject, leads: true, completesSubject: true)
    return subject
  }

  /// Keeps the Bindable and `subject` equal until the token is cancelled or deallocated, either of the two is
  /// deallocated, or the subject terminates.
  ///
  /// The subject first takes the Bindable's value. A change on either side is passed on once and is not echoed. If both
  /// are changed at the same time from different threads, both end up with the value that was set last.
  public func bind(bothWays subject: BehaviorSubject<Value>) -> BindableToken {
    BindableToken(link(Binding(self, bothWays: subject), to: subject, leads: true))
  }
}

extension BehaviorSubject where Element: Sendable {
  /// Keeps the subject and `bindable` equal until the result is disposed, either of the two is deallocated, or the
  /// subject terminates.
  ///
  /// The Bindable first takes the subject's value, which the subject does not emit again. A change on either side is
  /// passed on once and is not echoed. If both are changed at the same time from different threads, both end up with
  /// the value that was set last.
  @preconcurrency
  public func bind(bothWays bindable: Bindable<Element>) -> any Disposable {
    bindable.link(Binding(self, bothWays: bindable), to: self, leads: false)
  }
}

// MARK: - Relays

extension ReadOnlyBindable {
  /// Returns a relay that emits each change of the Bindable, but not the current value.
  ///
  /// An element that the relay accepts is emitted to its subscribers but does not set the Bindable. Neither keeps the
  /// other alive.
  public func asPublishRelay() -> PublishRelay<Value> {
    let relay = PublishRelay<Value>()
    link(to: relay.subject, replay: .none)
    return relay
  }

  /// Emits the current value and each later one to `relay`, until the token is cancelled or deallocated, or the
  /// Bindable is deallocated.
  ///
  /// Until then, the relay's subscribers receive these values even if the relay itself has been released. Bindings may
  /// lead from the relay back to this Bindable: see `bind(to:)` for observers.
  public func bind(to relay: BehaviorRelay<Value>) -> BindableToken { bind(to: relay.subject) }

  /// Emits the current value and each later one to `relay`. See ``bind(to:)-(BehaviorRelay<Value>)``.
  public func bind(to relay: PublishRelay<Value>) -> BindableToken { bind(to: relay.subject) }

  /// Emits the current value and each later one to `relay`, until the token is cancelled or deallocated, or the
  /// Bindable is deallocated. A ring of bindings through a `ReplayRelay` ends only if
  /// something in it drops the value.
  public func bind(to relay: ReplayRelay<Value>) -> BindableToken { bind(to: relay.subject) }
}

extension Bindable {
  /// Returns a relay that is bound to the Bindable both ways, and starts with the Bindable's value.
  ///
  ///     let relay = viewModel.filter.asBehaviorRelay()
  ///     relay.accept("swift")  // viewModel.filter.value is "swift"
  ///
  /// If both are changed at the same time from different threads, both end up with the value that was set last. Neither
  /// keeps the other alive, and each keeps its last value when the other is deallocated.
  public func asBehaviorRelay() -> BehaviorRelay<Value> {
    let relay = BehaviorRelay(value: value)
    link(Binding(self, bothWays: relay.subject), to: relay.subject, leads: true)
    return relay
  }

  /// Keeps the Bindable and `relay` equal until the token is cancelled or deallocated, or either of the two is
  /// deallocated.
  ///
  /// The relay first takes the Bindable's value. A change on either side is passed on once and is not echoed. If both
  /// are changed at the same time from different threads, both end up with the value that was set last.
  public func bind(bothWays relay: BehaviorRelay<Value>) -> BindableToken { bind(bothWays: relay.subject) }
}

extension BehaviorRelay where Element: Sendable {
  /// Keeps the relay and `bindable` equal until the result is disposed, or either of the two is deallocated.
  ///
  /// The Bindable first takes the relay's value, which the relay does not emit again. A change on either side is passed
  /// on once and is not echoed. If both are changed at the same time from different threads, both end up with the value
  /// that was set last.
  @preconcurrency
  public func bind(bothWays bindable: Bindable<Element>) -> any Disposable { subject.bind(bothWays: bindable) }

  /// Creates a Bindable that follows the relay, starting with its current value.
  ///
  /// The Bindable keeps its last value when the relay is deallocated. Without a queue, its observers are called on the
  /// thread on which the relay emits.
  @preconcurrency
  public func asBindable(queue: DispatchQueue? = nil) -> Bindable<Element> {
    asBindable(initial: value, queue: queue, onError: .handle { _ in })
  }

  /// Creates a Bindable that is bound to the relay both ways, and starts with the relay's value.
  ///
  /// A value set on either side is passed on once. Neither keeps the other alive.
  @preconcurrency
  public func asTwoWayBindable() -> Bindable<Element> {
    let bindable = Bindable(value)
    _ = bind(bothWays: bindable)
    return bindable
  }
}

// MARK: - The link

extension Bindable {
  /// Binds the Bindable and `subject` both ways until the result is disposed, either side is deallocated, or the
  /// subject terminates.
  ///
  ///     Bindable ──▶ observation ◀── token ◀── entry ◀── subject
  ///                      ┊                       ▲
  ///                      └┄┄┄┄┄┄┄┄┄weak┄┄┄┄┄┄┄┄┄┄┘
  ///
  /// - Parameters:
  ///   - leads: whether the Bindable is the source of the binding, whose value the other side takes at the start.
  ///   - completesSubject: whether the subject completes when the Bindable is deallocated.
  @discardableResult
  func link(
    _ binding: Binding<Value>, to subject: SubjectBase<Value>, leads: Bool, completesSubject: Bool = false
  ) -> any Disposable {
    let atBindable = SingleAssignmentDisposable()
    weak var atSubject: SubjectEntry<Value>?
    func passFromBindable() {
      let observation = link(
        owner: subject, over: leads ? binding.edges.forth : binding.edges.back,
        replay: leads || subject.current != nil ? .now : .none,
        ended: { [weak subject] in
          binding.edges.end()
          atSubject?.dispose()
          if completesSubject { subject?.onCompleted() }
        }, block: leads ? binding.forth : binding.back)
      atBindable.setDisposable(BindableToken(observation.end))
    }
    if leads { passFromBindable() }
    let entry = subject.subscribe(binding: leads ? binding.back : binding.forth) { _ in
      binding.edges.end()
      atBindable.dispose()
    }
    atSubject = entry
    subject.finishReplay(to: entry)
    if !leads { passFromBindable() }
    return Disposables.create(Disposables.create(with: binding.edges.end), entry, atBindable)
  }
}
