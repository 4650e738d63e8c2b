import DeliveryCore
import Synchronization

extension ReadOnlyBindable {
  /// A value that is always the result of `transform` for this value.
  ///
  ///     let title = viewModel.count.map { "\($0) items" }
  ///
  /// It stores nothing: ``value`` calls `transform`, and each observation observes this value and calls `transform` for
  /// each change. Observations continue if the derived value is released. The derived value keeps this one alive.
  /// `transform` is called on each thread that reads the value, and where this value delivers.
  ///
  /// Semantics: ReactiveX, Map.
  public func map<Result: Sendable>(_ transform: @escaping @Sendable (Value) -> Result) -> ReadOnlyBindable<Result> {
    MappedBindable(self, transform)
  }

  /// A value that is always the result of `transform` for two values. Nest it for more values.
  ///
  ///     let canSend = ReadOnlyBindable.combine(name, message) { !$0.isEmpty && !$1.isEmpty }
  ///
  /// Each notification carries a combination that existed, computed when it is delivered. No combination is notified
  /// twice in a row: if both values derive from one, each set of that one notifies once. Changes during a delivery are
  /// combined into one. The last notification always carries the final combination, also if two threads set the two
  /// values. If both values have one queue, observers are called there, at registration too. Otherwise they are called where the
  /// value that changed delivers, and at registration on the registering thread.
  ///
  /// It stores nothing, and keeps both values alive. See ``map(_:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest, with the newest values.
  public static func combine<First: Sendable, Second: Sendable>(
    _ first: ReadOnlyBindable<First>, _ second: ReadOnlyBindable<Second>,
    _ transform: @escaping @Sendable (First, Second) -> Value
  ) -> ReadOnlyBindable {
    CombinedBindable(first, second, transform)
  }
}

// MARK: - map

private final class MappedBindable<Source: Sendable, Value: Sendable>: ReadOnlyBindable<Value>, @unchecked Sendable {
  private let source: ReadOnlyBindable<Source>
  private let transform: @Sendable (Source) -> Value
  private let derivation = Derivation()

  init(_ source: ReadOnlyBindable<Source>, _ transform: @escaping @Sendable (Source) -> Value) {
    self.source = source
    self.transform = transform
  }

  override var version: UInt64 { source.version }

  override func read() -> Sample<Value> {
    let sample = source.read()
    return Sample(value: transform(sample.value), version: sample.version, stamp: sample.stamp)
  }

  package override func weakly() -> () -> ReadOnlyBindable<Value>? {
    { [source = source.weakly(), transform] in source().map { MappedBindable($0, transform) } }
  }

  override func add(_ observation: Observation<Value>, _ options: ObservationOptions) -> @Sendable () -> Void {
    let options = options.by(derivation)
    return source.add(MappedObservation(observation, options, transform), options)
  }

  override func removeObservations(of owner: AnyObject, by derivation: Derivation?) {
    source.removeObservations(of: owner, by: derivation ?? self.derivation)
  }

  override func pass(_ mark: DeliveryMark) { source.pass(mark) }

  override func enterOrder() { source.enterOrder() }

  override var target: DeliveryTarget? { source.target }
}

/// Observes the source of a derived value.
private final class MappedObservation<Source: Sendable, Value: Sendable>: ForwardingObservation<Source>,
  @unchecked Sendable
{
  private let inner: Observation<Value>
  private let transform: @Sendable (Source) -> Value
  /// The source's value at registration. It is transformed later, because no user code may run under the lock.
  @exclusivity(unchecked) private var initial: Source?

  init(_ inner: Observation<Value>, _ options: ObservationOptions, _ transform: @escaping @Sendable (Source) -> Value) {
    self.inner = inner
    self.transform = transform
    super.init(to: inner, options)
  }

  override var needsInitialValue: Bool { inner.needsInitialValue }
  override func receiveInitialValue(_ value: Source) { initial = value }

  override func receive(_ value: Source, _ change: Change) {
    guard inner.isLive else { return }
    if let initial = initial.take() { inner.receiveInitialValue(transform(initial)) }
    inner.receive(transform(value), change)
  }

  override var wantsEnd: Bool { inner.wantsEnd }
  override func end() { inner.end() }
  override func pass(_ mark: DeliveryMark) { inner.pass(mark) }
}

// MARK: - combine

