extension ObservableType {
  /// Returns the sequence as an ``Observable``. The default implementation wraps the sequence.
  public func asObservable() -> Observable<Element> {
    ForeignObservable(self).staged
  }
}

/// Wraps an `ObservableType` that is not an `Observable`, without adding a stage.
final class ForeignObservable<Source: ObservableType>: Observable<Source.Element>, @unchecked Sendable {
  private let source: Source

  init(_ source: Source) {
    self.source = source
  }

  override func subscribe(erased observer: ObserverBase<Source.Element>) -> any Disposable {
    source.subscribe(observer)
  }
}

extension Observable {
  /// The same sequence with a stage of its own, which passes on nothing after a terminal event.
  var staged: Observable<Element> { Operator(self) { IdentitySink(observer: $0) } }
}
