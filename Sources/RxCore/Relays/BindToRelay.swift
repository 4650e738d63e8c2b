extension ObservableType {
  /// Forwards each element to `relays`, in the order given.
  ///
  /// Completion is ignored; an error is reported to ``Hooks/defaultErrorHandler``.
  public func bind<Relay: RelayType>(
    to relays: Relay..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Relay.Element == Element {
    forward(to: relays, file: file, line: line)
  }

  /// Forwards each element to `relays` with optional elements, in the order given.
  ///
  /// Completion is ignored; an error is reported to ``Hooks/defaultErrorHandler``.
  public func bind<Relay: RelayType>(
    to relays: Relay..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Relay.Element == Element? {
    forward(to: relays, file: file, line: line)
  }
}

extension InfallibleType {
  /// Forwards each element to `relays`, in the order given. Completion is ignored.
  public func bind<Relay: RelayType>(
    to relays: Relay..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Relay.Element == Element {
    forward(to: relays, file: file, line: line)
  }

  /// Forwards each element to `relays` with optional elements, in the order given. Completion is ignored.
  public func bind<Relay: RelayType>(
    to relays: Relay..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Relay.Element == Element? {
    forward(to: relays, file: file, line: line)
  }
}

extension ObservableConvertibleType {
  func forward<Relay: RelayType>(
    to relays: [Relay], file: StaticString, line: UInt
  ) -> any Disposable where Relay.Element == Element {
    asObservable().subscribe(
      erased: BinderObserver(file: file, line: line) { _, element in
        for relay in relays { relay.accept(element) }
      })
  }

  func forward<Relay: RelayType>(
    to relays: [Relay], file: StaticString, line: UInt
  ) -> any Disposable where Relay.Element == Element? {
    asObservable().map { $0 as Element? }.forward(to: relays, file: file, line: line)
  }
}