private final class CombinedBindable<First: Sendable, Second: Sendable, Value: Sendable>: ReadOnlyBindable<Value>,
  @unchecked Sendable
{
  private let first: ReadOnlyBindable<First>
  private let second: ReadOnlyBindable<Second>
  private let transform: @Sendable (First, Second) -> Value
  private let derivation = Derivation()

  init(
    _ first: ReadOnlyBindable<First>, _ second: ReadOnlyBindable<Second>,
    _ transform: @escaping @Sendable (First, Second) -> Value
  ) {
    self.first = first
    self.second = second
    self.transform = transform
  }

  // Both versions only increase, so their sum identifies a combination.
  override var version: UInt64 { first.version &+ second.version }

  override func read() -> Sample<Value> {
    while true {
      let (one, two) = (first.read(), second.read())
      // If the first value has not changed while the second was read, the combination existed.
      if first.version == one.version { return sample(one, two, transform) }
    }
  }

  package override func weakly() -> () -> ReadOnlyBindable<Value>? {
    { [first = first.weakly(), second = second.weakly(), transform] in
      guard let first = first(), let second = second() else { return nil }
      return CombinedBindable(first, second, transform)
    }
  }

  override func add(_ observation: Observation<Value>, _ options: ObservationOptions) -> @Sendable () -> Void {
    Combination(observation, target, first.weakly(), second.weakly(), transform)
      .begin(options.by(derivation), first, second)
  }

  override func removeObservations(of owner: AnyObject, by derivation: Derivation?) {
    first.removeObservations(of: owner, by: derivation ?? self.derivation)
    second.removeObservations(of: owner, by: derivation ?? self.derivation)
  }

  override func pass(_ mark: DeliveryMark) {
    first.pass(mark)
    second.pass(mark)
  }

  override var target: DeliveryTarget? {
    guard let one = first.target, let two = second.target, one.isSameQueue(as: two) else { return nil }
    return one
  }

  override func enterOrder() {
    first.enterOrder()
    second.enterOrder()
  }
}

/// One observation of a combination. When a source changes, it computes and delivers the newest combination, one at a
/// time.
private final class Combination<First: Sendable, Second: Sendable, Value: Sendable>: PartObserver, @unchecked Sendable {
  private let inner: Observation<Value>
  /// The queue that both sources share, if they do.
  private let target: DeliveryTarget?
  private let first: () -> ReadOnlyBindable<First>?
  private let second: () -> ReadOnlyBindable<Second>?
  private let transform: @Sendable (First, Second) -> Value
  private let delivery = SerialDelivery()
  private let running = Atomic<Int>(2)
  // Used by the delivering thread. The samples replace sources that were deallocated.
  @exclusivity(unchecked) private var samples: (first: Sample<First>, second: Sample<Second>)?
  /// What the sources have delivered since: the last value of a source that is deallocated before it is read.
  @exclusivity(unchecked) private var received: (first: Sample<First>?, second: Sample<Second>?)
  /// The stamp of the last combination that was delivered.
  @exclusivity(unchecked) private var lastStamp = Stamp.none

  init(
    _ inner: Observation<Value>, _ target: DeliveryTarget?, _ first: @escaping () -> ReadOnlyBindable<First>?,
    _ second: @escaping () -> ReadOnlyBindable<Second>?, _ transform: @escaping @Sendable (First, Second) -> Value
  ) {
    self.inner = inner
    self.target = target
    self.first = first
    self.second = second
    self.transform = transform
  }

  func begin(
    _ options: ObservationOptions, _ first: ReadOnlyBindable<First>, _ second: ReadOnlyBindable<Second>
  ) -> @Sendable () -> Void {
    _ = delivery.enter()  // Changes from here on are delivered after the replay.
    var ofSources = options
    ofSources.replay = false
    let one = first.add(PartObservation(to: inner, options, of: self) { self.received.first = $0 }, ofSources)
    let two = second.add(PartObservation(to: inner, options, of: self) { self.received.second = $0 }, ofSources)
    samples = newest(first, second)
    if let target, !target.isCurrent {
      // The delivery stays entered until then.
      target.schedule { [self, replay = options.replay] in deliverFirst(replay: replay) }
    } else {
      deliverFirst(replay: options.replay)
    }
    if options.endsWithOwner { return {} }
    return {
      one()
      two()
    }
  }

  func update<Source>(_ sample: Sample<Source>, _ keep: @escaping (Sample<Source>) -> Void) {
    if delivery.enter() {
      keep(sample)
      deliver()
      if !delivery.leave() { drain() }
    } else {
      let job = { [self] in
        keep(sample)
        deliver()
      }
      if delivery.lock.withLock({ delivery.append(job) }) { drainOnTarget() }
    }
  }

