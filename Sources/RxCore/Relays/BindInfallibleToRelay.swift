// Each method forwards to its counterpart on `ObservableType`, which reports an error if the source fails after all.

extension InfallibleType {
  /// Forwards each element to `relays`, in the order given. Completion is ignored.
  public func bind(
    to relays: PublishRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards each element to `relays` with optional elements, in the order given. Completion is ignored.
  public func bind(
    to relays: PublishRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards each element to `relays`, in the order given. Completion is ignored.
  public func bind(
    to relays: BehaviorRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards each element to `relays` with optional elements, in the order given. Completion is ignored.
  public func bind(
    to relays: BehaviorRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards each element to `relays`, in the order given. Completion is ignored.
  public func bind(
    to relays: ReplayRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards each element to `relays` with optional elements, in the order given. Completion is ignored.
  public func bind(
    to relays: ReplayRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }
}
