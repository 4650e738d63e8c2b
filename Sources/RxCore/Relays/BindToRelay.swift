extension ObservableType {
  /// Has `relays` accept each element, in their order. Completion changes nothing; an error is reported to
  /// ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: PublishRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Has `relays` of optional elements accept each element. An error is reported to ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: PublishRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }

  /// Has `relays` accept each element, in their order. Completion changes nothing; an error is reported to
  /// ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: BehaviorRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Has `relays` of optional elements accept each element. An error is reported to ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: BehaviorRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }

  /// Has `relays` accept each element, in their order. Completion changes nothing; an error is reported to
  /// ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: ReplayRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Has `relays` of optional elements accept each element. An error is reported to ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: ReplayRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards the elements to the subjects of relays.
  func bind(to subjects: [SubjectBase<Element>], file: StaticString, line: UInt) -> any Disposable {
    asObservable().subscribe(erased: RelayObserver(subjects, file: file, line: line))
  }

  /// Forwards the elements to the subjects of relays of optional elements.
  func bind(toOptionals subjects: [SubjectBase<Element?>], file: StaticString, line: UInt) -> any Disposable {
    map { $0 as Element? }.bind(to: subjects, file: file, line: line)
  }
}

/// Forwards the elements of a sequence to relays, and no end.
private final class RelayObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let subjects: [SubjectBase<Element>]
  private let file: StaticString
  private let line: UInt

  /// - Parameters:
  ///   - subjects: the subjects of the relays.
  ///   - file: where the binding is made. It is reported with an error.
  ///   - line: where the binding is made.
  init(_ subjects: [SubjectBase<Element>], file: StaticString, line: UInt) {
    self.subjects = subjects
    self.file = file
    self.line = line
  }

  override func onNext(_ element: Element) {
    for subject in subjects { subject.onNext(element) }
  }

  override func onError(_ error: any Error) { Hooks.report(unhandled: error, file: file, line: line) }
}
