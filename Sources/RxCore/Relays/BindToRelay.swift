extension ObservableType {
  /// Forwards each element to `relays`, in the order given.
  ///
  /// Completion is ignored; an error is reported to ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: PublishRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards each element to `relays` with optional elements, in the order given.
  ///
  /// Completion is ignored; an error is reported to ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: PublishRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards each element to `relays`, in the order given.
  ///
  /// Completion is ignored; an error is reported to ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: BehaviorRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards each element to `relays` with optional elements, in the order given.
  ///
  /// Completion is ignored; an error is reported to ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: BehaviorRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards each element to `relays`, in the order given.
  ///
  /// Completion is ignored; an error is reported to ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: ReplayRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(to: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards each element to `relays` with optional elements, in the order given.
  ///
  /// Completion is ignored; an error is reported to ``Hooks/defaultErrorHandler``.
  public func bind(
    to relays: ReplayRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(toOptionals: relays.map(\.subject), file: file, line: line)
  }

  /// Forwards the elements to the subjects of relays.
  func bind(to subjects: [SubjectBase<Element>], file: StaticString, line: UInt) -> any Disposable {
    asObservable().subscribe(
      erased: BinderObserver(file: file, line: line) { _, element in
        for subject in subjects { subject.onNext(element) }
      })
  }

  /// Forwards the elements to the subjects of relays with optional elements.
  func bind(toOptionals subjects: [SubjectBase<Element?>], file: StaticString, line: UInt) -> any Disposable {
    map { $0 as Element? }.bind(to: subjects, file: file, line: line)
  }
}
