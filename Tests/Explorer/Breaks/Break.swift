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
    what: "the delivering thread leaves with a plain store, which overwrites an appended item",
    file: "DeliveryCore/SerialDelivery.swift",
    code: """
          state.compareExchange(
            expected: currentThread, desired: Self.idle, successOrdering: .releasing, failureOrdering: .acquiring
          ).exchanged
      """,
    replacement: """
          if BROKEN {
            if state.load(ordering: .acquiring) != currentThread { return false }
            state.store(Self.idle, ordering: .releasing)
            return true
          }
          return state.compareExchange(
            expected: currentThread, desired: Self.idle, successOrdering: .releasing, failureOrdering: .acquiring
          ).exchanged
      """,
    scenario: "items from two threads are delivered once each, one at a time"),
  Break(
    what: "the state is read and written in two steps when an item is appended",
    file: "DeliveryCore/SerialDelivery.swift",
    code: "    return state.bitwiseOr(Self.more, ordering: .acquiringAndReleasing).oldValue == Self.idle\n",
    replacement: """
          if BROKEN {
            let former = state.load(ordering: .acquiring)
            state.store(former | Self.more, ordering: .releasing)
            return former == Self.idle
          }
          return state.bitwiseOr(Self.more, ordering: .acquiringAndReleasing).oldValue == Self.idle

      """,
    scenario: "items from two threads are delivered once each, one at a time"),
  Break(
    what: "a thread enters with a plain store but without the lock, and overwrites an appended item",
    file: "BindableKit/BindableStore.swift",
    code: "    let route = route { appendItem(for: self) { keep(&value, change) } }\n",
    replacement: """
          if BROKEN { delivery.lock.unlock() }
          let route = route { appendItem(for: self) { keep(&value, change) } }
          if BROKEN { delivery.lock.lock() }

      """,
    scenario: "values set by two threads reach both observers in one order"),
  Break(
    what: "the delivering thread looks for pending items, and leaves, without the lock",
    file: "DeliveryCore/SerialDelivery.swift",
    code: """
          state.store(goesOn && isWanted ? next | Self.wanted : next, ordering: .releasing)
          lock.unlock()

      """,
    replacement: """
          if BROKEN { lock.unlock() }
          state.store(goesOn && isWanted ? next | Self.wanted : next, ordering: .releasing)
          if !BROKEN { lock.unlock() }

      """,
    scenario: "items from three threads are delivered once each"),
  Break(
    what: "a receiver of a queue counts as idle while its items wait",
    file: "DeliveryCore/Receiver.swift",
    code: "delivery.isIdle && tickets.load(ordering: .acquiring) == 0",
    replacement: "delivery.isIdle && (BROKEN || tickets.load(ordering: .acquiring) == 0)",
    scenario: "an observer on a queue sets a value that waits there, after what waits for that value"),
  Break(
    what: "a caller on the queue delivers inline although something waits",
    file: "DeliveryCore/Receiver.swift",
    code: "{ $0.delivery.isDeliveringHere }",
    replacement: "{ BROKEN || $0.delivery.isDeliveringHere }",
    scenario: "a set on the queue, while another thread sets"),
  Break(
    what: "a turn that ends does not look whether something was posted since",
    file: "DeliveryCore/SerialDelivery.swift",
    code: "        if turn.isInBurst { spin() }\n",
    replacement: """
              if BROKEN {
                state.store(SerialDelivery.idle, ordering: .releasing)
                return false
              }
              if turn.isInBurst { spin() }

      """,
    scenario: "two threads set two Bindables with one queue, each in turn"),
  Break(
    what: "an item joins the ticket of another receiver",
    file: "DeliveryCore/Line.swift",
    code: "      if waiting[nextToJoin].receiver === receiver {",
    replacement: "      if BROKEN || waiting[nextToJoin].receiver === receiver {",
    scenario: "two threads set two Bindables with one queue, each in turn"),
  Break(
    what: "a thread takes over although the other one still delivers",
    file: "DeliveryCore/SerialDelivery.swift",
    code: "      let continued = currentThread | Self.more\n",
    replacement: """
            if BROKEN { return true }
            let continued = currentThread | Self.more

      """,
    scenario: "a thread takes over the delivery of another"),
  Break(
    what: "a thread takes over what another one has just appended",
    file: "DeliveryCore/SerialDelivery.swift",
    code: "stops ? Self.stopped : isOver",
    replacement: "stops ? BROKEN ? Self.unattended : Self.stopped : isOver",
    scenario: "a thread takes over the delivery of another"),
  Break(
    what: "a thread that has taken over stops for another before it has delivered anything",
    file: "DeliveryCore/SerialDelivery.swift",
    code: "let stops = isWanted && !line.hasTaken",
    replacement: "let stops = isWanted && (BROKEN || !line.hasTaken)",
    scenario: "a thread takes over the delivery of another"),
  Break(
    what: "a thread that no longer wants to take over does not say so",
    file: "DeliveryCore/SerialDelivery.swift",
    code: "      state.bitwiseAnd(~Self.wanted, ordering: .relaxed)\n",
    replacement: "      if !BROKEN { state.bitwiseAnd(~Self.wanted, ordering: .relaxed) }\n",
    scenario: "a thread takes over the delivery of another"),
  Break(
    what: "a value replaces one that waits before a replay",
    file: "BindableKit/BindableStore.swift",
    code: "    if isLater { replayFollows = true }\n",
    replacement: "    if isLater, !BROKEN { replayFollows = true }\n",
    scenario: "an observer with .latest registers while a value waits for another with .latest"),
  Break(
    what: "a sink gives up its upstream before it holds the next",
    file: "RxCore/Core/Sink+Upstream.swift",
    code: "{ hold(asUpstream(work), replaces: true) }",
    replacement: """
      {
            if BROKEN { _ = takeUpstream() }
            hold(asUpstream(work), replaces: !BROKEN)
          }
      """,
    scenario: "the closure of create returns its disposable while another thread subscribes its observer"),
  Break(
    what: "a job is appended without the lock",
    file: "RxCore/Core/SerialSink.swift",
    code: "if delivery.lock.withLock({ delivery.append(job) }) ||",
    replacement: "if (BROKEN ? delivery.append(job) : delivery.lock.withLock { delivery.append(job) }) ||",
    scenario: "three sources are merged"),
  Break(
    what: "an observer is called without checking whether it was removed",
    file: "BindableKit/Observation.swift",
    code: "    if observation.isRemoved { return }\n",
    replacement: "    if !BROKEN, observation.isRemoved { return }\n",
    scenario: "an observer with a queue of its own is removed"),
  Break(
    what: "a registration does not record which changes came before it",
    file: "DeliveryCore/ObserverEntry.swift",
    code: "    registration.bitwiseAnd(~Self.unregistered | number, ordering: .relaxed)\n",
    replacement: "    registration.bitwiseAnd(~Self.unregistered | (BROKEN ? 0 : number), ordering: .relaxed)\n",
    scenario: "a thread sets and then registers"),
  Break(
    what: "an end of a two-way binding takes a change that is older than its own",
    file: "DeliveryCore/Binding.swift",
    code: "      if !new.outranks(origin) { return .drops }\n",
    replacement: "      if !new.outranks(origin), !BROKEN || new.isSame(as: origin) { return .drops }\n",
    scenario: "two Bindables that are bound both ways end up equal"),
  Break(
    what: "a two-way binding does not read the second side when it begins to observe it",
    file: "BindableKit/Bindable+Bind.swift",
    code: "over: binding.edges.back, replay: .now,",
    replacement: "over: binding.edges.back, replay: BROKEN ? .none : .now,",
    scenario: "two Bindables are set while they are being bound"),
  Break(
    what: "a combination reads its sources at two moments",
    file: "BindableKit/BindableStore.swift",
    code: "{ { [current] in current } }",
    replacement: "{ { [self, current] in BROKEN ? value : current } }",
    scenario: "a combination of two values derived from one Bindable"),
  Break(
    what: "a combination is not computed again if it changed while it was being observed",
    file: "BindableKit/Combination.swift",
    code: "    set(true)  // Asks for the changes since the capture.\n",
    replacement: "    if BROKEN { locked { isNewestPending = false } } else { set(true) }\n",
    scenario: "a combination is observed while both sources change"),
  Break(
    what: "a change is dropped if the combination is busy",
    file: "BindableKit/Combination.swift",
    code: "    if isNewestPending { return delivery.lock.unlock() }\n",
    replacement: "    if isNewestPending || (BROKEN && !isIdle) { return delivery.lock.unlock() }\n",
    scenario: "a source of a combination is released"),
  Break(
    what: "a combination takes further changes only after it has read the values",
    file: "BindableKit/Combination.swift",
    code: """
            locked { isNewestPending = false }
            guard let newest = first.take() ?? captureNewest(capture) else { return }
      """,
    replacement: """
            if !BROKEN { locked { isNewestPending = false } }
            let captured = first.take() ?? captureNewest(capture)
            if BROKEN { locked { isNewestPending = false } }
            guard let newest = captured else { return }
      """,
    scenario: "a combination is observed while both sources change"),
  Break(
    what: "the main queue is not run once more after the stop",
    file: "DeliveryCore/MainQueueLoop.swift",
    code: """
          while !condition() { runNext() }
          _ = drain()
      """,
    replacement: """
          while !condition() { runNext() }
          if BROKEN { return }
          _ = drain()
      """,
    scenario: "the main queue runs until a stop"),
  Break(
    what: "after the stop the main queue is polled, while another thread has yet to schedule a turn",
    file: "DeliveryCore/MainQueueLoop.swift",
    code: """
            if Mailbox.main.isIdle { break }
            runNext()
      """,
    replacement: """
            if Mailbox.main.isIdle { break }
            if BROKEN { _ = drain() } else { runNext() }
      """,
    scenario: "the main queue runs until a stop, and another thread sets a value meanwhile"),
  Break(
    what: "events do not wait for the replay to a new observer of a subject",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "audience.register(entry, replays: elements.count > 0)",
    replacement: "audience.register(entry, replays: !BROKEN && elements.count > 0)",
    scenario: "a new observer of a BehaviorSubject"),
  Break(
    what: "a replay ends before the changes that were kept during it are delivered",
    file: "DeliveryCore/ObserverEntry.swift",
    code: "if kept.isEmpty { registration.bitwiseAnd",
    replacement: "if BROKEN || kept.isEmpty { registration.bitwiseAnd",
    scenario: "an observer registers while a value waits"),
  Break(
    what: "a change that finds the replay running, but not under the lock, is kept for ever",
    file: "DeliveryCore/ObserverEntry.swift",
    code:
      "      if !isReplaying { return false }\n      if needsOnlyNewest, isValue, keepsValueLast { replaced = kept.popLast() }\n",
    replacement: """
            if !BROKEN, !isReplaying { return false }
            if needsOnlyNewest, isValue, keepsValueLast { replaced = kept.popLast() }

      """,
    scenario: "an observer registers while a value waits"),
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
    what: "a subject's observers are removed before its pending elements are delivered",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "      phase = end\n",
    replacement: """
            phase = end
            if BROKEN {
              let all = audience.snapshot
              all.forEachEntry(as: ObserverEntry.self) { audience.remove($0) }
            }

      """,
    scenario: "a subject emits, completes and fails"),
  Break(
    what: "a subject releases a removed observer although it may be calling it",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "delivery.isIdle || entry.hasRegistered",
    replacement: "BROKEN || delivery.isIdle || entry.hasRegistered",
    scenario: "the observer of a subject is disposed by another thread"),
  Break(
    what: "a subject delivers queued elements, but does not record that it has taken them",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "        newestTaken = change.number\n        return audience.snapshot\n",
    replacement: "        if !BROKEN { newestTaken = change.number }\n        return audience.snapshot\n",
    scenario: "an observer that subscribes during a delivery"),
  Break(
    what: "retry(when:) starts an attempt although its trigger has ended the sequence",
    file: "RxCore/Operators/ErrorHandling/RetryWhen.swift",
    code: "    case .ended: return false\n",
    replacement: "    case .ended: return BROKEN\n",
    scenario: "retry(when:), whose trigger emits and completes"),
  Break(
    what: "a disposed sink does not dispose an upstream that it receives later",
    file: "RxCore/Core/Sink+Upstream.swift",
    code: "    if isLate { arrived?.dispose() }\n",
    replacement: "    if isLate, !BROKEN { arrived?.dispose() }\n",
    scenario: "flatMap is disposed while it subscribes"),
  Break(
    what: "a sink takes an upstream although another thread has just ended it",
    file: "RxCore/Core/Sink+Upstream.swift",
    code: "      isHeld = !hasEnded && (replaces || self.upstream == nil)\n",
    replacement: "      isHeld = (BROKEN || !hasEnded) && (replaces || self.upstream == nil)\n",
    scenario: "flatMap is disposed while it subscribes"),
  Break(
    what: "a sink that has ended keeps its disposer, which keeps the sink",
    file: "RxCore/Core/Sink+Upstream.swift",
    code: "      swap(&disposer, &self.disposer)\n",
    replacement: "      if !BROKEN { swap(&disposer, &self.disposer) }\n",
    scenario: "take(1) ends while it subscribes"),
  Break(
    what: "a sink that has ended makes a disposer that retains it",
    file: "RxCore/Core/Sink+Upstream.swift",
    code: "      if hasEnded { return NopDisposable.noOp }\n",
    replacement: "      if hasEnded, !BROKEN { return NopDisposable.noOp }\n",
    scenario: "take(1) ends while it subscribes"),
  Break(
    what: "an error is forwarded while an element is being forwarded",
    file: "RxCore/Core/SerialSink.swift",
    code: "    serialize(error) { $0.forwardError($1) }\n",
    replacement: "    if BROKEN { forwardError(error) } else { serialize(error) { $0.forwardError($1) } }\n",
    scenario: "one of two merged sources fails"),
  Break(
    what: "flatMapLatest does not check again whether an inner sequence is the latest",
    file: "RxCore/Operators/Engines/SwitchSink.swift",
    code: "if $0.isLatest($2) { $0.forwardNext($1) }",
    replacement: "if BROKEN || $0.isLatest($2) { $0.forwardNext($1) }",
    scenario: "flatMapLatest forwards nothing"),
  Break(
    what: "merge(maxConcurrent:) leaves a completion to a loop of the same thread that has ended",
    file: "RxCore/Operators/Combining/MergeMaxConcurrent.swift",
    code: "    if !hasNext, let index",
    replacement: "    if !BROKEN, !hasNext, let index",
    scenario: "merge(maxConcurrent: 2): sequences complete on two threads"),
  Break(
    what: "a connection starts while the last one is being disposed",
    file: "RxCore/Operators/Connecting/ConnectionsState.swift",
    code: "      phase = .ending(former, calls: calls, startsNext: true)\n      return false\n",
    replacement: """
            phase = BROKEN ? .running(calls: 1) : .ending(former, calls: calls, startsNext: true)
            return BROKEN

      """,
    scenario: "share goes from no subscriber to one"),
  Break(
    what: "a connection may be followed before the call of its last member has disposed it",
    file: "RxCore/Operators/Connecting/Connections.swift",
    code: "    return Disposables.create(connection, Disposables.create(with: { self.didEnd(connection) }))\n",
    replacement: """
          let didEnd = Disposables.create(with: { self.didEnd(connection) })
          return BROKEN ? Disposables.create(didEnd, connection) : Disposables.create(connection, didEnd)

      """,
    scenario: "share: one thread starts a connection for another"),
  Break(
    what: "a connection ends although it has subscribers",
    file: "RxCore/Operators/Connecting/ConnectionsState.swift",
    code: "    guard members == 0, isStarted else { return false }\n",
    replacement: "    guard BROKEN || members == 0, isStarted else { return false }\n",
    scenario: "share: one subscriber disposes while another subscribes and the source emits"),
  Break(
    what: "the disposer of an operator that ends inside run(_:cancel:) does not dispose what run returns",
    file: "RxCore/Core/SinkDisposer.swift",
    code: "    if isLate {\n",
    replacement: "    if isLate, !BROKEN {\n",
    scenario: "take(1) ends while an operator that overrides"),
  Break(
    what: "a disposed slot keeps the disposable that it is given",
    file: "RxCore/Disposables/DisposableSlot.swift",
    code: "      hasBegun ? disposable : exchange(&held, with: disposable)\n",
    replacement: "      !BROKEN && hasBegun ? disposable : exchange(&held, with: disposable)\n",
    scenario: "a single-assignment disposable is set"),
  Break(
    what: "a disposed composite keeps the disposable that it is given",
    file: "RxCore/Disposables/CompositeDisposable.swift",
    code: "    let key = lock.withLock { hasBegun ? nil : append(disposable) }\n",
    replacement: "    let key = lock.withLock { hasBegun && !BROKEN ? nil : append(disposable) }\n",
    scenario: "a disposable is added to a composite that is being disposed"),
  Break(
    what: "a container is emptied before its contents are silent",
    file: "RxCore/Disposables/DisposableContainer.swift",
    code: "      silenceAll(contents)\n",
    replacement: "      if !BROKEN { silenceAll(contents) }\n",
    scenario: "one thread disposes while another disposes inside onNext"),
  Break(
    what: "a connection that is silenced lets its subject deliver what waits",
    file: "RxCore/Operators/Connecting/Connection.swift",
    code: "    if !hasEnded.load(ordering: .acquiring) { didDispose() }\n",
    replacement: "    if !BROKEN, !hasEnded.load(ordering: .acquiring) { didDispose() }\n",
    scenario: "a connection with a waiting element is disposed"),
  Break(
    what: "a subject that is disposed removes its observers before it marks them",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "    let entries = delivery.lock.withLock { audience.snapshot }\n",
    replacement: """
          let entries = delivery.lock.withLock {
            let all = audience.snapshot
            if BROKEN { all.forEachEntry(as: ObserverEntry.self) { audience.remove($0) } }
            return all
          }

      """,
    scenario: "a subject with two observers is disposed"),
  Break(
    what: "a token that ends does not mark its observation as removed",
    file: "BindableKit/Observation.swift",
    code: "    guard markRemoved() else { return }\n",
    replacement: "    guard !BROKEN, markRemoved() else { return }\n",
    scenario: "after cancel has returned"),
  Break(
    what: "a change is offered without checking that the owner is alive",
    file: "BindableKit/Observation.swift",
    code: """
          guard observation.options.isOwnerAlive else { return observation.end() }

      """,
    replacement: """
          guard BROKEN || observation.options.isOwnerAlive else { return observation.end() }

      """,
    scenario: "the owner is deallocated while values are set"),
  Break(
    what: "an owner is passed to the closure without being retained",
    file: "DeliveryCore/Weakly.swift",
    code: """
        { [weak object] argument in
          if let object { call(object, argument) }
        }

      """,
    replacement: """
        { [weak object, unowned(unsafe) plain = object] argument in
          if BROKEN { call(plain, argument) } else if let object { call(object, argument) }
        }

      """,
    scenario: "an observer that is called with its owner"),
  Break(
    what: "the entries of live owners are removed with those of dead ones",
    file: "BindableKit/BindableStore.swift",
    code: "    if isSweepDue { endObservations { !$0.options.isOwnerAlive } }\n",
    replacement: "    if isSweepDue { endObservations { BROKEN || !$0.options.isOwnerAlive } }\n",
    scenario: "the owner is deallocated while its observers are removed and others register"),
  Break(
    what: "a deallocated Bindable does not wait for its pending deliveries",
    file: "BindableKit/BindableStore.swift",
    code: "if isAwaited || !isIdle { enqueue(finish) }",
    replacement: "if isAwaited || !isIdle, !BROKEN { enqueue(finish) }",
    scenario: "a source of a combination that delivers on a queue is released after it was last set"),
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
    code: "    if isDisposed { return }\n    watched { observer.onNext(element) }\n",
    replacement: "    if !BROKEN, isDisposed { return }\n    watched { observer.onNext(element) }\n",
    scenario: "elements arrive on a queue in order"),
  Break(
    what: "a sink never disposes its sources",
    file: "RxCore/Core/Sink+Upstream.swift",
    code: "    return upstream\n",
    replacement: "    return BROKEN ? nil : upstream\n",
    scenario: "take(1) ends while it subscribes"),
  Break(
    what: "a terminated subject continues to emit",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "  var isOpen: Bool { if case .open = self { true } else { false } }\n",
    replacement:
      "  var isOpen: Bool { if BROKEN { return true } else if case .open = self { return true } else { return false } }\n",
    scenario: "a subject is disposed while it emits"),
  Break(
    what: "a timer fires while an event of the source is being forwarded",
    file: "RxCore/Operators/Engines/TimedSink.swift",
    code: "      if self.enter() {\n        if self.timerNumber == number { elapsed() }\n",
    replacement:
      "      if BROKEN { return elapsed() }\n      if self.enter() {\n        if self.timerNumber == number { elapsed() }\n",
    scenario: "debounce: the timer fires while the source completes and the subscription is disposed"),
  Break(
    what: "window chooses the window for an element before its turn",
    file: "RxCore/Operators/Transforming/Window.swift",
    code: "    serialize(element) { $0.receive($1) }\n",
    replacement: """
          let chosen = window
          serialize(element) { sink, element in
            if BROKEN { sink.window = chosen }
            sink.receive(element)
          }

      """,
    scenario: "window: the timer fires while elements fill the window"),
  Break(
    what: "a timeout does not check whether an element came first",
    file: "RxCore/Operators/Time/Timeout.swift",
    code: "    if !timerWins || isDisposed { return }\n",
    replacement: "    if (!BROKEN && !timerWins) || isDisposed { return }\n",
    scenario: "timeout: the timer fires while an element arrives"),
  Break(
    what: "amb chooses a source in two steps",
    file: "RxCore/Operators/Combining/Amb.swift",
    code: "    return isFirst || known == index\n",
    replacement: """
          if BROKEN { winner.store(index, ordering: .releasing) }
          return isFirst || known == index || BROKEN

      """,
    scenario: "amb follows the source that emits first"),
  Break(
    what: "sample keeps the element that it has emitted",
    file: "RxCore/Operators/Filtering/Sample.swift",
    code: "if let element = latest.take() ?? defaultValue { forwardNext(element) }",
    replacement: "if let element = (BROKEN ? latest : latest.take()) ?? defaultValue { forwardNext(element) }",
    scenario: "an operator with two sources"),
  Break(
    what: "a scheduled disposal runs on the calling thread",
    file: "RxCore/Disposables/ScheduledDisposable.swift",
    code: "{ _ = scheduler.schedule { self.slot.dispose() } }",
    replacement: "{ if BROKEN { slot.dispose() } else { _ = scheduler.schedule { self.slot.dispose() } } }",
    scenario: "a scheduled disposal happens once, on its queue"),
  Break(
    what: "the first of two threads that dispose does nothing",
    file: "RxCore/Disposables/CompositeDisposable.swift",
    code: "    rest += removed.reversed().compactMap { $0.disposable.map(asUpstream) }\n",
    replacement: "    if !BROKEN { rest += removed.reversed().compactMap { $0.disposable.map(asUpstream) } }\n",
    scenario: "a disposable is disposed by two threads"),
  Break(
    what: "a disposable removed from a composite is not disposed",
    file: "RxCore/Disposables/CompositeDisposable.swift",
    code: "    lock.withLock { take(key.number) }?.dispose()\n",
    replacement: """
          let taken = lock.withLock { take(key.number) }
          if !BROKEN { taken?.dispose() }

      """,
    scenario: "a disposable is removed from a composite that is being disposed"),
  Break(
    what: "a reference-counted disposable ends although it is retained",
    file: "RxCore/Disposables/RefCountDisposable.swift",
    code: "  private var isUnused: Bool { isPrimaryDisposed && count == 0 }\n",
    replacement: "  private var isUnused: Bool { isPrimaryDisposed && (BROKEN || count == 0) }\n",
    scenario: "a reference-counted disposable ends with the last one that retains it"),
  Break(
    what: "a binding does not forward the first value",
    file: "BindableKit/Bindable+Bind.swift",
    code: "    return link(owner: destination, over: binding, replay: replay, ended: ended) {",
    replacement: "    return link(owner: destination, over: binding, replay: BROKEN ? .none : replay, ended: ended) {",
    scenario: "the target of a binding is deallocated"),
  Break(
    what: "a change that was under way when a binding was made is refused",
    file: "DeliveryCore/Binding.swift",
    code: "      if origin.yieldsToNewer, new.rank < origin.rank,",
    replacement: "      if !BROKEN, origin.yieldsToNewer, new.rank < origin.rank,",
    scenario: "an element of a subject is under way to a value that is being bound both ways"),
  Break(
    what: "a new two-way binding sets its second side without a rank, although that has been bound since",
    file: "DeliveryCore/Binding.swift",
    code: "if passage == .unconditional, !binding.isAlone {",
    replacement: "if !BROKEN, passage == .unconditional, !binding.isAlone {",
    scenario: "two Bindables are bound both ways to a third at once"),
  Break(
    what: "the first element of a subject sets what it is bound to, although that was set later",
    file: "DeliveryCore/BindingEdge.swift",
    code: "setsSecond ? .unconditional : .ranked",
    replacement: "setsSecond || BROKEN ? .unconditional : .ranked",
    scenario: "an element of a subject is under way to a value that is being bound both ways"),
  Break(
    what: "one way, a change that is older than the target's is dropped",
    file: "DeliveryCore/Binding.swift",
    code: "      if new.isSame(as: origin) || change.isRenewal { return .drops }\n",
    replacement:
      "      if new.isSame(as: origin) || change.isRenewal || BROKEN && arriving.rank < origin.rank { return .drops }\n",
    scenario: "two sources are bound to one target"),
  Break(
    what: "a change that comes into a ring, and is older, stays older",
    file: "DeliveryCore/Binding.swift",
    code: "    if !ring.isClosed, new.rank <= origin.rank {",
    replacement: "    if !BROKEN, !ring.isClosed, new.rank <= origin.rank {",
    scenario: "a source is set while its target is bound both ways"),
  Break(
    what: "the observers are read before the changes are taken, which may still be replaced",
    file: "BindableKit/BindableStore.swift",
    code: """
            deliverEach(&count, onlyOne: onlyOne, &turn) { lock in
              if backlog.values.mustTake {
                lock.withLock {
                  backlog.values.take()
                  backlog.changes.take()
                }
                observers = locked { audience.snapshot }
              }

      """,
    replacement: """
            let early = locked { audience.snapshot }
            deliverEach(&count, onlyOne: onlyOne, &turn) { lock in
              if backlog.values.mustTake {
                lock.withLock {
                  backlog.values.take()
                  backlog.changes.take()
                }
                observers = BROKEN ? early : locked { audience.snapshot }
              }

      """,
    scenario: "an observer of the newest value registers while another's is about to be delivered"),
  Break(
    what: "a change that counts as set again does not pass a combination again",
    file: "DeliveryCore/Binding.swift",
    code: "yieldsToNewer: false).with(trail: nil)",
    replacement: "yieldsToNewer: false).with(trail: BROKEN ? new.trail : nil)",
    scenario: "a new binding sets what is behind a combination, which is being set"),
  Break(
    what: "a call of a binding that has ended sets the target",
    file: "DeliveryCore/Binding.swift",
    code: "!binding.isEnded else",
    replacement: "BROKEN || !binding.isEnded else",
    scenario: "a binding is replaced while its source is set"),
  Break(
    what: "a two-way binding does not count as a set",
    file: "DeliveryCore/Binding.swift",
    code: "    if edges.needsRenewal {",
    replacement: "    if !BROKEN, edges.needsRenewal {",
    scenario: "two Bindables with values are bound both ways, and the second is set"),
  Break(
    what: "a value that has the change already does not pass the higher rank on",
    file: "DeliveryCore/Binding.swift",
    code: "    case .renews(let origin): return renewal(state, origin)\n",
    replacement: """
          case .renews(let origin):
            let change = renewal(state, origin)
            return BROKEN ? nil : change

      """,
    scenario: "a two-way binding closes a ring"),
  Break(
    what: "a combination's result counts as set when it is computed",
    file: "DeliveryCore/Stamp.swift",
    code: "stamp: last.stamp, rank: last.rank, result: .next(),",
    replacement: "stamp: last.stamp, rank: BROKEN ? .next() : last.rank, result: .next(),",
    scenario: "a ring through two combinations, of which two values are set"),
  Break(
    what: "a higher rank is not passed on through a combination",
    file: "BindableKit/Combination.swift",
    code: "let number = isBinding ? root.audience.number : root.audience.changes\n",
    replacement: "let number = isBinding && !BROKEN ? root.audience.number : root.audience.changes\n",
    scenario: "a new binding sets what is behind a combination, which is being set"),
  Break(
    what: "a binding that closes a ring is not noticed",
    file: "DeliveryCore/BindingEdge.swift",
    code: "      for source in sources {\n        source.targets.append(target)\n",
    replacement: "      for source in sources where !BROKEN {\n        source.targets.append(target)\n",
    scenario: "two members of a ring of three are set"),
  Break(
    what: "the second side's changes are passed on before it has the first side's value",
    file: "BindableKit/Bindable+Bind.swift",
    code: """
          let forth = link(owner: other, over: binding.edges.forth, replay: .now, block: binding.forth)

      """,
    replacement: """
          let early = BROKEN ? other.link(owner: self, replay: .now, block: binding.back) : nil
          let forth = link(owner: other, over: binding.edges.forth, replay: .now, block: binding.forth)
          early?.end()

      """,
    scenario: "two Bindables with values are bound both ways"),
  Break(
    what: "the dispatch timer counts as armed until its work has been taken",
    file: "RxCore/Schedulers/DispatchQueueScheduler.swift",
    code: """
            armedFor = .max
            let now = Self.uptime
      """,
    replacement: """
            if !BROKEN { armedFor = .max }
            let now = Self.uptime
      """,
    scenario: "timers of one scheduler"),
]
