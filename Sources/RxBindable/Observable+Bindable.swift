public import BindableKit
public import Dispatch
public import RxCore

extension ObservableConvertibleType where Element: Sendable {
  /// Makes a Bindable that follows the observable.
  ///
  ///     let results = query.asObservable()
  ///       .flatMapLatest { text in search(text) }
  ///       .asBindable(initial: [], onError: .replace(with: []))
  ///
  /// The Bindable owns the subscription, which is disposed when the Bindable is deallocated. An error ends the subscription,
  /// with the strategy that the caller chose; completion keeps the last value.
  ///
  /// - Parameters:
  ///   - initial: the value until the first element.
  ///   - queue: the queue of the Bindable; without one, observers are called on the thread that emits. See
  ///     `Bindable.init(_:queue:policy:)`.
  ///   - policy: which values observers receive if they are slower than the observable.
  ///   - onError: what an error does to the Bindable.
  @preconcurrency
  public func asBindable(
    initial: Element, queue: DispatchQueue? = nil, policy: DeliveryPolicy = .every, onError: ErrorStrategy<Element>
  ) -> Bindable<Element> {
    let bindable = Bindable(initial, queue: queue, policy: policy)
    bindable.follow(asObservable(), onError: onError)
    return bindable
  }

  /// Sets `bindable` to each element, where the observable emits it, until the result is disposed.
  ///
  /// If this is a subject, or the observable of a Bindable, bindings may lead back to it: a change ends where it is already, or a newer one.
  /// Through operators a change is not recognised, so a ring through them never ends, and the call that begins it does not
  /// return. Keep the two equal with `bind(bothWays:)` instead, or bind `bindable.map { ... }`.
  ///
  /// The subscription does not keep the Bindable alive and is disposed when that is deallocated. Completion changes nothing;
  /// an error is reported to `Hooks.defaultErrorHandler`.
  @preconcurrency
  public func bind(
    to bindable: Bindable<Element>, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bindable.follow(asObservable(), onError: .handle { Hooks.report(unhandled: $0, file: file, line: line) })
  }
}

extension BehaviorSubject where Element: Sendable {
  /// One-way: makes a Bindable that follows the subject, from its current value on. See
  /// `ObservableConvertibleType.asBindable(initial:queue:policy:onError:)`.
  ///
  /// - Throws: what `value()` throws, if the subject has failed or was disposed.
  @preconcurrency
  public func asBindable(
    queue: DispatchQueue? = nil, policy: DeliveryPolicy = .every, onError: ErrorStrategy<Element>
  ) throws -> Bindable<Element> {
    let bindable = Bindable(try value(), queue: queue, policy: policy)
    bindable.follow(self, onError: onError)
    return bindable
  }

  /// Two-way: makes a Bindable that follows the subject, from its current value on, and that the subject follows in turn. A
  /// value set on either side is passed on once. Neither keeps the other alive. A terminal event of the subject ends the
  /// link; the Bindable keeps its value.
  ///
  /// - Throws: what `value()` throws, if the subject has failed or was disposed.
  @preconcurrency
  public func asTwoWayBindable() throws -> Bindable<Element> {
    let bindable = Bindable(try value())
    _ = bind(bothWays: bindable)
    return bindable
  }
}

extension PublishSubject where Element: Sendable {
  /// Two-way: makes a Bindable that follows the subject, and that the subject follows in turn. A value set on either side is
  /// passed on once. Neither keeps the other alive. A terminal event of the subject ends the link; the Bindable keeps its
  /// value.
  ///
  /// The subject does not emit the initial value.
  @preconcurrency
  public func asTwoWayBindable(initial: Element) -> Bindable<Element> {
    let bindable = Bindable(initial)
    SubjectLink(bindable, self, bindableLeads: true, joins: false).connect()
    return bindable
  }
}

extension ReadOnlyBindable {
  /// Emits the current value and each later one to `observer`, until the token is cancelled or deallocated, or the Bindable
  /// is deallocated; `observer` receives no terminal event.
  ///
  /// The observer is kept until the token ends. If the observer is a subject, bindings may lead from it back to this
  /// Bindable: a change ends where it is already, or a newer one.
  public func bind<Observer: ObserverType>(to observer: Observer) -> BindableToken where Observer.Element == Value {
    let base = observer.asObserverBase()
    if let subject = observer as? SubjectBase<Value>, let bindable = self as? Bindable<Value> {
      let end = SubjectLink(bindable, subject, bindableLeads: true).followBindable()
      return BindableToken { withExtendedLifetime(base) { end() } }
    }
    return BindableToken(link(replay: true) { value, _ in base.onNext(value) })
  }
}

extension Bindable {
  /// Sets the Bindable to each element of the observable, as long as both are alive.
  @discardableResult
  fileprivate func follow(_ source: Observable<Value>, onError: ErrorStrategy<Value>) -> any Disposable {
    // The changes of a subject carry their stamps, but such a subject must replay its current value only: the other kinds replay
    // several elements, or one after the end.
    if let subject = source as? SubjectBase<Value>, !(subject is ReplaySubject<Value>),
      !(subject is AsyncSubject<Value>)
    {
      return SubjectLink(self, subject, bindableLeads: false, onError: onError).followSubject()
    }
    // The changes of a Bindable carry their stamps too.
    if let observable = source as? BindableObservable<Value> {
      guard let bindable = observable.bindable() else { return Disposables.create() }
      return Disposables.create(with: bindable.link(to: self))
    }
    let observer = FollowingObserver(bindable: self, onError: onError)
    let subscription = source.subscribe(erased: observer)
    let forget = whenDeallocated { subscription.dispose() }
    return Disposables.create(with: {
      subscription.dispose()
      forget()
    })
  }
}

/// Sets a Bindable that it does not keep alive.
private final class FollowingObserver<Value: Sendable>: ObserverBase<Value>, @unchecked Sendable {
  private weak let bindable: Bindable<Value>?
  private let strategy: ErrorStrategy<Value>

  init(bindable: Bindable<Value>, onError: ErrorStrategy<Value>) {
    self.bindable = bindable
    strategy = onError
  }

  override func onNext(_ element: Value) { bindable?.value = element }

  override func onError(_ error: any Error) {
    if let bindable { strategy.apply(error, to: bindable) }
  }
}
