/// A sequence that never fails and is shared among its subscribers, such as a ``Driver`` or a ``Signal``.
///
/// It emits on its `SharingStrategy`'s scheduler. Drivers and signals use the main queue's scheduler, unless
/// ``SharingScheduler`` provides another one. Only events received inside `subscribe`, such as a driver's replayed
/// element, are emitted on the subscribing thread. `drive` must therefore be called on the main queue; `asObservable()`
/// can be subscribed to anywhere. The result of each operator is shared as well. A shared sequence is `Sendable` if its
/// elements are. Timed operators, such as `debounce`, need no scheduler.
///
/// Semantics: RxCocoa, SharedSequence.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>: SharedSequenceConvertibleType {
  let source: Observable<Element>

  /// Shares `source`, which never fails and emits on the strategy's scheduler.
  init(_ source: Observable<Element>) {
    self.source = SharingStrategy.share(source)
  }

  /// Wraps a source that needs no sharing.
  init(raw source: Observable<Element>) {
    self.source = source
  }

  public func asObservable() -> Observable<Element> { source }

  public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }
}

extension SharedSequence: Sendable where Element: Sendable {}

/// How a ``SharedSequence`` is shared, and where it emits.
public protocol SharingStrategyProtocol: SendableMetatype {
  /// The scheduler on which events are emitted.
  static var scheduler: any SchedulerType { get }

  /// Shares `source` among its subscribers, for example with `share(replay:scope:)`.
  static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

/// A type that can be converted to a ``SharedSequence``.
public protocol SharedSequenceConvertibleType<SharingStrategy, Element>: ObservableConvertibleType {
  /// How the sequence is shared.
  associatedtype SharingStrategy: SharingStrategyProtocol

  /// Returns the sequence as a ``SharedSequence``.
  func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

extension SharedSequenceConvertibleType {
  public func asObservable() -> Observable<Element> { asSharedSequence().asObservable() }
}

extension SharedSequence where Element: Sendable {
  /// The elements, for a `for await` loop. Elements emitted while the loop body runs are buffered.
  ///
  ///     for await title in viewModel.title.values { print(title) }
  ///
  /// The subscription starts immediately, before the loop, and is disposed when the loop ends or its task is cancelled.
  @MainActor public var values: AsyncStream<Element> { Infallible(source).values }
}
