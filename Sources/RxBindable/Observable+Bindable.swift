public import BindableKit
public import Dispatch
public import RxCore

/// What becomes of an error when a sequence, which can fail, feeds a Bindable, which cannot. The caller chooses.
public enum ErrorFate<Value> {
  /// The Bindable takes this value.
  case replace(with: Value)
  /// The closure is told; the Bindable keeps its last value.
  case handle(@Sendable (any Error) -> Void)
}

extension ErrorFate: Sendable where Value: Sendable {}

extension ObservableConvertibleType {
  /// Makes a Bindable that follows the sequence.
  ///
  ///     let results = query.asObservable()
  ///       .flatMapLatest { text in search(text) }
  ///       .asBindable(initial: [], onError: .replace(with: []))
  ///
  /// The Bindable owns the subscription: when it goes, the subscription is disposed. An error ends the following, with
  /// the fate that the caller chose; completion keeps the last value. Observers are called on the thread that sends.
  public func asBindable(initial: Element, onError: ErrorFate<Element>) -> Bindable<Element> {
    let bindable = Bindable(initial)
    bindable.follow(asObservable(), onError: onError)
    return bindable
  }

  /// Makes a Bindable that follows the sequence and calls its observers on `queue`. See ``asBindable(initial:onError:)``.
  public func asBindable(
    initial: Element, queue: DispatchQueue, policy: DeliveryPolicy = .every, onError: ErrorFate<Element>
  ) -> Bindable<Element> where Element: Sendable {
    let bindable = Bindable(initial, queue: queue, policy: policy)
    bindable.follow(asObservable(), onError: onError)
    return bindable
  }
}

extension BehaviorSubject {
  /// Makes a Bindable that follows the subject, from its present value on. See
  /// `ObservableConvertibleType.asBindable(initial:onError:)`.
  ///
  /// - Throws: what `value()` throws, if the subject has failed or was disposed.
  public func asBindable(onError: ErrorFate<Element>) throws -> Bindable<Element> {
    let bindable = Bindable(try value())
    bindable.follow(self, onError: onError)
    return bindable
  }

  /// Makes a Bindable that follows the subject, from its present value on, and that the subject follows in turn: a value
  /// set on either side is passed on once. Neither keeps the other alive. A terminal event of the subject ends the
  /// link; the Bindable keeps its value.
  ///
  /// - Throws: what `value()` throws, if the subject has failed or was disposed.
  public func asTwoWayBindable() throws -> Bindable<Element> {
    let bindable = Bindable(try value())
    _ = bind(bothWays: bindable)
    return bindable
  }
}

extension PublishSubject {
  /// Makes a Bindable that follows the subject, and that the subject follows in turn: a value set on either side is passed
  /// on once. Neither keeps the other alive. A terminal event of the subject ends the link; the Bindable keeps its
  /// value.
  ///
  /// The subject is not sent the initial value.
  public func asTwoWayBindable(initial: Element) -> Bindable<Element> {
    let bindable = Bindable(initial)
    _ = SubjectLink(bindable: bindable, subject: self).connect(replaysBindable: false, completesSubject: false)
    return bindable
  }
}

extension ObservableConvertibleType {
  /// Sets `bindable` to each element, where it is sent, until the result is disposed.
  ///
  /// This leads one way: a sequence cannot tell what came from the Bindable. Where the Bindable also feeds the sequence, a
  /// change would go round without end; `bind(bothWays:)` keeps the two equal.
  ///
  /// The subscription does not keep the Bindable alive and is disposed when it goes. Completion changes nothing; an
  /// error is reported to `Hooks.defaultErrorHandler`.
  public func bind(
    to bindable: Bindable<Element>, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bindable.follow(asObservable(), onError: .handle { Hooks.report(unhandled: $0, file: file, line: line) })
  }
}

extension Bindable {
  /// Sends the present value and each later one to `observer`, until the result is disposed or the Bindable goes; the
  /// observer is not told of the end.
  ///
  /// The Bindable keeps the observer until then.
  public func bind<Observer: ObserverType>(to observer: Observer) -> any Disposable where Observer.Element == Value {
    let observer = observer.asObserverBase()
    let cancel = link(to: nil, replay: true, ended: {}, block: { value, _ in observer.onNext(value) })
    return Disposables.create(with: cancel)
  }

  /// Has the sequence set the Bindable, for as long as both go on.
  @discardableResult
  fileprivate func follow(_ source: Observable<Value>, onError: ErrorFate<Value>) -> any Disposable {
    let observer = FollowingObserver(bindable: self, onError: onError)
    let subscription = source.subscribe(erased: observer)
    // The observer lives as long as the subscription goes on, and no longer is it of interest when the Bindable goes.
    whenGone(owner: observer) { subscription.dispose() }
    return subscription
  }
}

/// Sets a Bindable that it does not keep alive.
private final class FollowingObserver<Value>: ObserverBase<Value>, @unchecked Sendable {
  private weak let bindable: Bindable<Value>?
  private let fate: ErrorFate<Value>

  init(bindable: Bindable<Value>, onError: ErrorFate<Value>) {
    self.bindable = bindable
    fate = onError
  }

  override func onNext(_ element: Value) { bindable?.value = element }

  override func onError(_ error: any Error) {
    switch fate {
    case .replace(let value): bindable?.value = value
    case .handle(let handler): handler(error)
    }
  }
}
