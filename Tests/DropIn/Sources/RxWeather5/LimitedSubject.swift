import RxSwift

/// A subject that completes after a number of elements.
public final class LimitedSubject<Element>: SubjectType, Cancelable {
  public typealias SubjectObserverType = LimitedSubject<Element>

  private let subject: PublishSubject<Element>
  private var rest: Int

  public init(count: Int) {
    subject = PublishSubject()
    rest = count
    #if TRACE_RESOURCES
      _ = Resources.incrementTotal()
    #endif
  }

  deinit {
    #if TRACE_RESOURCES
      _ = Resources.decrementTotal()
    #endif
  }

  public var isDisposed: Bool { subject.isDisposed }

  public var hasObservers: Bool { subject.hasObservers }

  public func on(_ event: Event<Element>) {
    subject.on(event)
    if case .next = event {
      rest -= 1
      if rest == 0 { subject.onCompleted() }
    }
  }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Element {
    subject.subscribe(observer)
  }

  public func asObserver() -> LimitedSubject<Element> { self }

  public func dispose() { subject.dispose() }
}

extension LimitedSubject: ObserverType {}
