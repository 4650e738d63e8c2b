/// A defect that is put into the sources on purpose, and the scenario that must find it.
struct Break {
  let what: String
  let file: String
  /// Lines of the file, or a part of one line, that occur once. Indentation does not matter.
  let code: String
  /// What replaces it. `BROKEN` is true if this break is the one that is tried.
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
    file: "DeliveryCore/Broadcaster.swift",
    code: "    entry.registeredAt = changes\n",
    replacement: "    if !BROKEN { entry.registeredAt = changes }\n",
    scenario: "a thread sets and then registers"),
  Break(
    what: "with .latest, the mark of a waiting delivery is removed after the value was read",
    file: "BindableKit/BindableStore.swift",
    code: """
          isNewestWaiting = false
          change = Change(number: number, stamp: stamp)
          audience = snapshot
          return current
        }
      """,
    replacement: """
          if !BROKEN { isNewestWaiting = false }
          change = Change(number: number, stamp: stamp)
          audience = snapshot
          return current
        }
        if BROKEN { delivery.lock.withLock { isNewestWaiting = false } }
      """,
    scenario: "with .latest on a queue"),
  Break(
    what: "a bound value takes a change that is older than what it holds",
    file: "DeliveryCore/Broadcaster.swift",
    code: "    guard arriving > lastStamp else { return false }\n",
    replacement: "    guard BROKEN || arriving > lastStamp else { return false }\n",
    scenario: "two that are bound both ways"),
  Break(
    what: "two are bound forth before back",
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
    file: "BindableKit/DerivedBindable.swift",
    code: "    } while first != nil && first?.version != one?.version\n",
    replacement: "    } while !BROKEN && first != nil && first?.version != one?.version\n",
    scenario: "a combination of two that derive from one"),
  Break(
    what: "a combination forgets what a source delivered that is deallocated",
    file: "BindableKit/DerivedBindable.swift",
    code: """
          let job = { [self] in
            keep(sample)
      """,
    replacement: """
          let job = { [self] in
            if !BROKEN { keep(sample) }
      """,
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
    what: "a new observer of a subject is registered before it waits for its replay",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "      if !elements.isEmpty { entry.waitForReplay() }\n",
    replacement: "      if !BROKEN, !elements.isEmpty { entry.waitForReplay() }\n",
    scenario: "a new observer of a BehaviorSubject"),
  Break(
    what: "a new observer of a subject takes the current value and registers in two steps",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "      let elements = replay.elements(in: self.phase)\n",
    replacement: """
            let elements = replay.elements(in: self.phase)
            if BROKEN {
              core.delivery.lock.unlock()
              core.delivery.lock.lock()
            }

      """,
    scenario: "a new observer of a BehaviorSubject"),
  Break(
    what: "the observers of a subject are removed before the elements that wait",
    file: "RxCore/Subjects/SubjectBase.swift",
    code: "      phase = end\n",
    replacement: """
            phase = end
            if BROKEN { _ = core.unregisterAll() }

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
    code: "if $0.isLatest($1.1) { $0.forwardNext($1.0) }",
    replacement: "if BROKEN || $0.isLatest($1.1) { $0.forwardNext($1.0) }",
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
    file: "RxCore/Operators/Engines/MergeSink.swift",
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
    what: "a member is counted only once it has subscribed",
    file: "RxCore/Operators/Engines/Connections.swift",
    code: "      guard connection.members == 0, connection.isStarted else { return false }\n",
    replacement: "      guard BROKEN || connection.members == 0, connection.isStarted else { return false }\n",
    scenario: "share: one subscriber leaves"),
  Break(
    what: "a disposable slot that is closed keeps what it gets",
    file: "RxCore/Disposables/DisposableSlot.swift",
    code: "      if isClosed { return disposable }\n",
    replacement: "      if !BROKEN, isClosed { return disposable }\n",
    scenario: "a single-assignment disposable is set"),
  Break(
    what: "a composite disposable looks whether it is closed before it locks",
    file: "RxCore/Disposables/CompositeDisposable.swift",
    code: "      guard !isClosed else { return nil }\n      number += 1\n",
    replacement: "      guard BROKEN || !isClosed else { return nil }\n      number += 1\n",
    scenario: "a disposable is added to a composite one"),
  Break(
    what: "a second thread that disposes does not help to silence",
    file: "RxCore/Disposables/DisposableSlot.swift",
    code: "      return held != nil && threads.help() ? held : nil\n",
    replacement: "      return !BROKEN && held != nil && threads.help() ? held : nil\n",
    scenario: "dispose against dispose inside onNext"),
]
