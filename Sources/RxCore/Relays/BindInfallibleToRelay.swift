// Each forwards to the observable's form. An error, which only a closure that breaks the guarantee lets through, is reported.

extension InfallibleType {
  /// Has `relays` accept each element, in their order. Completion changes nothing.
  public func bind(
    to relays: PublishRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Has `relays` of optional elements accept each element, in their order. Completion changes nothing.
  public func bind(
    to relays: PublishRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }

  /// Has `relays` accept each element, in their order. Completion changes nothing.
  public func bind(
    to relays: BehaviorRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Has `relays` of optional elements accept each element, in their order. Completion changes nothing.
  public func bind(
    to relays: BehaviorRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }

  /// Has `relays` accept each element, in their order. Completion changes nothing.
  public func bind(
    to relays: ReplayRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Has `relays` of optional elements accept each element, in their order. Completion changes nothing.
  public func bind(
    to relays: ReplayRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }
}
