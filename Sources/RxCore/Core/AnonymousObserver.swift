import Synchronization

/// An observer made of the closures given to `subscribe`. It calls nothing after a terminal event.
@usableFromInline
final class AnonymousObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let next: (@Sendable (Element) -> Void)?
  private let error: (@Sendable (any Error) -> Void)?
  private let completed: (@Sendable () -> Void)?
  private let disposed: (any Cancelable)?
  /// Recorded if nothing handles errors, and if the program asks for it.
  private let callStack: [String]?
  private let file: StaticString
  private let line: UInt
  /// Whether an element ends the sequence, as that of a `Single` does.
  private let endsWithElement: Bool
  private let isStopped = Atomic<Bool>(false)

  /// - Parameters:
  ///   - disposed: disposed after a terminal event.
  ///   - file: where the subscription is made. It is reported with an error that is not handled.
  ///   - line: where the subscription is made.
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
