public import BindableKit
import DeliveryCore
public import Dispatch
public import RxCore

extension ObservableConvertibleType where Element: Sendable {
  /// Creates a Bindable that follows the observable.
  ///
  ///     let results = query.asObservable()
  ///       .flatMapLatest { text in search(text) }
  ///       .asBindable(initial: [], onError: .replace(with: []))
  ///
  /// The Bindable owns the subscription, which is disposed when the Bindable is deallocated. An error ends the
  /// subscription and is handled by `onError`; on completion the Bindable keeps its last value.
  ///
  /// - Parameters:
  ///   - initial: the value until the first element.
  ///   - queue: the Bindable's queue. Without one, observers are called on the thread that emits. See
  ///     `Bindable.init(_:queue:)`.
  ///   - onError: how the Bindable handles an error.
  @preconcurrency
  public func asBindable(
    initial: Element, queue: DispatchQueue? = nil, onError: ErrorStrategy<Element>
  ) -> Bindable<Element> {
    let bindable = Bindable(initial, queue: queue)
    bindable.follow(asObservable(), onError: onError)
    return bindable
  }

  /// Sets `bindable` to each element, on the thread that emits, until the result is disposed.
  ///
  /// No element is dropped, unless bindings lead back to the source: see `ReadOnlyBindable.bind(to:)`. They may if the
  /// source is a `PublishSubject`, a `BehaviorSubject`, one of their relays or a Bindable's observable. Then the last set
  /// wins. An operator, a replay subject or an observable bound to a relay or subject hides where a change came from: a
  /// ring through one ends only if something in it drops the value, and otherwise the call that starts it does not
  /// return. Use `bind(bothWays:)` or bind `bindable.map { ... }` instead.
  ///
  /// The subscription does not keep the Bindable alive, and is disposed when the Bindable is deallocated. Completion is
  /// ignored; an error is reported to `Hooks.defaultErrorHandler`.
  @preconcurrency
  public func bind(
    to bindable: Bindable<Element>, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bindable.follow(asObservable(), onError: .handle { Hooks.report(unhandled: $0, file: file, line: line) })
  }
}

extension BehaviorSubject where Element: Sendable {
  /// Creates a Bindable that follows the subject, starting with its current value. See
  /// `ObservableConvertibleType.asBindable(initial:queue:onError:)`.
  ///
  /// - Throws: the error that `value()` throws if the subject has failed or has been disposed.
  @preconcurrency
  public func asBindable(
    queue: DispatchQueue? = nil, onError: ErrorStrategy<Element>
  ) throws -> Bindable<Element> {
    let bindable = Bindable(try value(), queue: queue)
    bindable.follow(self, onError: onError)
    return bindable
  }

  /// Creates a Bindable that is bound to the subject both ways, and starts with the subject's value.
  ///
  /// A value set on either side is passed on once. Neither keeps the other alive. A terminal event of the subject ends
  /// the link; the Bindable keeps its value.
  ///
  /// - Throws: the error that `value()` throws if the subject has failed or has been disposed.
  @preconcurrency
  public func asTwoWayBindable() throws -> Bindable<Element> {
    let bindable = Bindable(try value())
    _ = bind(bothWays: bindable)
    return bindable
  }
}

extension PublishSubject where Element: Sendable {
  /// Creates a Bindable that is bound to the subject both ways.
  ///
  /// A value set on either side is passed on once. Neither keeps the other alive. A terminal event of the subject ends
  /// the link; the Bindable keeps its value. The subject does not emit the initial value.
  @preconcurrency
  public func asTwoWayBindable(initial: Element) -> Bindable<Element> {
    let bindable = Bindable(initial)
    bindable.join(isUnset: true)  // Elements under way to the subject outrank the initial value.
    bindable.link(Binding(self, bothWays: bindable, setsSecond: false), to: self, leads: false)
    return bindable
  }
}

