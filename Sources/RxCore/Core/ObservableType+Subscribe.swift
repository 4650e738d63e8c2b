import Synchronization

extension ObservableType {
  /// Subscribes a closure that receives all events.
  ///
  /// The closure runs on the thread that emits; use `observe(on:)` to choose another thread.
  @preconcurrency
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(
      file: file, line: line, onNext: { on(.next($0)) }, onError: { on(.error($0)) }, onCompleted: { on(.completed) })
  }

  /// Subscribes closures that handle elements, errors, completion and disposal.
  ///
  /// `onDisposed` is called after a terminal event, or when the subscription is disposed.
  ///
  ///     viewModel.count.subscribe(onNext: { print($0) }).disposed(by: bag)
  ///
  /// The closures run on the thread that emits; use `observe(on:)` to choose another thread. Without an `onError`, an
  /// error is reported to ``Hooks/defaultErrorHandler``.
  @inlinable
  @preconcurrency
  public func subscribe(
    file: StaticString = #fileID, line: UInt = #line, onNext: (@Sendable (Element) -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil, onCompleted: (@Sendable () -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, endsWithElement: false,
      file: file, line: line)
  }
}

extension Observable {
  /// The implementation of `subscribe` with closures. If `endsWithElement` is set, the first element ends the sequence,
  /// as in a `Single`: only `onDisposed` is called after it.
  @inlinable
  final func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil, onError: (@Sendable (any Error) -> Void)?,
    onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)?, endsWithElement: Bool,
    file: StaticString, line: UInt
  ) -> any Disposable {
    let disposed = onDisposed.map { Disposables.create(with: $0) }
    let observer = AnonymousObserver(
      onNext: onNext, onError: onError, onCompleted: onCompleted, disposed: disposed, endsWithElement: endsWithElement,
      file: file, line: line)
    let subscription = subscribe(erased: observer)
    return disposed.map { Disposables.create(subscription, $0) } ?? subscription
  }
}

/// An observer built from the closures given to `subscribe`. After a terminal event, it calls only `onDisposed`.
@usableFromInline
final class AnonymousObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let next: (@Sendable (Element) -> Void)?
  private let error: (@Sendable (any Error) -> Void)?
  private let completed: (@Sendable () -> Void)?
  private let disposed: (any Cancelable)?
  /// The subscription's call stack; `nil` if there is an `onError`, or if ``Hooks/recordCallStackOnError`` is off.
  private let callStack: [String]?
  private let file: StaticString
  // In the padding behind `file`.
  /// Whether the first element ends the sequence, as in a `Single`.
  private let endsWithElement: Bool
  private let isStopped = Atomic<Bool>(false)
  private let line: UInt

  /// - Parameters:
  ///   - disposed: disposed after a terminal event.
  ///   - file: the file in which the subscription is made, reported with an unhandled error.
  ///   - line: the line at which the subscription is made.
  @usableFromInline
  init(
    onNext: (@Sendable (Element) -> Void)?, onError: (@Sendable (any Error) -> Void)?,
    onCompleted: (@Sendable () -> Void)?, disposed: (any Cancelable)?, endsWithElement: Bool,
    file: StaticString, line: UInt
  ) {
    next = onNext
    error = onError
    completed = onCompleted
    self.disposed = disposed
    callStack = onError == nil ? Hooks.recordedCallStack() : nil
    self.endsWithElement = endsWithElement
    self.file = file
    self.line = line
    super.init()
    Resources.count(self)
  }

  deinit { Resources.decrementTotal() }

  #if DEBUG
    override var subscriptionPlace: String? { "\(file):\(line)" }
  #endif

  @usableFromInline
  override func onNext(_ element: Element) {
    if isStopped.load(ordering: .relaxed) { return }
    if endsWithElement { isStopped.store(true, ordering: .relaxed) }
    next?(element)
    if endsWithElement { disposed?.dispose() }
  }

  @usableFromInline
  override func onError(_ error: any Error) {
    guard !isStopped.exchange(true, ordering: .relaxed) else { return }
    if let handler = self.error {
      handler(error)
    } else {
      Hooks.report(unhandled: error, callStack: callStack, file: file, line: line)
    }
    disposed?.dispose()
  }

  @usableFromInline
  override func onCompleted() {
    guard !isStopped.exchange(true, ordering: .relaxed) else { return }
    completed?()
    disposed?.dispose()
  }
}

extension Hooks {
  static let recordsCallStack = Atomic<Bool>(false)

  /// The caller's call stack if call stacks are recorded, otherwise `nil`. Called at subscription.
  package static func recordedCallStack() -> [String]? {
    recordsCallStack.load(ordering: .relaxed) ? customCaptureSubscriptionCallstack() : nil
  }
}
