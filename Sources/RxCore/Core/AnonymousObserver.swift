import Synchronization

/// An observer built from the closures given to `subscribe`. After a terminal event, it calls only `onDisposed`.
@usableFromInline
final class AnonymousObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  /// Receives each event.
  typealias EventHandler = @Sendable (Event<Element>) -> Void

  private let next: (@Sendable (Element) -> Void)?
  private let error: (@Sendable (any Error) -> Void)?
  private let completed: (@Sendable () -> Void)?
  /// Disposed after a terminal event; calls the closure `onDisposed`.
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

  /// Creates an observer that calls `eventHandler` with each event up to the terminal one.
  convenience init(_ eventHandler: @escaping EventHandler, file: StaticString, line: UInt) {
    self.init(
      onNext: { eventHandler(.next($0)) }, onError: { eventHandler(.error($0)) },
      onCompleted: { eventHandler(.completed) }, disposed: nil, endsWithElement: false, file: file, line: line)
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
