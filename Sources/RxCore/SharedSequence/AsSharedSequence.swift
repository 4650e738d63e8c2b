extension ObservableConvertibleType where Element: Sendable {
  /// Shares the sequence according to `sharingStrategy`, on the strategy's scheduler. If the source fails, the result
  /// emits `onErrorJustReturn` and completes.
  ///
  /// Semantics: RxCocoa, asSharedSequence.
  @preconcurrency
  public func asSharedSequence<SharingStrategy>(
    sharingStrategy: SharingStrategy.Type = SharingStrategy.self, onErrorJustReturn: Element
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().observe(on: SharingStrategy.scheduler).catchAndReturn(onErrorJustReturn))
  }

  /// Shares the sequence according to `sharingStrategy`, on the strategy's scheduler. If the source fails, the result
  /// continues with `onErrorDriveWith`.
  ///
  /// Semantics: RxCocoa, asSharedSequence.
  @preconcurrency
  public func asSharedSequence<SharingStrategy>(
    sharingStrategy: SharingStrategy.Type = SharingStrategy.self,
    onErrorDriveWith: SharedSequence<SharingStrategy, Element>
  ) -> SharedSequence<SharingStrategy, Element> {
    asSharedSequence(onErrorRecover: { _ in onErrorDriveWith })
  }

  /// Shares the sequence according to `sharingStrategy`, on the strategy's scheduler. If the source fails,
  /// `onErrorRecover` is called on that scheduler, and the result continues with the sequence that it returns.
  ///
  /// Semantics: RxCocoa, asSharedSequence.
  @preconcurrency
  public func asSharedSequence<SharingStrategy>(
    sharingStrategy: SharingStrategy.Type = SharingStrategy.self,
    onErrorRecover: @escaping @Sendable (_ error: any Error) -> SharedSequence<SharingStrategy, Element>
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(
      asObservable().observe(on: SharingStrategy.scheduler).catch { onErrorRecover($0).asObservable() })
  }

  /// Converts the sequence to a ``Driver`` that replaces an error with `onErrorJustReturn` and completes.
  ///
  /// ```swift
  /// a.asDriver(onErrorJustReturn: 0)
  /// ```
  /// ```
  /// a      -1---2---3-#
  /// a (1)  ^----------!
  /// at 0   -1---2---3-(0|)
  /// at 6   ------2--3-(0|)
  /// ```
  ///
  /// Semantics: RxCocoa, asDriver.
  @preconcurrency
  public func asDriver(onErrorJustReturn: Element) -> Driver<Element> {
    asSharedSequence(onErrorJustReturn: onErrorJustReturn)
  }

  /// Converts the sequence to a ``Driver`` that continues with `onErrorDriveWith` after an error.
  ///
  /// Semantics: RxCocoa, asDriver.
  @preconcurrency
  public func asDriver(onErrorDriveWith: Driver<Element>) -> Driver<Element> {
    asSharedSequence(onErrorDriveWith: onErrorDriveWith)
  }

  /// Converts the sequence to a ``Driver`` that, after an error, continues with the driver that `onErrorRecover`
  /// returns. `onErrorRecover` is called on the main queue.
  ///
  /// Semantics: RxCocoa, asDriver.
  @preconcurrency
  public func asDriver(
    onErrorRecover: @escaping @Sendable (_ error: any Error) -> Driver<Element>
  ) -> Driver<Element> {
    asSharedSequence(onErrorRecover: onErrorRecover)
  }

  /// Converts the sequence to a ``Signal`` that replaces an error with `onErrorJustReturn` and completes.
  ///
  /// ```swift
  /// a.asSignal(onErrorJustReturn: 0)
  /// ```
  /// ```
  /// a      -1---2---3-#
  /// a (1)  ^----------!
  /// at 0   -1---2---3-(0|)
  /// at 6   ---------3-(0|)
  /// ```
  ///
  /// Semantics: RxCocoa, asSignal.
  @preconcurrency
  public func asSignal(onErrorJustReturn: Element) -> Signal<Element> {
    asSharedSequence(onErrorJustReturn: onErrorJustReturn)
  }

  /// Converts the sequence to a ``Signal`` that continues with `onErrorSignalWith` after an error.
  ///
  /// Semantics: RxCocoa, asSignal.
  @preconcurrency
  public func asSignal(onErrorSignalWith: Signal<Element>) -> Signal<Element> {
    asSharedSequence(onErrorDriveWith: onErrorSignalWith)
  }

  /// Converts the sequence to a ``Signal`` that, after an error, continues with the signal that `onErrorRecover`
  /// returns. `onErrorRecover` is called on the main queue.
  ///
  /// Semantics: RxCocoa, asSignal.
  @preconcurrency
  public func asSignal(
    onErrorRecover: @escaping @Sendable (_ error: any Error) -> Signal<Element>
  ) -> Signal<Element> {
    asSharedSequence(onErrorRecover: onErrorRecover)
  }
}

extension BehaviorRelay where Element: Sendable {
  /// Converts the relay to a ``Driver`` that emits the current value, then each later one.
  @preconcurrency
  public func asDriver() -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
  }
}

extension InfallibleType where Element: Sendable {
  /// Converts the sequence, which never fails, to a ``Driver``.
  ///
  /// Semantics: RxCocoa, asDriver.
  @preconcurrency
  public func asDriver() -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
  }
}

extension PublishRelay where Element: Sendable {
  /// Converts the relay to a ``Signal``.
  @preconcurrency
  public func asSignal() -> Signal<Element> {
    Signal(asObservable().observe(on: SignalSharingStrategy.scheduler))
  }
}

// Controls must not fail. If one does, the error is reported and the sequence completes.

extension ControlProperty where PropertyType: Sendable {
  /// Converts the control property to a ``Driver`` that emits the current value, then each change made by the user.
  @preconcurrency
  public func asDriver(file: StaticString = #fileID, line: UInt = #line) -> Driver<PropertyType> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler).reportingError(file: file, line: line))
  }
}

extension ControlEvent where PropertyType: Sendable {
  /// Converts the control event to a ``Driver``.
  @preconcurrency
  public func asDriver(file: StaticString = #fileID, line: UInt = #line) -> Driver<PropertyType> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler).reportingError(file: file, line: line))
  }

  /// Converts the control event to a ``Signal``.
  @preconcurrency
  public func asSignal(file: StaticString = #fileID, line: UInt = #line) -> Signal<PropertyType> {
    Signal(asObservable().observe(on: SignalSharingStrategy.scheduler).reportingError(file: file, line: line))
  }
}
