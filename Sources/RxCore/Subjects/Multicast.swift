internal import DeliveryCore
import Synchronization

/// Sends what it is told to all that subscribed to it: the one mechanism behind all subjects.
///
/// One order for all observers: an event sent while another is delivered, from inside an observer or from another
/// thread, waits its turn. A new observer gets first what is replayed to it, inside `subscribe`; what is sent meanwhile
/// waits for it alone. No lock is held while an observer runs.
open class Multicast<Element>: Observable<Element>, ObserverType {
  private let lock = Lock()
  private let gate = SerialGate()

  // Guarded by the lock.
  @exclusivity(unchecked) private var observers = ObserverList()
  @exclusivity(unchecked) private var number: UInt64 = 0
  @exclusivity(unchecked) private var isOpen = true
  @exclusivity(unchecked) private var terminal: Event<Element>?
  @exclusivity(unchecked) private var hasBeenDisposed = false
  @exclusivity(unchecked) private var replayed: ContiguousArray<Element>
  /// Run by a drain only, which the subject outlives: what waits does not keep it.
  @exclusivity(unchecked) private var backlog: Backlog = []

  /// Who was subscribed when the backlog was taken. Used by the one who delivers.
  @exclusivity(unchecked) private var snapshot: ObserverList.Snapshot = []

  /// The number of the event that is delivered, and who sent it, for a binding that must recognise its own. Used by the
  /// one who delivers.
  @exclusivity(unchecked) package private(set) final var deliveredNumber: UInt64 = 0
  @exclusivity(unchecked) package private(set) final var deliveredOrigin: AnyObject?

  /// How many of the last elements a new observer gets.
  private let replayLimit: Int
  /// Whether they are replayed after a terminal event, too.
  private let replaysAfterTerminal: Bool

  /// Makes a subject that replays at most `replayLimit` elements, at first those in `initial`.
  package init(replayLimit: Int, initial: ContiguousArray<Element> = [], replaysAfterTerminal: Bool = false) {
    self.replayLimit = replayLimit
    self.replaysAfterTerminal = replaysAfterTerminal
    replayed = initial
    super.init()
  }

  /// Whether anyone is subscribed.
  public final var hasObservers: Bool { lock.withLock { observers.count > 0 } }

  /// Whether ``dispose()`` was called.
  public final var isDisposed: Bool { lock.withLock { hasBeenDisposed } }

  /// The last element, or the error that ended the subject.
  final func latest() throws -> Element {
    let (element, terminal, isDisposed) = lock.withLock { (replayed.last, self.terminal, hasBeenDisposed) }
    if isDisposed { throw RxError.disposed(object: "\(Self.self)") }
    if let error = terminal?.error { throw error }
    guard let element else { throw RxError.noElements }
    return element
  }

  // MARK: Sending

  /// Sends `element` to everyone subscribed at this moment. May be called from any thread, and from inside observers.
  public final func onNext(_ element: Element) {
    // In unspecialised generic code each type made of `Element` costs a look-up: here only `Element` itself is named.
    if replayLimit > 0 { return rememberAndSend(element) }
    let snapshot = lock.withLock { () -> ObserverList.Snapshot? in
      guard isOpen else { return nil }
      return place(element)
    }
    if let snapshot { deliver(element, to: snapshot) }
  }

  private func rememberAndSend(_ element: Element) {
    var dropped: Element?  // Freed after unlocking.
    let snapshot = lock.withLock { () -> ObserverList.Snapshot? in
      guard isOpen else { return nil }
      if replayed.count == replayLimit { dropped = replayed.removeFirst() }
      replayed.append(element)
      return place(element)
    }
    withExtendedLifetime(dropped) {}
    if let snapshot { deliver(element, to: snapshot) }
  }

