public import RxCore

// The names that RxSwift 6 deprecates, with its deprecations; RxRelay, RxTest and RxBlocking have none. The new name's
// page describes the operator. They are compiled into their callers: a program that uses none contains none.

extension ObservableType {
  /// The former name of `observe(on:)`. Semantics: RxSwift, observeOn.
  @available(*, deprecated, renamed: "observe(on:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func observeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
    observe(on: scheduler)
  }

  /// The former name of `subscribe(on:)`. Semantics: RxSwift, subscribeOn.
  @available(*, deprecated, renamed: "subscribe(on:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
    subscribe(on: scheduler)
  }

  /// The former name of `catch(_:)`. Semantics: RxSwift, catchError.
  @available(*, deprecated, renamed: "catch(_:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func catchError(
    _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    `catch`(handler)
  }

  /// The former name of `catch(sequence:)`. Semantics: RxSwift, catchError.
  ///
  /// RxSwift's own deprecation renames it to `catch(onSuccess:onFailure:onDisposed:)`, which does not exist.
  @available(*, deprecated, renamed: "catch(sequence:)")
  @_alwaysEmitIntoClient
  public static func catchError<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Observable<Element> where Sequence.Element == Observable<Element> {
    `catch`(sequence: sequence)
  }

  /// The former name of `catchAndReturn(_:)`. Semantics: RxSwift, catchErrorJustReturn.
  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  @_alwaysEmitIntoClient
  public func catchErrorJustReturn(_ element: Element) -> Observable<Element> {
    catchAndReturn(element)
  }

  /// The former name of `retry(when:)`, for errors of one type. Semantics: RxSwift, retryWhen.
  @available(*, deprecated, renamed: "retry(when:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func retryWhen<TriggerObservable: ObservableType, Failure: Error>(
    _ notificationHandler: @escaping @Sendable (Observable<Failure>) -> TriggerObservable
  ) -> Observable<Element> {
    retry(when: notificationHandler)
  }

  /// The former name of `retry(when:)`. Semantics: RxSwift, retryWhen.
  @available(*, deprecated, renamed: "retry(when:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func retryWhen<TriggerObservable: ObservableType>(
    _ notificationHandler: @escaping @Sendable (Observable<any Error>) -> TriggerObservable
  ) -> Observable<Element> {
    retry(when: notificationHandler)
  }

  /// The former name of `element(at:)`. Semantics: RxSwift, elementAt.
  @available(*, deprecated, renamed: "element(at:)")
  @_alwaysEmitIntoClient
  public func elementAt(_ index: Int) -> Observable<Element> {
    element(at: index)
  }

  /// The former name of `skip(while:)`. Semantics: RxSwift, skipWhile.
  @available(*, deprecated, renamed: "skip(while:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func skipWhile(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
    skip(while: predicate)
  }

  /// The former name of `skip(until:)`. Semantics: RxSwift, skipUntil.
  @available(*, deprecated, renamed: "skip(until:)")
  @_alwaysEmitIntoClient
  public func skipUntil<Source: ObservableType>(_ other: Source) -> Observable<Element> {
    skip(until: other)
  }

  /// The former name of `take(while:)`. Semantics: RxSwift, takeWhile.
  @available(*, deprecated, renamed: "take(while:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func takeWhile(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
    take(while: predicate)
  }

  /// The former name of `take(until:)`. Semantics: RxSwift, takeUntil.
  @available(*, deprecated, renamed: "take(until:)")
  @_alwaysEmitIntoClient
  public func takeUntil<Source: ObservableType>(_ other: Source) -> Observable<Element> {
    take(until: other)
  }

  /// The former name of `take(until:behavior:)`. Semantics: RxSwift, takeUntil.
  @available(*, deprecated, renamed: "take(until:behavior:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func takeUntil(
    _ behavior: TakeBehavior, predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Observable<Element> {
    take(until: predicate, behavior: behavior)
  }

  /// The former name of `take(for:scheduler:)`. Semantics: RxSwift, take.
  @available(*, deprecated, renamed: "take(for:scheduler:)")
  @_alwaysEmitIntoClient
  public func take(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    take(for: duration, scheduler: scheduler)
  }
}

extension PrimitiveSequence {
  /// The former name of `observe(on:)`. Semantics: RxSwift, observeOn.
  @available(*, deprecated, renamed: "observe(on:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func observeOn(
    _ scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
    observe(on: scheduler)
  }

  /// The former name of `subscribe(on:)`. Semantics: RxSwift, subscribeOn.
  @available(*, deprecated, renamed: "subscribe(on:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func subscribeOn(
    _ scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
    subscribe(on: scheduler)
  }

  /// The former name of `catch(_:)`. Semantics: RxSwift, catchError.
  @available(*, deprecated, renamed: "catch(_:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func catchError(
    _ handler: @escaping @Sendable (any Error) throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    `catch`(handler)
  }

  /// The former name of `retry(when:)`, for errors of one type. Semantics: RxSwift, retryWhen.
  @available(*, deprecated, renamed: "retry(when:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func retryWhen<TriggerObservable: ObservableType, Failure: Error>(
    _ notificationHandler: @escaping @Sendable (Observable<Failure>) -> TriggerObservable
  ) -> PrimitiveSequence<Trait, Element> {
    retry(when: notificationHandler)
  }

  /// The former name of `retry(when:)`. Semantics: RxSwift, retryWhen.
  @available(*, deprecated, renamed: "retry(when:)")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func retryWhen<TriggerObservable: ObservableType>(
    _ notificationHandler: @escaping @Sendable (Observable<any Error>) -> TriggerObservable
  ) -> PrimitiveSequence<Trait, Element> {
    retry(when: notificationHandler)
  }
}

extension PrimitiveSequenceType where Trait: ElementTrait {
  /// The former name of `catchAndReturn(_:)`. Semantics: RxSwift, catchErrorJustReturn.
  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  @_alwaysEmitIntoClient
  public func catchErrorJustReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> {
    catchAndReturn(element)
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// The former name of `subscribe(onSuccess:onFailure:onDisposed:)`. Semantics: RxSwift, subscribe.
  @available(*, deprecated, renamed: "subscribe(onSuccess:onFailure:onDisposed:)")
  @preconcurrency
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func subscribe(
    onSuccess: (@Sendable (Element) -> Void)? = nil, onError: @escaping @Sendable (any Error) -> Void,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    subscribe(onSuccess: onSuccess, onFailure: onError, onDisposed: onDisposed)
  }
}
