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
  @exclusivity(unchecked) private var phase = SubjectPhase.open
  /// Run by a drain only, which the subject outlives: what waits does not keep it.
  @exclusivity(unchecked) private var backlog: Backlog = []
  /// What new observers get first; `nil` if that is nothing.
  private let replay: ReplayBuffer<Element>?

  /// Who was subscribed when the backlog was taken. Used by the one who delivers.
  @exclusivity(unchecked) private var snapshot: ObserverList.Snapshot = []

  /// The number of the event that is delivered, and who sent it, for a binding that must recognise its own. Used by the
  /// one who delivers.
  @exclusivity(unchecked) package private(set) final var deliveredNumber: UInt64 = 0
  @exclusivity(unchecked) package private(set) final var deliveredOrigin: AnyObject?

  /// Makes a subject that sends new observers what `replay` keeps.
  init(replay: ReplayBuffer<Element>?) {
    self.replay = replay
    super.init()
  }

  /// Whether anyone is subscribed.
  public final var hasObservers: Bool { lock.withLock { phase.isOpen && observers.count > 0 } }

  /// Whether ``dispose()`` was called.
  public final var isDisposed: Bool { lock.withLock { phase.isDisposed } }

  /// The last element, or the error that ended the subject.
  final func latest() throws -> Element {
    let (element, phase) = lock.withLock { (replay?.newest, self.phase) }
    switch phase {
    case .failed(let error): throw error
    case .disposed: throw RxError.disposed(object: "\(Self.self)")
    case .open, .completed: break
    }
    guard let element else { throw RxError.noElements }
    return element
  }

  // MARK: Sending

  /// Sends `element` to everyone subscribed at this moment. May be called from any thread, and from inside observers.
  public final func onNext(_ element: Element) {
    // In unspecialised generic code each type made of `Element` costs a look-up: here only `Element` itself is named.
    if let replay { return send(element, keptBy: replay) }
    let snapshot = lock.withLock { () -> ObserverList.Snapshot? in
      guard phase.isOpen else { return nil }
      return place(element)
    }
    if let snapshot { deliver(element, to: snapshot) }
  }

  private func send(_ element: Element, keptBy replay: ReplayBuffer<Element>) {
    var dropped = element  // Freed after unlocking.
    let snapshot = lock.withLock { () -> ObserverList.Snapshot? in
      guard phase.isOpen else { return nil }
      replay.keep(&dropped)
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

  public final func onError(_ error: any Error) { end(.failed(error)) }

  public final func onCompleted() { end(.completed) }

  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): end(.failed(error))
    case .completed: end(.completed)
    }
  }

  /// Ends all subscriptions without an event. Later use is an error: subscribers get `RxError.disposed`.
  public final func dispose() {
    var former = SubjectPhase.disposed  // Freed after unlocking, like all the rest.
    let (entries, elements) = lock.withLock {
      swap(&former, &phase)
      return (observers.removeAll(), replay?.takeAll())
    }
    withExtendedLifetime((former, elements)) {}
    entries.forEachEntry(as: SubjectEntry<Element>.self) { $0.dispose() }
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
    var dropped = element  // Freed after unlocking.
    let delivers = lock.withLock {
      guard phase.isOpen else { return false }
      replay?.keep(&dropped)
      number &+= 1
      postpone(element, origin: origin)
      return gate.enterLater()
    }
    withExtendedLifetime(dropped) {}
    if delivers { drain() }
  }

  /// The number of elements sent so far, for a binding that must know whether another one came between.
  package final var elementNumber: UInt64 { lock.withLock { number } }

  private func end(_ end: SubjectPhase) {
    let delivers = lock.withLock {
      guard phase.isOpen else { return false }
      phase = end
      backlog.append { [unowned(unsafe) self] in
        // Not before its turn are the observers let go: what was sent before the end may still wait for them.
        snapshot.forEachEntry(as: SubjectEntry<Element>.self) { $0.receive(end) }
        let last = lock.withLock { observers.removeAll() }
        withExtendedLifetime(last) {}
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
    if replays, let replay { return subscribe(observer, replay: replay) }
    let entry = SubjectEntry(observer: observer, subject: self)
    let phase = lock.withLock {
      register(entry)
      return self.phase
    }
    if phase.isOpen { return entry }
    send(phase, to: observer)
    return Disposables.create()
  }

  private func subscribe(_ observer: ObserverBase<Element>, replay: ReplayBuffer<Element>) -> any Disposable {
    let entry = SubjectEntry(observer: observer, subject: self)
    let (phase, elements) = lock.withLock {
      if !replay.isEmpty { entry.waitForReplay() }
      register(entry)
      return (self.phase, self.phase.isOpen || replay.outlivesEnd ? replay.all : [])
    }
    for element in elements where !entry.isRemoved { observer.onNext(element) }
    if phase.isOpen {
      if !elements.isEmpty { finishReplay(to: entry) }
      return entry
    }
    if !entry.isRemoved { send(phase, to: observer) }
    return Disposables.create()
  }

  /// Called under the lock.
  private func register(_ entry: SubjectEntry<Element>) {
    guard phase.isOpen else { return }
    entry.registeredAt = number
    observers.append(entry)
  }

  private func send(_ end: SubjectPhase, to observer: ObserverBase<Element>) {
    switch end {
    case .open: break
    case .completed: observer.onCompleted()
    case .failed(let error): observer.onError(error)
    case .disposed: observer.onError(RxError.disposed(object: "\(Self.self)"))
    }
  }

  /// Delivers what was sent while the replay ran, until nothing is left, and lets the entry take part like any other.
  private func finishReplay(to entry: SubjectEntry<Element>) {
    while true {
      let jobs = lock.withLock { entry.takeEarly() }
      if jobs.isEmpty { break }
      for job in jobs { job() }
    }
    if entry.isRemoved { remove(entry) }
  }

  /// Keeps `job` for an entry whose replay runs; `false` if the replay is over.
  fileprivate func keep(_ job: @escaping () -> Void, for entry: SubjectEntry<Element>) -> Bool {
    lock.withLock { entry.keepEarly(job) }
  }

  /// Takes a silenced entry out, and has it let go of its observer once nobody can be calling that: at once, or when
  /// the one who delivers or replays is done.
  fileprivate func remove(_ entry: SubjectEntry<Element>) {
    var observer: ObserverBase<Element>?  // Freed after unlocking.
    let mustDrain = lock.withLock {
      observers.remove(entry)
      if entry.isReplaying { return false }
      // Whoever delivers starts under this lock.
      if gate.isIdle {
        observer = entry.takeObserver()
        return false
      }
      backlog.append { _ = entry.takeObserver() }
      return gate.enterLater()
    }
    withExtendedLifetime(observer) {}
    if mustDrain { drain() }
  }
}

// See `Observable`: the lock guards the state, the elements must vouch for themselves.
extension Multicast: @unchecked Sendable where Element: Sendable {}

/// How far a subject is.
private enum SubjectPhase {
  case open
  case completed
  case failed(any Error)
  case disposed

  @inline(__always)
  var isOpen: Bool { if case .open = self { true } else { false } }

  var isDisposed: Bool { if case .disposed = self { true } else { false } }
}

/// One subscription of a subject: the observer, and the disposable that `subscribe` returned.
private final class SubjectEntry<Element>: ObserverEntry, Disposable, @unchecked Sendable {
  /// The observer as it is called: by one thread at a time, without being retained for each call.
  private let observer: Unmanaged<ObserverBase<Element>>
  /// Keeps the observer for as long as it may be called: whoever holds the disposable any longer keeps the entry alone.
  @exclusivity(unchecked) private var keptObserver: ObserverBase<Element>?
  private weak var subject: Multicast<Element>?
  private let replays = Atomic<Bool>(false)
  /// What was sent while the replay runs. Guarded by the subject's lock.
  @exclusivity(unchecked) private var early: Backlog = []

  init(observer: ObserverBase<Element>, subject: Multicast<Element>) {
    self.observer = Unmanaged.passUnretained(observer)
    keptObserver = observer
    self.subject = subject
    super.init()
    Resources.count()
  }

  deinit { Resources.uncount() }

  func dispose() {
    guard silence() else { return }
    // Without a subject nobody calls any more.
    if let subject { subject.remove(self) } else { _ = takeObserver() }
  }

  /// Called for a silenced entry when nobody can be calling the observer.
  func takeObserver() -> ObserverBase<Element>? {
    let last = keptObserver
    keptObserver = nil
    return last
  }

  /// Called before the entry is in the list.
  func waitForReplay() {
    replays.store(true, ordering: .relaxed)
  }

  /// Whether the subscriber is still told of what was sent before. Asked under the subject's lock.
  var isReplaying: Bool { replays.load(ordering: .relaxed) }

  func keepEarly(_ job: @escaping () -> Void) -> Bool {
    guard isReplaying else { return false }
    early.append(job)
    return true
  }

  func takeEarly() -> Backlog {
    if early.isEmpty { replays.store(false, ordering: .releasing) }
    return early.takeAll()
  }

  func receive(_ element: Element, number: UInt64) {
    if registeredAt < number { receive(element) }
  }

  @inline(__always)
  func receive(_ element: Element) {
    if isRemoved || (replays.load(ordering: .acquiring) && postpone(element)) { return }
    observer._withUnsafeGuaranteedRef { $0.onNext(element) }
  }

  @inline(never)
  private func postpone(_ element: Element) -> Bool {
    let job = { [unowned(unsafe) self] in
      if !isRemoved { observer._withUnsafeGuaranteedRef { $0.onNext(element) } }
    }
    return subject?.keep(job, for: self) ?? false
  }

  func receive(_ end: SubjectPhase) {
    if replays.load(ordering: .acquiring) {
      let job = { [unowned(unsafe) self] in finish(with: end) }
      if let subject, subject.keep(job, for: self) { return }
    }
    finish(with: end)
  }

  private func finish(with end: SubjectPhase) {
    guard silence() else { return }
    observer._withUnsafeGuaranteedRef { observer in
      if case .failed(let error) = end { observer.onError(error) } else { observer.onCompleted() }
    }
    // It was the one who delivers, or replays, that got here: no other call can be under way.
    _ = takeObserver()
  }
}
