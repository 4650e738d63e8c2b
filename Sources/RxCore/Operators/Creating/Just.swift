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
    .scheduled(element, on: scheduler)
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

extension Observable {
  /// Creates a sequence that emits `element`, if any, and the completion, scheduling each on `scheduler`.
  static func scheduled(_ element: Element?, on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    CustomOperator(makeSink: { JustScheduledSink(observer: $0) }, connect: { $0.run(element, on: scheduler) })
  }
}

private final class JustScheduledSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  func run(_ element: Element?, on scheduler: any ImmediateSchedulerType) {
    holdWork {
      guard let element else { return complete(on: scheduler) }
      return scheduler.schedule(element) { element in
        self.forwardNext(element)
        return self.complete(on: scheduler)
      }
    }
  }

  private func complete(on scheduler: any ImmediateSchedulerType) -> any Disposable {
    scheduler.schedule { self.forwardCompleted() }
  }
}
