/// A deliberate defect, and the scenario that must find it.
struct Break {
  let what: String
  let file: String
  /// The code to replace, which must occur exactly once in the file: whole lines, whatever their indentation, or part
  /// of one line, matched exactly.
  let code: String
  /// The replacement. `BROKEN` is true if this break is being tried.
  let replacement: String
  let scenario: String
}

let breaks = [
  Break(
    what: "a delivery is left with a plain store, over what was appended",
    file: "DeliveryCore/SerialDelivery.swift",
    code: """
          phase.compareExchange(
            expected: Self.delivering, desired: Self.idle, successOrdering: .releasing, failureOrdering: .acquiring
          ).exchanged
      """,
    replacement: """
          if BROKEN {
            if phase.load(ordering: .acquiring) == Self.backlogged { return false }
            phase.store(Self.idle, ordering: .releasing)
            return true
          }
          return phase.compareExchange(
            expected: Self.delivering, desired: Self.idle, successOrdering: .releasing, failureOrdering: .acquiring
          ).exchanged
      """,
    scenario: "items of two threads are delivered once each"),
  Break(
    what: "the phase is read and written in two steps when an item is appended",
    file: "DeliveryCore/SerialDelivery.swift",
    code: "    return phase.exchange(Self.backlogged, ordering: .acquiringAndReleasing) == Self.idle\n",
    replacement: """
          if BROKEN {
            let former = phase.load(ordering: .acquiring)
            phase.store(Self.backlogged, ordering: .releasing)
            return former == Self.idle
          }
          return phase.exchange(Self.backlogged, ordering: .acquiringAndReleasing) == Self.idle

      """,
    scenario: "items of two threads are delivered once each"),
  Break(
    what: "the phase is set after unlocking, when the delivering thread takes what waits",
    file: "DeliveryCore/SerialDelivery.swift",
    code: """
            phase.store(isAll ? Self.delivering : Self.backlogged, ordering: .relaxed)
            begin()
          }
      """,
    replacement: """
            if !BROKEN { phase.store(isAll ? Self.delivering : Self.backlogged, ordering: .relaxed) }
            begin()
          }
          if BROKEN { phase.store(Self.delivering, ordering: .relaxed) }
      """,
    scenario: "items of three threads"),
  Break(
    what: "a job is appended without the lock",
    file: "RxCore/Core/SerialSink.swift",
    code: "if delivery.lock.withLock({ delivery.append(job) }) { drain() }",
    replacement: "if BROKEN ? delivery.append(job) : delivery.lock.withLock({ delivery.append(job) }) { drain() }",
    scenario: "three sources are merged"),
  Break(
    what: "an observer is called without a look at whether it was removed",
    file: "BindableKit/Observation.swift",
    code: "    if isRemoved || registeredAt >= change.number { return true }\n",
    replacement: "    if (!BROKEN && isRemoved) || registeredAt >= change.number { return true }\n",
    scenario: "an observer removes the next one"),
  Break(
    what: "a registration does not note which changes came before it",
    file: "DeliveryCore/Audience.swift",
    code: "    entry.registeredAt = changes\n",
    replacement: "    if !BROKEN { entry.registeredAt = changes }\n",
    scenario: "a thread sets and then registers"),
  Break(
    what: "with .latest, the mark of a waiting delivery is removed after the value was read",
    file: "BindableKit/BindableStore.swift",
    code: """
          isNewestWaiting = false
          change = Change(number: audience.number, stamp: audience.stamp)
          observers = audience.snapshot
          return current
        }
      """,
    replacement: """
          if !BROKEN { isNewestWaiting = false }
          change = Change(number: audience.number, stamp: audience.stamp)
          observers = audience.snapshot
          return current
        }
        if BROKEN { delivery.lock.withLock { isNewestWaiting = false } }
      """,
    scenario: "with .latest on a queue"),
  Break(
    what: "a bound value takes a change that is older than what it holds",
    file: "DeliveryCore/Audience.swift",
    code: "    guard arriving > lastStamp else { return false }\n",
    replacement: "    guard BROKEN || arriving > lastStamp else { return false }\n",
    scenario: "two that are bound both ways"),
  Break(
    what: "two are bound forth before back, so that a change between is lost",
    file: "BindableKit/Bindable+Bind.swift",
    code: "    let forth = link(to: other, by: binding)\n",
    replacement: """
          if BROKEN {
            back()
            let forth = link(to: other, by: binding)
            let back = other.link(owner: self, replay: false) { [weak self] value, change in
              guard let self, let stamp = binding.back(change.stamp) else { return }
              set(value, from: stamp)
            }
            return BindableToken {
              forth()
              back()
            }
          }
          let forth = link(to: other, by: binding)

      """,
    scenario: "two are set while they are bound"),
  Break(
    what: "a combination reads its sources at two moments",
    file: "BindableKit/Formula.swift",
    code: "      if let reading, isOneMoment { return reading }\n",
    replacement: "      if let reading, BROKEN || isOneMoment { return reading }\n",
    scenario: "a combination that is read shows no later set"),
  Break(
    what: "what has changed since a combination was observed is not computed",
    file: "BindableKit/DerivedDelivery.swift",
    code: "      $0.deliverNewest()  // While `last` was empty, changes were ignored.\n",
    replacement: "      if !BROKEN { $0.deliverNewest() }\n",
    scenario: "a combination is observed while both sources change"),
  Break(
    what: "a change that finds a combination busy is forgotten",
    file: "BindableKit/DerivedDelivery.swift",
    code: "pump.send(for: self) { $0.deliverNewest() }",
    replacement: "if !BROKEN || pump.isIdle { pump.send(for: self) { $0.deliverNewest() } }",
    scenario: "a source of a combination is released"),
  Break(
    what: "the main queue is not run once more after the stop",
    file: "DeliveryCore/MainQueueLoop.swift",
    code: """
          while !condition() { runOnce(waits: true) }
          runOnce(waits: false)
      """,
    replacement: """
          while !condition() { runOnce(waits: true) }
          if BROKEN { return }
          runOnce(waits: false)
      """,
    scenario: "the main queue runs until a stop"),
  Break(
    what: "events do not wait for the replay to a new observer of a subject",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "      if !elements.isEmpty { entry.waitForReplay() }\n",
    replacement: "      if !BROKEN, !elements.isEmpty { entry.waitForReplay() }\n",
    scenario: "a new observer of a BehaviorSubject"),
  Break(
    what: "a new observer of a subject takes the current value and registers in two steps",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "      let elements = policy.replays(in: self.phase) ? buffer.all : []\n",
    replacement: """
            let elements = policy.replays(in: self.phase) ? buffer.all : []
            if BROKEN {
              delivery.lock.unlock()
              delivery.lock.lock()
            }

      """,
    scenario: "a new observer of a BehaviorSubject"),
  Break(
    what: "the observers of a subject are removed before the elements that wait",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "      phase = end\n",
    replacement: """
            phase = end
            if BROKEN { _ = audience.unregisterAll() }

      """,
    scenario: "a subject emits, completes and fails"),
  Break(
    what: "a sink announces that it holds its upstream before it does",
    file: "RxCore/Core/Sink.swift",
    code: """
      self.upstream = upstream
      let (old, _) = state.bitwiseOr(Self.connected | Self.holding, ordering: .acquiringAndReleasing)
      """,
    replacement: """
          if !BROKEN { self.upstream = upstream }
          let (old, _) = state.bitwiseOr(Self.connected | Self.holding, ordering: .acquiringAndReleasing)
          if BROKEN, state.load(ordering: .relaxed) != 0 { self.upstream = upstream }

      """,
    scenario: "flatMap is disposed while it subscribes"),
  Break(
    what: "a sink that was disposed does not dispose an upstream that comes later",
    file: "RxCore/Core/Sink.swift",
    code: "    if old & Self.released != 0 { self.upstream.take()?.dispose() }\n",
    replacement: "    if !BROKEN, old & Self.released != 0 { self.upstream.take()?.dispose() }\n",
    scenario: "flatMap is disposed while it subscribes"),
  Break(
    what: "an error is forwarded beside an element",
    file: "RxCore/Core/SerialSink.swift",
    code: "    serialize(error) { $0.forwardError($1) }\n",
    replacement: "    if BROKEN { forwardError(error) } else { serialize(error) { $0.forwardError($1) } }\n",
    scenario: "one of two merged sources fails"),
  Break(
    what: "flatMapLatest does not ask again whether an inner sequence is the latest",
    file: "RxCore/Operators/Engines/SwitchSink.swift",
    code: "if $0.isLatest($2) { $0.forwardNext($1) }",
    replacement: "if BROKEN || $0.isLatest($2) { $0.forwardNext($1) }",
    scenario: "flatMapLatest forwards nothing"),
  Break(
    what: "merge(maxConcurrent:) ends its loop after it has found nothing, in another step",
    file: "RxCore/Operators/Combining/MergeMaxConcurrent.swift",
    code: "      isSubscribing = false\n      return nil\n",
    replacement: """
            if BROKEN {
              lock.unlock()
              lock.lock()
            }
            isSubscribing = false
            return nil

      """,
    scenario: "merge(maxConcurrent: 1) subscribes to the third"),
  Break(
    what: "an inner observer is used again in its old state",
    file: "RxCore/Operators/Engines/FlatteningSink.swift",
    code: "    reset()\n",
    replacement: "    if !BROKEN { reset() }\n",
    scenario: "flatMap, whose inner sequence ends while it is subscribed"),
  Break(
    what: "a connection starts while the last one is being disposed",
    file: "RxCore/Operators/Engines/Connections.swift",
    code: "      if ending > 0 {\n",
    replacement: "      if !BROKEN, ending > 0 {\n",
    scenario: "share goes from no subscriber to one"),
  Break(
    what: "a connection ends although it has members",
    file: "RxCore/Operators/Engines/Connections.swift",
    code: "      guard connection.members == 0, connection.isStarted else { return false }\n",
    replacement: "      guard BROKEN || connection.members == 0, connection.isStarted else { return false }\n",
    scenario: "share: one subscriber leaves"),
  Break(
    what: "a disposable slot that is closed keeps what it gets",
    file: "RxCore/Disposables/DisposableSlot.swift",
    code: "      disposal.hasBegun ? disposable : exchange(&held, with: disposable)\n",
    replacement: "      !BROKEN && disposal.hasBegun ? disposable : exchange(&held, with: disposable)\n",
    scenario: "a single-assignment disposable is set"),
  Break(
    what: "a composite disposable that is closed keeps what it gets",
    file: "RxCore/Disposables/CompositeDisposable.swift",
    code: "    let key = lock.withLock { disposal.hasBegun ? nil : append(disposable) }\n",
    replacement: "    let key = lock.withLock { disposal.hasBegun && !BROKEN ? nil : append(disposable) }\n",
    scenario: "a disposable is added to a composite one"),
  Break(
    what: "a second thread that disposes does not help to silence",
    file: "RxCore/Disposables/SilencingDisposable.swift",
    code: "    if caller == first || helpers.contains(caller) { return .nothing }\n",
    replacement: "    if BROKEN || caller == first || helpers.contains(caller) { return .nothing }\n",
    scenario: "dispose against dispose inside onNext"),
  Break(
    what: "the end of a token does not mark its observation",
    file: "BindableKit/BindableStore.swift",
    code: "      guard observation.markRemoved(), let self else { return }\n",
    replacement: "      guard !BROKEN, observation.markRemoved(), let self else { return }\n",
    scenario: "after cancel has returned"),
  Break(
    what: "a change is offered without a look at the owner",
    file: "BindableKit/Observation.swift",
    code: """
          guard isOwnerAlive else { return false }
          receive(value, change)
          return true

      """,
    replacement: """
          guard BROKEN || isOwnerAlive else { return false }
          receive(value, change)
          return true

      """,
    scenario: "the owner is deallocated during sets"),
  Break(
    what: "an owner is passed on without being retained",
    file: "BindableKit/ReadOnlyBindable+Observe.swift",
    code: """
        { [weak owner] value in
          if let owner { call(owner, value) }
        }

      """,
    replacement: """
        { [weak owner, unowned(unsafe) plain = owner] value in
          if BROKEN { call(plain, value) } else if let owner { call(owner, value) }
        }

      """,
    scenario: "an observer that is called with its owner"),
  Break(
    what: "the entries of living owners are swept out",
    file: "BindableKit/AnyBindableStore.swift",
    code: "    if isOwnerAlive(entry) { return }\n",
    replacement: "    if !BROKEN, isOwnerAlive(entry) { return }\n",
    scenario: "the owner dies while its observers"),
  Break(
    what: "the end of a Bindable does not wait for what it has yet to deliver",
    file: "BindableKit/BindableStore.swift",
    code: "      isHere = (!hasTarget || !wantsEnd) && delivery.enter()\n",
    replacement: "      isHere = BROKEN || ((!hasTarget || !wantsEnd) && delivery.enter())\n",
    scenario: "a source that delivers on a queue"),
  Break(
    what: "the disposal of a subscription to a subject does nothing",
    file: "RxCore/Subjects/SubjectEntry.swift",
    code: """
          guard markRemoved() else { return }
          // Without a subject there are no further calls.

      """,
    replacement: """
          guard !BROKEN, markRemoved() else { return }
          // Without a subject there are no further calls.

      """,
    scenario: "two sources are merged, and the subscription is disposed"),
  Break(
    what: "a sink forwards elements after its disposal",
    file: "RxCore/Core/Sink.swift",
    code: "    if !isDisposed { observer.onNext(element) }\n",
    replacement: "    if BROKEN || !isDisposed { observer.onNext(element) }\n",
    scenario: "elements arrive on a queue in order"),
  Break(
    what: "a sink never ends its sources",
    file: "RxCore/Core/Sink.swift",
    code:
      "    return state.bitwiseOr(Self.silent | Self.ended, ordering: .acquiringAndReleasing).oldValue & Self.ended == 0\n",
    replacement: """
          if BROKEN { return false }
          return state.bitwiseOr(Self.silent | Self.ended, ordering: .acquiringAndReleasing).oldValue & Self.ended == 0

      """,
    scenario: "a subscription is disposed while its last event"),
  Break(
    what: "a subject that has ended goes on",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "  var isOpen: Bool { if case .open = self { true } else { false } }\n",
    replacement:
      "  var isOpen: Bool { if BROKEN { return true } else if case .open = self { return true } else { return false } }\n",
    scenario: "a subject is disposed while it emits"),
  Break(
    what: "a timer elapses beside the events of the source",
    file: "RxCore/Operators/Engines/TimedSink.swift",
    code: "{ self.serialize(elapsed) }",
    replacement: "{ BROKEN ? elapsed() : self.serialize(elapsed) }",
    scenario: "debounce: the timer against the completion"),
  Break(
    what: "a timeout does not look whether an element was first",
    file: "RxCore/Operators/Time/Timeout.swift",
    code: "    if !timerWins || isDisposed { return }\n",
    replacement: "    if (!BROKEN && !timerWins) || isDisposed { return }\n",
    scenario: "timeout: the timer against the element"),
  Break(
    what: "amb chooses a source in two steps",
    file: "RxCore/Operators/Combining/Amb.swift",
    code: "    if isFirst {\n",
    replacement: """
          if BROKEN { winner.store(index, ordering: .releasing) }
          if isFirst || BROKEN {

      """,
    scenario: "amb follows the one source"),
  Break(
    what: "sample keeps the element that it has emitted",
    file: "RxCore/Operators/Filtering/Sample.swift",
    code: "if let element = latest.take() ?? defaultValue { forwardNext(element) }",
    replacement: "if let element = (BROKEN ? latest : latest.take()) ?? defaultValue { forwardNext(element) }",
    scenario: "an operator with two sources"),
  Break(
    what: "a scheduled disposal runs where it is called",
    file: "RxCore/Disposables/ScheduledDisposable.swift",
    code: "        _ = scheduler.schedule(disposable) { disposable in\n",
    replacement: """
              if BROKEN { return disposable.dispose() }
              _ = scheduler.schedule(disposable) { disposable in

      """,
    scenario: "a disposal on a queue happens once"),
  Break(
    what: "the first of two threads that dispose does nothing",
    file: "RxCore/Disposables/CompositeDisposable.swift",
    code: "for entry in all { entry.disposable?.dispose() }",
    replacement: "for entry in all where !BROKEN { entry.disposable?.dispose() }",
    scenario: "a disposable is disposed by two threads"),
  Break(
    what: "what is taken out of a composite disposable is not disposed",
    file: "RxCore/Disposables/CompositeDisposable.swift",
    code: "    lock.withLock { disposal.hasBegun ? nil : take(key.number) }?.dispose()\n",
    replacement: """
          let taken = lock.withLock { disposal.hasBegun ? nil : take(key.number) }
          if !BROKEN { taken?.dispose() }

      """,
    scenario: "a disposable is taken out of a composite"),
  Break(
    what: "a counted disposable ends although it is retained",
    file: "RxCore/Disposables/RefCountDisposable.swift",
    code: "      guard isPrimaryDisposed, count == 0 else { return nil }\n",
    replacement: "      guard isPrimaryDisposed, BROKEN || count == 0 else { return nil }\n",
    scenario: "the last of those that retain"),
  Break(
    what: "a binding does not pass the first value on",
    file: "DeliveryCore/BindingLink.swift",
    code: "      if isReplay { return pass(max(joined, stamp)) }\n",
    replacement: "      if isReplay { return BROKEN ? nil : pass(max(joined, stamp)) }\n",
    scenario: "the target of a binding is deallocated"),
  Break(
    what: "the dispatch timer counts as armed until its work has been taken",
    file: "RxCore/Schedulers/QueueWork.swift",
    code: """
            armedFor = .max
            let now = Self.now
      """,
    replacement: """
            if !BROKEN { armedFor = .max }
            let now = Self.now
      """,
    scenario: "timers of one scheduler"),
]
