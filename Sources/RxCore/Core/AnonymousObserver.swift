import Synchronization

/// An observer built from the closures given to `subscribe`. Calls none of them after a terminal event.
@usableFromInline
final class AnonymousObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let next: (@Sendable (Element) -> Void)?
  private let error: (@Sendable (any Error) -> Void)?
  private let completed: (@Sendable () -> Void)?
  private let disposed: (any Cancelable)?
  /// The subscription's call stack; `nil` if there is an `onError`, or if ``Hooks/recordCallStackOnError`` is off.
  private let callStack: [String]?
  private let file: StaticString
  private let line: UInt
  /// Whether the first element ends the sequence, as in a `Single`.
  private let endsWithElement: Bool
  private let isStopped = Atomic<Bool>(false)

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

  deinit { Resources.uncount() }

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
