extension ObservableConvertibleType where Element: Sendable {
  /// Shares the sequence as `sharingStrategy` says, on its scheduler. After an error it emits `onErrorJustReturn` and completes.
  ///
  /// Semantics: RxCocoa, asSharedSequence.
  @preconcurrency
  public func asSharedSequence<SharingStrategy>(
    sharingStrategy: SharingStrategy.Type = SharingStrategy.self, onErrorJustReturn: Element
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().observe(on: SharingStrategy.scheduler).catchAndReturn(onErrorJustReturn))
  }

  /// Shares the sequence as `sharingStrategy` says, on its scheduler. After an error it continues with `onErrorDriveWith`.
  ///
  /// Semantics: RxCocoa, asSharedSequence.
  @preconcurrency
  public func asSharedSequence<SharingStrategy>(
    sharingStrategy: SharingStrategy.Type = SharingStrategy.self,
    onErrorDriveWith: SharedSequence<SharingStrategy, Element>
  ) -> SharedSequence<SharingStrategy, Element> {
    asSharedSequence(onErrorRecover: { _ in onErrorDriveWith })
  }

  /// Shares the sequence as `sharingStrategy` says, on its scheduler. After an error it continues with the sequence that
  /// `onErrorRecover` makes of the error, on that scheduler.
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
}

extension ObservableConvertibleType where Element: Sendable {
  /// The sequence as a ``Driver``. After an error it emits `onErrorJustReturn` and completes.
  ///
  /// Semantics: RxCocoa, asDriver.
  @preconcurrency
  public func asDriver(onErrorJustReturn: Element) -> Driver<Element> {
    asSharedSequence(onErrorJustReturn: onErrorJustReturn)
  }

  /// The sequence as a ``Driver``. After an error it continues with `onErrorDriveWith`.
  ///
  /// Semantics: RxCocoa, asDriver.
  @preconcurrency
  public func asDriver(onErrorDriveWith: Driver<Element>) -> Driver<Element> {
    asSharedSequence(onErrorDriveWith: onErrorDriveWith)
  }

  /// The sequence as a ``Driver``. After an error it continues with what `onErrorRecover`, called on the main queue, makes of
  /// the error.
  ///
  /// Semantics: RxCocoa, asDriver.
  @preconcurrency
  public func asDriver(
    onErrorRecover: @escaping @Sendable (_ error: any Error) -> Driver<Element>
  ) -> Driver<Element> {
    asSharedSequence(onErrorRecover: onErrorRecover)
  }

  /// The sequence as a ``Signal``. After an error it emits `onErrorJustReturn` and completes.
  ///
  /// Semantics: RxCocoa, asSignal.
  @preconcurrency
  public func asSignal(onErrorJustReturn: Element) -> Signal<Element> {
    asSharedSequence(onErrorJustReturn: onErrorJustReturn)
  }

  /// The sequence as a ``Signal``. After an error it continues with `onErrorSignalWith`.
  ///
  /// Semantics: RxCocoa, asSignal.
  @preconcurrency
  public func asSignal(onErrorSignalWith: Signal<Element>) -> Signal<Element> {
    asSharedSequence(onErrorDriveWith: onErrorSignalWith)
  }

  /// The sequence as a ``Signal``. After an error it continues with what `onErrorRecover`, called on the main queue, makes of
  /// the error.
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
  /// The value as a ``Driver``: the current value, then each later one.
  @preconcurrency
  public func asDriver() -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
  }
}

extension InfallibleType where Element: Sendable {
  /// The sequence as a ``Driver``. It never fails, so it needs nothing for an error.
  ///
  /// Semantics: RxCocoa, asDriver.
  @preconcurrency
  public func asDriver() -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
  }
}

extension PublishRelay where Element: Sendable {
  /// The elements as a ``Signal``.
  @preconcurrency
  public func asSignal() -> Signal<Element> {
    Signal(asObservable().observe(on: SignalSharingStrategy.scheduler))
  }
}

// Controls never fail. An error of one that does is reported, and completes the sequence.

extension ControlProperty where PropertyType: Sendable {
  /// The value as a ``Driver``: the current value, then each change by the user.
  @preconcurrency
  public func asDriver(file: StaticString = #fileID, line: UInt = #line) -> Driver<PropertyType> {
    asDriver(onErrorRecover: { error in
      Hooks.report(unhandled: error, file: file, line: line)
      return .empty()
    })
  }
}

extension ControlEvent where PropertyType: Sendable {
  /// The events as a ``Driver``.
  @preconcurrency
  public func asDriver(file: StaticString = #fileID, line: UInt = #line) -> Driver<PropertyType> {
    asDriver(onErrorRecover: { error in
      Hooks.report(unhandled: error, file: file, line: line)
      return .empty()
    })
  }

  /// The events as a ``Signal``.
  @preconcurrency
  public func asSignal(file: StaticString = #fileID, line: UInt = #line) -> Signal<PropertyType> {
    asSignal(onErrorRecover: { error in
      Hooks.report(unhandled: error, file: file, line: line)
      return .empty()
    })
  }
}
