package import DeliveryCore

/// The base class of all subjects: emits the events it receives to its subscribers.
///
/// All subscribers receive the events in the same order. An event that arrives during a delivery, from an observer or
/// from another thread, is queued. A new subscriber first receives the replayed elements, inside `subscribe`; events
/// that arrive during the replay are queued for that subscriber alone. No lock is held while an observer runs.
public class SubjectBase<Element>: Observable<Element>, ObserverType {
  final let delivery = SerialDelivery()
  @exclusivity(unchecked) private var audience = Audience()  // Guarded by the delivery's lock.
  private let policy: ReplayPolicy
  /// The elements that new subscribers receive first. Guarded by the lock.
  @exclusivity(unchecked) private var buffer: ReplayBuffer<Element>
  @exclusivity(unchecked) private var phase = SubjectPhase.open  // Guarded by the lock.
  /// The number of the newest element that the delivering thread has taken. Only that thread sets it, under the lock.
  @exclusivity(unchecked) private var newestTaken: UInt64 = 0

  /// The change of the element being delivered, if the subject is in a binding. Accessed only by the delivering thread.
  @exclusivity(unchecked) private(set) final var deliveredChange = Change.none

  /// Creates a subject that replays at most `limit` elements to the subscribers that `policy` selects.
  init(replay policy: ReplayPolicy, limit: Int = 1) {
    self.policy = policy
    buffer = ReplayBuffer(limit: limit)
    super.init()
  }

  /// Releases the observers, which their subscribers' disposables would otherwise keep.
  deinit {
    audience.snapshot.forEachEntry(as: SubjectEntry<Element>.self) { if $0.markRemoved() { _ = $0.takeObserver() } }
  }

  /// Buffers the first element. Called by an initialiser.
  final func buffer(initial element: Element) {
    _ = buffer.keep(element)
  }

  /// Whether the subject has subscribers.
  public final var hasObservers: Bool { delivery.lock.withLock { phase.isOpen && !audience.isEmpty } }

  /// Whether ``dispose()`` was called.
  public final var isDisposed: Bool { delivery.lock.withLock { phase.isDisposed } }

  /// Returns the last element, or throws the error that terminated the subject.
  final func latest() throws -> Element {
    let (element, phase) = delivery.lock.withLock { (buffer.newest, self.phase) }
    switch phase {
    case .failed(let error): throw error
    case .disposed: throw RxError.disposed(object: "\(Self.self)")
    case .open, .completed: break
    }
    guard let element else { throw RxError.noElements }
    return element
  }

  // MARK: Emitting

  /// Emits `element` to the current subscribers. May be called from any thread and from inside observers.
  public final func onNext(_ element: Element) {
    // Names `Element`, but no type built from it: see *Generic code* in the architecture.
    if policy != .never { return keepAndEmit(element) }
    delivery.lock.lock()
    if phase.isOpen { unlockAndEmit(element) } else { delivery.lock.unlock() }
  }

  private func keepAndEmit(_ element: Element) {
    delivery.lock.lock()
    guard phase.isOpen else { return delivery.lock.unlock() }
    let dropped = buffer.keep(element)
    if policy.holdsElements { delivery.lock.unlock() } else { unlockAndEmit(element) }
    extendLifetime(dropped)
  }

  /// Unlocks, and emits `element` to the current subscribers, now or later. Called under the lock.
  @inline(__always)
  private func unlockAndEmit(_ element: Element) {
    let change = audience.accept()
    if audience.isEmpty { return delivery.lock.unlock() }
    guard delivery.enterLocked() else { return unlockAndPostpone(element, change) }
    if audience.isBound { deliveredChange = change }
    newestTaken = change.number
    let observers = audience.snapshot
    delivery.lock.unlock()
    observers.forEachEntry(as: SubjectEntry<Element>.self) { $0.receive(element, change, from: self) }
    if !delivery.leave() { drain() }
  }

  /// Unlocks, and leaves `element` to the delivering thread, unless that waits too long.
  @inline(never)
  private func unlockAndPostpone(_ element: Element, _ change: Change) {
    let mustDrain = postpone(element, change)
    delivery.lock.unlock()
    if mustDrain || delivery.takesOver() { drain() }
  }

  /// Terminates the subject with `error`. May be called from any thread and from inside observers.
  public final func onError(_ error: any Error) { end(.failed(error)) }

