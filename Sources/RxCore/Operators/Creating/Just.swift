extension ObservableType {
  /// Creates a sequence that emits `element` and completes, inside `subscribe`.
  ///
  /// ```swift
  /// Observable.just(1)
  /// ```
  /// ```
  /// just   (1|)
  /// ```
  ///
  /// Semantics: ReactiveX, Just.
  @inlinable
  public static func just(_ element: Element) -> Observable<Element> {
    Just(element: element)
  }

  /// Creates a sequence that emits `element` and the completion, scheduling each on `scheduler`. Disposal cancels
  /// pending work.
  ///
  /// Semantics: ReactiveX, Just.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    from([element], scheduler: scheduler)
  }
}

/// There is nothing to dispose, so this is not a `Producer`. `just` is inlinable so that callers that know `Element`
/// avoid a metadata look-up, which makes `flatMap` to `just` cheap.
@usableFromInline
final class Just<Element>: Observable<Element>, @unchecked Sendable {
  private let element: Element

  @usableFromInline
  init(element: Element) {
    self.element = element
  }

  @usableFromInline
  override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable { run(observer) }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    observer.onNext(element)
    observer.onCompleted()
    return NopDisposable.noOp
  }
}