  /// Gives `element` its place in the order; the result is who gets it, if the caller delivers. Called under the lock.
  @inline(__always)
  private func place(_ element: Element) -> ObserverList.Snapshot? {
    number &+= 1
    if observers.count == 0 { return nil }
    if gate.enter() {
      deliveredNumber = number
      return observers.snapshot
    }
    postpone(element, origin: nil)
    return nil
  }

  @inline(__always)
  private func deliver(_ element: Element, to snapshot: ObserverList.Snapshot) {
    snapshot.forEachEntry(as: SubjectEntry<Element>.self) { $0.receive(element) }
    if !gate.leave() { drain() }
  }

  public final func onError(_ error: any Error) { terminate(.error(error)) }

  public final func onCompleted() { terminate(.completed) }

  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error, .completed: terminate(event)
    }
  }

  /// Ends all subscriptions without an event. Later use is an error: subscribers get `RxError.disposed`.
  public final func dispose() {
    let all = lock.withLock {
      hasBeenDisposed = true
      isOpen = false
      terminal = nil
      return (observers.removeAll(), replayed.removeAllForFree())
    }
    for case let entry? in all.0 { _ = entry.silence() }
  }

  /// Has `bag` dispose the subject.
  ///
  /// (A subject is no ``Disposable`` by type, because disposables may be used from any thread, and a subject only if
  /// its elements may.)
  public final func disposed(by bag: DisposeBag) {
    nonisolated(unsafe) let subject = self  // Disposal touches no element.
    bag.insert(Disposables.create(with: { subject.dispose() }))
  }

  @inline(never)
  private func postpone(_ element: Element, origin: AnyObject?) {
    backlog.append { [unowned(unsafe) self, number] in
      deliveredNumber = number
      deliveredOrigin = origin
      snapshot.forEachEntry(as: SubjectEntry<Element>.self) { $0.receive(element, number: number) }
      deliveredOrigin = nil
    }
  }

  /// Sends `element` on behalf of `origin`, which recognises its own events by it.
  package final func send(_ element: Element, origin: AnyObject) {
    var dropped: Element?  // Freed after unlocking.
    let delivers = lock.withLock {
      guard isOpen else { return false }
      if replayLimit > 0 {
        if replayed.count == replayLimit { dropped = replayed.removeFirst() }
        replayed.append(element)
      }
      number &+= 1
      postpone(element, origin: origin)
      return gate.enterLater()
    }
    withExtendedLifetime(dropped) {}
    if delivers { drain() }
  }

  /// The number of elements sent so far, for a binding that must know whether another one came between.
  package final var elementNumber: UInt64 { lock.withLock { number } }

  private func terminate(_ event: Event<Element>) {
    let delivers = lock.withLock {
      guard isOpen else { return false }
      isOpen = false
      terminal = event
      let last = observers.removeAll()
      backlog.append {
        last.forEachEntry(as: SubjectEntry<Element>.self) { $0.receive(event) }
      }
      return gate.enterLater()
    }
    if delivers { drain() }
  }

  @inline(never)
  private func drain() {
    gate.drain(lock) {
      snapshot = observers.snapshot
      backlog.append { [unowned(unsafe) self] in snapshot = [] }
      return backlog.takeAll()
    }
  }

  // MARK: Subscribing

  public final override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    subscribe(observer, replays: true)
  }

  /// - Parameter replays: whether the observer gets the elements that are kept for new ones.
  package final func subscribe(_ observer: ObserverBase<Element>, replays: Bool) -> any Disposable {
    let entry = SubjectEntry(observer: observer, subject: self)
    let (elements, terminal, isDisposed) = lock.withLock {
      if isOpen {
        entry.registeredAt = number
        if replays, !replayed.isEmpty { entry.waitForReplay() }
        observers.append(entry)
      }
      let replays = replays && (isOpen || replaysAfterTerminal)
      return (replays ? replayed : [], self.terminal, hasBeenDisposed)
    }
    if isDisposed {
      observer.onError(RxError.disposed(object: "\(Self.self)"))
      return Disposables.create()
    }
    for element in elements where !entry.isRemoved { observer.onNext(element) }
    if let terminal {
      if !entry.isRemoved { observer.on(terminal) }
      return Disposables.create()
    }
    if !elements.isEmpty { finishReplay(entry) }
    return entry
  }

  /// Delivers what was sent while the replay ran, until nothing is left, and lets the entry take part like any other.
  private func finishReplay(_ entry: SubjectEntry<Element>) {
    while true {
      let jobs = lock.withLock { entry.takeEarly() }
      if jobs.isEmpty { return }
      for job in jobs { job() }
    }
  }

  /// Keeps `job` for an entry whose replay runs; `false` if the replay is over.
  fileprivate func keep(_ job: @escaping () -> Void, for entry: SubjectEntry<Element>) -> Bool {
    lock.withLock { entry.keepEarly(job) }
  }

  fileprivate func remove(_ entry: SubjectEntry<Element>) {
    let observer = lock.withLock {
      observers.remove(entry)
      // Whoever delivers starts under this lock: while nobody does, the observer can be let go of before the disposable.
      return gate.isIdle ? entry.takeObserver() : nil
    }
    withExtendedLifetime(observer) {}
  }
}