  private func drain() { _ = delivery.drain() }

  /// Starts a drain that an append asked for.
  private func drainOnTarget() {
    if let target, !target.isCurrent { target.schedule { [self] in drain() } } else { drain() }
  }

  /// The samples of both sources, of one moment.
  private func newest(
    _ first: ReadOnlyBindable<First>?, _ second: ReadOnlyBindable<Second>?
  ) -> (first: Sample<First>, second: Sample<Second>)? {
    var one = newer(received.first, samples?.first)
    var two = newer(received.second, samples?.second)
    received = (nil, nil)
    repeat {
      one = first?.read() ?? one
      two = second?.read() ?? two
    } while first != nil && first?.version != one?.version
    guard let one, let two else { return nil }
    return (one, two)
  }

  private func deliverFirst(replay: Bool) {
    if let (one, two) = samples, inner.isLive {
      let combined = sample(one, two, transform)
      lastStamp = combined.stamp
      let change = Change(number: combined.version, stamp: lastStamp, isReplay: true)
      if replay { inner.receive(combined.value, change) } else { inner.receiveInitialValue(combined.value) }
    }
    if !delivery.leave() { drain() }
  }

  private func deliver() {
    let former = samples
    guard let (one, two) = newest(first(), second()) else { return }
    samples = (one, two)
    if let former, former.first.version == one.version, former.second.version == two.version { return }
    guard inner.isLive else { return }
    let combined = sample(one, two, transform)
    lastStamp = newStamp(former, one, two)
    inner.receive(combined.value, Change(number: combined.version, stamp: lastStamp))
  }

  /// The stamp of a combination: a step newer than its newest source, and than the combination before. A source may take an
  /// older change after another source has taken a newer one, and two may take one change one after the other.
  ///
  /// If all that changed is what this very combination has set, a ring ends here: the stamp is the old one.
  private func newStamp(
    _ former: (first: Sample<First>, second: Sample<Second>)?, _ one: Sample<First>, _ two: Sample<Second>
  ) -> Stamp {
    let isOwn =
      (former?.first.version == one.version || one.stamp == lastStamp)
      && (former?.second.version == two.version || two.stamp == lastStamp)
    if isOwn { return lastStamp }
    return max(one.stamp, two.stamp, lastStamp).nextStep ?? lastStamp
  }

  func pass(_ mark: DeliveryMark) {
    if delivery.isIdle {
      inner.pass(mark)
    } else if delivery.lock.withLock({ delivery.append { [inner] in inner.pass(mark) } }) {
      drainOnTarget()
    }
  }

  func partEnded() {
    guard running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    if delivery.lock.withLock({ delivery.append { [inner] in if inner.isLive { inner.end() } } }) { drainOnTarget() }
  }
}

/// What a combination does when one of its sources changes, ends, or sends a mark.
private protocol PartObserver: AnyObject {
  func update<Source>(_ sample: Sample<Source>, _ keep: @escaping (Sample<Source>) -> Void)
  func partEnded()
  func pass(_ mark: DeliveryMark)
}

/// Observes one of the sources of a combination.
private final class PartObservation<Source: Sendable>: ForwardingObservation<Source>, @unchecked Sendable {
  private let combination: any PartObserver
  private let keep: (Sample<Source>) -> Void

  /// - Parameter keep: called by the delivering thread of the combination with each sample that the source has delivered.
  init(
    to inner: OwnedEntry, _ options: ObservationOptions, of combination: any PartObserver,
    keep: @escaping (Sample<Source>) -> Void
  ) {
    self.combination = combination
    self.keep = keep
    super.init(to: inner, options)
  }

  override func receive(_ value: Source, _ change: Change) {
    combination.update(Sample(value: value, version: change.number, stamp: change.stamp), keep)
  }
  override var wantsEnd: Bool { true }
  override func end() { combination.partEnded() }
  override func pass(_ mark: DeliveryMark) { combination.pass(mark) }
}

/// The sample that a source may have delivered after the other one was read.
private func newer<Value>(_ received: Sample<Value>?, _ known: Sample<Value>?) -> Sample<Value>? {
  guard let received, let known else { return received ?? known }
  return received.version > known.version ? received : known
}

private func sample<First, Second, Value>(
  _ one: Sample<First>, _ two: Sample<Second>, _ transform: (First, Second) -> Value
) -> Sample<Value> {
  Sample(
    value: transform(one.value, two.value), version: one.version &+ two.version, stamp: max(one.stamp, two.stamp))
}
