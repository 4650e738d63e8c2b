import DeliveryCore
import Synchronization

/// Observes the roots on behalf of one observation of a derived value.
protocol RootObserver: AnyObject {
  /// The observation of the derived value.
  var observation: OwnedEntry { get }
  var needsInitialValue: Bool { get }
  func receiveInitial(_ reading: Reading)
  /// - Parameter reading: creates the reading that contains the root's new value.
  func receive(_ change: Change, _ reading: () -> Reading)
  var wantsEnd: Bool { get }
  func end()
  func pass(_ mark: DeliveryMark)
}

/// Observes one root of a derived value.
final class RootObservation<Value: Sendable>: ForwardingObservation<Value>, @unchecked Sendable {
  private let root: ObjectIdentifier
  private let observer: any RootObserver
  /// The root's value at registration. The derived value is computed later, because no user code may run under the
  /// lock.
  @exclusivity(unchecked) private var initial: Reading?
  /// The metatype is stored, because looking it up for each change would cost more than the rest of the delivery.
  private let sample = Sample<Value>.self

  init(of root: BindableStore<Value>, for observer: any RootObserver, _ options: ObservationOptions) {
    self.root = ObjectIdentifier(root)
    self.observer = observer
    super.init(options)
  }

  override var target: OwnedEntry { observer.observation }
  override var combination: CombinedDelivery? { observer as? CombinedDelivery }
  override var needsInitialValue: Bool { observer.needsInitialValue }
  override func receiveInitialValue(_ value: Value) {
    initial = sample.init(of: root, value, version: registeredAt, stamp: .none)
  }

  override func receive(_ value: Value, _ change: Change) {
    if let initial {
      self.initial = nil
      if !change.isReplay { observer.receiveInitial(initial) }  // A replay delivers the initial value itself.
    }
    observer.receive(change) { sample.init(of: root, value, version: change.number, stamp: change.stamp) }
  }

  override var wantsEnd: Bool { observer.wantsEnd }
  override func end() { observer.end() }
  override func pass(_ mark: DeliveryMark) { observer.pass(mark) }
}

/// Delivers the derived value for each reading.
final class DerivedDelivery<Value: Sendable>: RootObserver {
  private let inner: Observation<Value>
  private let formula: Formula<Value>

  init(_ inner: Observation<Value>, _ formula: Formula<Value>) {
    self.inner = inner
    self.formula = formula
  }

  var observation: OwnedEntry { inner }
  var needsInitialValue: Bool { inner.needsInitialValue }
  func receiveInitial(_ reading: Reading) {
    if inner.isLive { inner.receiveInitialValue(formula.value(in: reading)) }
  }
  func receive(_ change: Change, _ reading: () -> Reading) {
    guard inner.isLive else { return }
    let value = formula.value(in: reading())
    if inner.isLive { inner.receive(value, change) }  // The transform may have ended the observation.
  }
  var wantsEnd: Bool { inner.wantsEnd }
  func end() { if inner.isLive { inner.end() } }
  func pass(_ mark: DeliveryMark) { inner.pass(mark) }
}

/// After any root has changed, delivers the newest combination. Combinations are delivered one at a time.
final class CombinedDelivery: RootObserver, @unchecked Sendable {
  private let inner: any RootObserver
  /// Stores, not Bindables: a store outlives its Bindable, so its last value remains available.
  private let roots: [AnyBindableStore]
  private let pump: QueuePump<CombinedDelivery, Never>
  private let running: Atomic<Int>
  /// Whether a job that delivers the newest combination has been sent, or is about to be, and has not begun.
  private let isNewestPending = Atomic<Bool>(false)
  // Accessed only by the delivering thread.
  /// The versions and stamps of the roots in the last combination; empty before the first delivery.
  @exclusivity(unchecked) private var last: [(version: UInt64, stamp: Stamp)] = []
  /// The stamp of the last combination.
  @exclusivity(unchecked) private var lastStamp = Stamp.none
  /// A change of this depth or more, of the same set as `lastStamp`, may be an effect of this combination.
  @exclusivity(unchecked) private var leastDepth: UInt64 = 0

  init(_ inner: any RootObserver, _ roots: [AnyBindableStore]) {
    self.inner = inner
    self.roots = roots
    pump = QueuePump(target: roots.lazy.compactMap(\.target).first) { _, _ in }
    running = Atomic(roots.count)
  }