// See `Observable`: the lock guards the state, the elements must vouch for themselves.
extension Multicast: @unchecked Sendable where Element: Sendable {}

extension ContiguousArray {
  /// Hands over the elements and keeps none, so that they can be freed without a lock.
  fileprivate mutating func removeAllForFree() -> ContiguousArray {
    let all = self
    self = []
    return all
  }
}

/// One subscription of a subject: the observer, and the disposable that `subscribe` returned.
private final class SubjectEntry<Element>: ObserverEntry, Disposable, @unchecked Sendable {
  /// `nil` once nobody will call it: after the terminal event, or disposal. Used by the one who delivers.
  @exclusivity(unchecked) private var observer: ObserverBase<Element>?
  private weak var subject: Multicast<Element>?
  private let isReplaying = Atomic<Bool>(false)
  /// What was sent while the replay runs. Guarded by the subject's lock.
  @exclusivity(unchecked) private var early: Backlog = []

  init(observer: ObserverBase<Element>, subject: Multicast<Element>) {
    self.observer = observer
    self.subject = subject
    super.init()
    Resources.increment()
  }

  deinit { Resources.decrement() }

  func dispose() {
    if silence() { subject?.remove(self) }
  }

  /// Called before the entry is in the list.
  func waitForReplay() {
    isReplaying.store(true, ordering: .relaxed)
  }

  func keepEarly(_ job: @escaping () -> Void) -> Bool {
    guard isReplaying.load(ordering: .relaxed) else { return false }
    early.append(job)
    return true
  }

  func takeEarly() -> Backlog {
    if early.isEmpty { isReplaying.store(false, ordering: .releasing) }
    return early.takeAll()
  }

  func receive(_ element: Element, number: UInt64) {
    if registeredAt < number { receive(element) }
  }

  func receive(_ element: Element) {
    if isRemoved { return }
    if isReplaying.load(ordering: .acquiring), let subject, let observer {
      let job = { [unowned(unsafe) self] in
        if !isRemoved { observer.onNext(element) }
      }
      if subject.keep(job, for: self) { return }
    }
    observer?.onNext(element)
  }

  func receive(_ terminal: Event<Element>) {
    if isReplaying.load(ordering: .acquiring), let subject, let observer {
      let job = { [unowned(unsafe) self] in
        if silence() { observer.on(terminal) }
      }
      if subject.keep(job, for: self) { return }
    }
    finish(with: terminal)
  }

  private func finish(with terminal: Event<Element>) {
    if silence() { takeObserver()?.on(terminal) }
  }

  func takeObserver() -> ObserverBase<Element>? {
    let last = observer
    observer = nil
    return last
  }
}