  /// Completes the subject. May be called from any thread and from inside observers.
  public final func onCompleted() { end(.completed) }

  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): end(.failed(error))
    case .completed: end(.completed)
    }
  }

  public final func asObserverBase() -> ObserverBase<Element> { SubjectObserver(self) }

  /// Ends all subscriptions without an event. Later subscribers receive `RxError.disposed`.
  public final func dispose() {
    var former = SubjectPhase.disposed  // Released after unlocking, like the elements.
    let elements = delivery.lock.withLock {
      swap(&former, &phase)
      return buffer.takeAll()
    }
    extendLifetime((former, elements))
    endSubscriptions()
  }

  /// Ends all subscriptions without an event. The subject remains as it is.
  ///
  /// Each entry is marked as removed before it is unregistered, so that a second thread that finds no entry knows that
  /// no further event begins.
  final func endSubscriptions() {
    let entries = delivery.lock.withLock { audience.snapshot }
    entries.forEachEntry(as: SubjectEntry<Element>.self) { $0.dispose() }
  }

  /// Adds the subject to `bag`, which disposes the subject when the bag is deallocated.
  ///
  /// Subjects do not conform to ``Disposable``, because every disposable is `Sendable`, but a subject is `Sendable`
  /// only if its elements are.
  public final func disposed(by bag: DisposeBag) {
    nonisolated(unsafe) let subject = self  // Disposal only releases elements.
    bag.insert(Disposables.create(with: { subject.dispose() }))
  }

  // MARK: Bindings

  /// The current value, or `nil` if the subject has none or has terminated.
  package final var current: Element? { delivery.lock.withLock { lockedCurrent } }

  private var lockedCurrent: Element? { phase.isOpen && policy.isValue ? buffer.newest : nil }

  package final func join() -> BindingNode { delivery.lock.withLock { audience.join() } }

  /// Subscribes a binding, which receives nothing before `finishReplay`: then the current value of this moment, and each
  /// later event. The subject retains the entry until the entry is disposed or the subject terminates.
  package final func subscribe(
    binding pass: @escaping (_ element: Element, _ change: Change) -> Void,
    ended: @escaping (_ error: (any Error)?) -> Void
  ) -> SubjectEntry<Element> {
    let observer = BindingObserver(of: self, pass, ended: ended)
    let entry = SubjectEntry(observer: observer, subject: self, isBinding: true)
    delivery.lock.withLock {
      let phase = phase
      if let value = lockedCurrent {
        let change = audience.replayed
        entry.keep { pass(value, change) }
      }
      if phase.isOpen {
        audience.register(entry, replays: true)
      } else {
        entry.keep { [self] in emit(phase, to: observer) }
      }
    }
    return entry
  }

  /// Emits an element that arrives through a binding: see ``BindingEnd``.
  package final func set(_ element: Element, _ arriving: Change, over binding: BindingEdge) {
    var dropped = element  // Released after unlocking.
    let ring = binding.ring
    delivery.lock.lock()
    let change = phase.isOpen ? audience.accept(arriving, over: binding, ring, hasValue: policy.isValue) : nil
    if let change, !change.isRenewal, policy != .never { dropped = buffer.keep(element) }
    // Without a value of its own, it can only pass on a renewal of what it has been given.
    let passed = change?.origin?.stamp == arriving.origin?.stamp ? element : lockedCurrent
    if let change, let passed, !policy.holdsElements {
      unlockAndPostpone(passed, change)
    } else {
      delivery.lock.unlock()
    }
    extendLifetime(dropped)
  }

  /// See ``BindingEnd``.
  package final func renew() {
    delivery.lock.lock()
    if let change = audience.renew(), let value = lockedCurrent {
      unlockAndPostpone(value, change)
    } else {
      delivery.lock.unlock()
    }
  }

  /// Leaves an element to the delivering thread. Called under the lock. Returns whether the caller must drain.
  @inline(never)
  private func postpone(_ element: Element, _ change: Change) -> Bool {
    delivery.append { [unowned self] in
      let observers = delivery.lock.withLock {
        newestTaken = change.number
        return audience.snapshot
      }
      deliveredChange = change
      observers.forEachEntry(as: SubjectEntry<Element>.self) {
        if !change.isRenewal || $0.isBinding { $0.receive(element, change, from: self) }
      }
    }
  }

  private func end(_ end: SubjectPhase) {
    var dropped: ContiguousArray<Element>?  // Released after unlocking.
    var isHere = false
    let mustDrain = delivery.lock.withLock {
      guard phase.isOpen else { return false }
      phase = end
      var mustDrain = false
      if policy.holdsElements { if end.isCompleted { mustDrain = emitHeld() } else { dropped = buffer.takeAll() } }
      isHere = delivery.enterLocked()
      if !isHere, delivery.append({ [unowned self] in emit(end) }) { mustDrain = true }
      return mustDrain
    }
    extendLifetime(dropped)
    if isHere {
      emit(end)
      if !delivery.leave() { drain() }
    } else if mustDrain {
      drain()
    }
  }

  /// Emits the terminal event, and only then removes the observers: earlier queued elements still need them.
  private func emit(_ end: SubjectPhase) {
    let observers = delivery.lock.withLock {
      newestTaken = .max  // Any registered observer may receive the end.
      return audience.snapshot
    }
    observers.forEachEntry(as: SubjectEntry<Element>.self) { $0.receive(end, from: self) }
    let last = delivery.lock.withLock { audience.removeAll() }
    extendLifetime(last)
  }

  /// Enqueues the held element at completion. Returns whether the caller must drain. Called under the lock.
  private func emitHeld() -> Bool {
    guard let element = buffer.newest else { return false }
    return postpone(element, audience.accept())
  }

  @inline(never)
  private func drain() { delivery.drain() }

  // MARK: Subscribing

  public final override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable { run(observer) }

  final override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let entry = SubjectEntry(observer: observer, subject: self)
    observer.onSubscribe(entry)
    let (phase, elements) = delivery.lock.withLock {
      let elements = policy.replays(in: self.phase) ? buffer.all : []
      // The entry may have been disposed already. (Not `isEmpty`, which would be looked up: see *Generic code* in the
      // architecture.)
      if self.phase.isOpen, !entry.isRemoved { audience.register(entry, replays: elements.count > 0) }
      return (self.phase, elements)
    }
    if elements.count > 0 {
      for element in elements where !entry.isRemoved { observer.onNext(element) }
      if phase.isOpen { finishReplay(to: entry) }
    }
    if phase.isOpen { return entry }
    if !entry.isRemoved { emit(phase, to: observer) }
    return NopDisposable.noOp
  }

  private func emit(_ end: SubjectPhase, to observer: ObserverBase<Element>) {
    switch end {
    case .open: break
    case .completed: observer.onCompleted()
    case .failed(let error): observer.onError(error)
    case .disposed: observer.onError(RxError.disposed(object: "\(Self.self)"))
    }
  }

  /// Delivers the events kept during the replay. After that the entry receives events directly.
  package final func finishReplay(to entry: SubjectEntry<Element>) {
    entry.finishReplay(under: delivery.lock)
    if entry.isRemoved { remove(entry) }
  }

  /// Unregisters an entry that is marked as removed, and releases its observer once no thread can be calling the
  /// observer: immediately, or after the current replay, or after a delivery of elements that the entry may receive.
  func remove(_ entry: SubjectEntry<Element>) {
    // Released after unlocking. `AnyObject`, because the observer's own type would cost metadata look-ups.
    var observer: AnyObject?
    let mustDrain = delivery.lock.withLock {
      audience.remove(entry)
      if entry.isReplaying { return false }
      // Elements are taken for delivery under this lock, and the entry receives none that is taken later.
      if delivery.isIdle || entry.hasRegistered(since: newestTaken) {
        observer = entry.takeObserver()
        return false
      }
      return delivery.append { _ = entry.takeObserver() }
    }
    extendLifetime(observer)
    if mustDrain { drain() }
  }
}

// As with `Observable`: the lock guards the state, and elements cross threads only if they are `Sendable`.
extension SubjectBase: @unchecked Sendable where Element: Sendable {}

extension SubjectBase: BindingEnd {}

/// Forwards all events to a subject.
private final class SubjectObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let subject: SubjectBase<Element>

  init(_ subject: SubjectBase<Element>) {
    self.subject = subject
  }

  override func onNext(_ element: Element) { subject.onNext(element) }

  override func onError(_ error: any Error) { subject.onError(error) }

  override func onCompleted() { subject.onCompleted() }
}

/// The state of a subject.
enum SubjectPhase {
  case open
  case completed
  case failed(any Error)
  case disposed

  @inline(__always)
  var isOpen: Bool { if case .open = self { true } else { false } }

  var isCompleted: Bool { if case .completed = self { true } else { false } }

  var isDisposed: Bool { if case .disposed = self { true } else { false } }
}