  func begin(_ options: ObservationOptions) -> ObservationEnd {
    var ofRoots = options
    ofRoots.replay = false
    let ends = roots.map { $0.add(self, ofRoots) }
    let first = Reading.newest(of: roots)
    pump.send(for: self) { [replay = options.replay] in
      $0.deliverFirst(first, replay: replay)
      $0.deliverNewest()  // While `last` was empty, changes were ignored.
    }
    return options.endsWithOwner ? .none : ObservationEnd { for end in ends { end() } }
  }

  /// Ends the observation of all roots.
  func leaveRoots() {
    for root in roots { root.removeObservations { $0.combination === self } }
  }

  var observation: OwnedEntry { inner.observation }
  var needsInitialValue: Bool { false }
  func receiveInitial(_ reading: Reading) {}
  func receive(_ change: Change, _ reading: () -> Reading) {
    // A job that has not begun will read this change as well.
    if isNewestPending.exchange(true, ordering: .acquiringAndReleasing) { return }
    pump.send(for: self) {
      _ = $0.isNewestPending.exchange(false, ordering: .acquiringAndReleasing)
      $0.deliverNewest()
    }
  }

  private func deliverFirst(_ reading: Reading, replay: Bool) {
    reading.forEachSample { last.append(($1.version, $1.stamp)) }
    let newest = last.lazy.map(\.stamp).max() ?? .none
    // Draw a later step: another root may be bound to the newest one, and accept the same change only after this
    // reading.
    lastStamp = newest == .none ? .none : newest.laterStep(depth: newest.depth)
    leastDepth = newest.depth + 1
    if replay {
      inner.receive(Change(number: 0, stamp: lastStamp, isReplay: true)) { reading }
    } else if inner.needsInitialValue {
      inner.receiveInitial(reading)
    }
  }

  private func deliverNewest() {
    if last.isEmpty { return }
    let reading = Reading.newest(of: roots)
    var (hasChanged, isOwn, newest, cause) = (false, true, lastStamp, 0 as UInt64)
    reading.forEachSample { index, sample in
      if sample.version == last[index].version { return }
      hasChanged = true
      if sample.stamp != lastStamp { isOwn = false }
      // A change without a stamp counts as made now, if the combination has one.
      newest = max(newest, sample.stamp == .none && lastStamp != .none ? .next() : sample.stamp)
      cause = max(cause, sample.stamp.depth)
      last[index] = (sample.version, sample.stamp)
    }
    guard hasChanged else { return }
    // The stamp must be newer than each root's and than the previous combination's, because a root may take an older
    // change after another root has taken a newer one, and two roots may take the same change one after the other. But
    // if every changed root has the previous combination's stamp, that combination has come back around a ring of
    // bindings. Keeping its stamp stops it there.
    if !isOwn {
      let depth = nextDepth(after: cause, isOfNewSet: !newest.isSameSet(as: lastStamp))
      lastStamp = depth.map(newest.laterStep) ?? newest
    }
    inner.receive(Change(number: 0, stamp: lastStamp)) { reading }
  }

  /// Returns the depth of the next combination, or `nil` beyond `maximumDepth`, where combinations that set each other
  /// stop.
  ///
  /// If this combination may itself have led to the change, the new depth also exceeds its last one. If the new depth
  /// were only one more than the change's, the number of runs could double at each depth.
  private func nextDepth(after cause: UInt64, isOfNewSet: Bool) -> UInt64? {
    var depth = cause + 1
    if isOfNewSet || cause < leastDepth {
      leastDepth = depth
    } else {
      depth = max(depth, lastStamp.depth + 1)
    }
    return depth <= Stamp.maximumDepth ? depth : nil
  }

  func pass(_ mark: DeliveryMark) {
    if !isNewestPending.load(ordering: .acquiring), pump.isIdle { return inner.pass(mark) }
    pump.send(for: self) {
      $0.deliverNewest()  // Another thread may be about to send its job.
      $0.inner.pass(mark)
    }
  }

  var wantsEnd: Bool { true }
  func end() {
    guard running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    pump.send(for: self) { $0.inner.end() }
  }
}