extension ReadOnlyBindable {
  /// Emits the current value and each later one to `observer`, until the token is cancelled or deallocated, or the
  /// Bindable is deallocated.
  ///
  /// The observer receives no terminal event. The token keeps the observer alive. If the observer is a subject other
  /// than a replay subject, bindings may lead from it back to this Bindable, or to the source of this derived value. Then the
  /// last set wins: see `ReadOnlyBindable.bind(to:)`.
  public func bind<Observer: ObserverType<Value> & Sendable>(to observer: Observer) -> BindableToken {
    if let subject = observer as? SubjectBase<Value> {
      let observation = link(to: subject)
      return BindableToken { withExtendedLifetime(subject) { observation.end() } }
    }
    let base = observer.asObserverBase()
    return BindableToken(link(replay: .now) { value, _ in base.onNext(value) }.end)
  }
}

extension InfallibleType where Element: Sendable {
  /// Creates a Bindable that follows the sequence.
  ///
  /// The Bindable owns the subscription, which is disposed when the Bindable is deallocated. On completion the Bindable
  /// keeps its last value. Without a queue, observers are called on the thread that emits.
  @preconcurrency
  public func asBindable(
    initial: Element, queue: DispatchQueue? = nil
  ) -> Bindable<Element> {
    asBindable(initial: initial, queue: queue, onError: .handle { _ in })
  }
}

extension SharedSequenceConvertibleType where Element: Sendable {
  /// Creates a Bindable that follows the `Driver` or `Signal`.
  ///
  ///     let steps = PublishRelay<Int>()
  ///     let count = steps.asSignal().scan(0, accumulator: { $0 + $1 }).asBindable(initial: 0)
  ///
  /// The Bindable owns the subscription, which is disposed when the Bindable is deallocated. On completion the Bindable
  /// keeps its last value. Observers without a queue or an actor of their own receive elements on the main queue, and
  /// the current value on the registering thread.
  @preconcurrency
  public func asBindable(initial: Element) -> Bindable<Element> {
    asBindable(initial: initial, onError: .handle { _ in })
  }
}

/// How a Bindable handles an error from the observable that it follows.
public enum ErrorStrategy<Value: Sendable>: Sendable {
  /// Sets the Bindable to this value.
  case replace(with: Value)
  /// Calls the closure with the error. The Bindable keeps its last value.
  case handle(@Sendable (any Error) -> Void)

  func apply(_ error: any Error, to bindable: Bindable<Value>) {
    switch self {
    case .replace(let value): bindable.value = value
    case .handle(let handler): handler(error)
    }
  }
}

// MARK: - The subscription

extension Bindable {
  /// Sets the Bindable to each element of `source`, until the result is disposed or the Bindable is deallocated.
  @discardableResult
  fileprivate func follow(_ source: Observable<Value>, onError: ErrorStrategy<Value>) -> any Disposable {
    let subscription = CompositeDisposable()
    _ = subscription.insert(Disposables.create(with: own(BindableToken(subscription))))
    let ended = { [weak self, weak subscription] (error: (any Error)?) in
      if let self, let error { onError.apply(error, to: self) }
      subscription?.dispose()
    }
    // The changes of these subjects and of Bindables say where they come from; the replays of a replay or async subject do not.
    if source is PublishSubject<Value> || source is BehaviorSubject<Value>, let subject = source as? SubjectBase<Value>
    {
      let binding = BindingEdge(from: [subject.join()], to: join(), setsTarget: subject.current != nil)
      let pass = { [weak self] (value: Value, change: Change) in _ = self?.set(value, change, over: binding) }
      _ = subscription.insert(Disposables.create(with: binding.end))
      let entry = subject.subscribe(binding: pass, ended: ended)
      _ = subscription.insert(entry)
      subject.finishReplay(to: entry)
    } else if let bindable = (source as? BindableObservable<Value>)?.bindable() {
      _ = subscription.insert(BindableToken(bindable.link(to: self, ended: { ended(nil) }).end))
    } else {
      let observer = BindingObserver<Value>({ [weak self] value, _ in self?.value = value }, ended: ended)
      _ = subscription.insert(source.subscribe(erased: observer))
    }
    return subscription
  }
}
