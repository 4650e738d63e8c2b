internal import DeliveryCore

extension SharedSequenceConvertibleType {
  /// Subscribes main-actor closures and calls them on the main queue, inline if the sequence emits there. Elements
  /// emitted elsewhere, such as those replayed to a subscriber on another thread, are delivered asynchronously.
  func subscribeOnMain(
    onNext: (@MainActor @Sendable (Element) -> Void)?, onCompleted: (@MainActor @Sendable () -> Void)?,
    onDisposed: (@MainActor @Sendable () -> Void)?, file: StaticString, line: UInt
  ) -> any Disposable {
    asObservable().observed(on: .main).subscribe(
      file: file, line: line, onNext: onNext.map { droppingIsolation($0) },
      onCompleted: onCompleted.map { droppingIsolation($0) },
      onDisposed: onDisposed.map { onDisposed in
        let call = droppingIsolation(onDisposed)
        return { DeliveryTarget.main.run(call) }
      })
  }

  /// Like the method above, but with closures that receive `object`, which is held weakly.
  func subscribeOnMain<Object: AnyObject & Sendable>(
    with object: Object, onNext: (@MainActor @Sendable (Object, Element) -> Void)?,
    onCompleted: (@MainActor @Sendable (Object) -> Void)?, onDisposed: (@MainActor @Sendable (Object) -> Void)?,
    file: StaticString, line: UInt
  ) -> any Disposable {
    subscribeOnMain(
      onNext: onNext.map { weakly(object, droppingIsolation($0)) },
      onCompleted: onCompleted.map { weakly(object, droppingIsolation($0)) },
      onDisposed: onDisposed.map { weakly(object, droppingIsolation($0)) }, file: file, line: line)
  }

  /// Forwards all events to `observers`, in order.
  func subscribe<Observer: ObserverType>(
    observers: [Observer]
  ) -> any Disposable where Observer.Element == Element {
    asObservable().bind(to: observers.map { $0.asObserverBase() })
  }

  /// Forwards all events to `observers` with optional elements, in order.
  func subscribe<Observer: ObserverType>(
    observers: [Observer]
  ) -> any Disposable where Observer.Element == Element? {
    asObservable().map { $0 as Element? }.bind(to: observers.map { $0.asObserverBase() })
  }
}
