internal import DeliveryCore

extension ConnectableObservable {
  /// Connects with the first subscriber and disposes the connection with the last.
  ///
  /// Semantics: ReactiveX, RefCount.
  public func refCount() -> Observable<Element> {
    RefCount(source: self)
  }
}

private final class RefCountSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let parent: RefCount<Element>
  /// The connection that this subscriber counts for. Guarded by the parent's lock.
  @exclusivity(unchecked) var connection: UInt64?

  init(parent: RefCount<Element>, observer: ObserverBase<Element>, cancel: any Cancelable) {
    self.parent = parent
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) { forwardNext(element) }

  override func onError(_ error: any Error) {
    parent.ended(self)
    forwardError(error)
  }

  override func onCompleted() {
    parent.ended(self)
    forwardCompleted()
  }

  override func dispose() {
    super.dispose()
    parent.left(self)
  }
}

private final class RefCount<Element>: Producer<Element>, @unchecked Sendable {
  private let source: ConnectableObservable<Element>
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var number: UInt64 = 0
  @exclusivity(unchecked) private var connection: (any Disposable)?

  init(source: ConnectableObservable<Element>) {
    self.source = source
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = RefCountSink(parent: self, observer: observer, cancel: cancel)
    let subscription = source.subscribe(erased: sink)
    // A subscriber that is told all there is inside its subscription counts for nothing.
    if sink.isDisposed { return (sink, subscription) }
    let mine = lock.withLock { () -> UInt64? in
      sink.connection = number
      count += 1
      return count == 1 ? number : nil
    }
    if let mine { keep(source.connect(), for: mine) }
    return (sink, subscription)
  }

  /// Keeps what `connect` returned, unless all have left, or the source has ended, meanwhile.
  private func keep(_ disposable: any Disposable, for mine: UInt64) {
    let isOver = lock.withLock {
      guard number == mine, count > 0 else { return true }
      connection = disposable
      return false
    }
    if isOver { disposable.dispose() }
  }

  /// The source has ended: whoever comes later starts anew.
  func ended(_ sink: RefCountSink<Element>) {
    takeConnection(of: sink) { count = 0 }?.dispose()
  }

  func left(_ sink: RefCountSink<Element>) {
    takeConnection(of: sink) { count -= 1 }?.dispose()
  }

  private func takeConnection(of sink: RefCountSink<Element>, after change: () -> Void) -> (any Disposable)? {
    lock.withLock {
      guard sink.connection == number else { return nil }
      sink.connection = nil
      change()
      guard count == 0 else { return nil }
      number += 1
      let last = connection
      connection = nil
      return last
    }
  }
}
