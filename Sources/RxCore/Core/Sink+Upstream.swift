internal import DeliveryCore

// A sink holds the subscription to its source. Neighbouring sinks retain each other while the subscription runs; the
// end of the subscription breaks the cycle:
//
//     source ──observer──▶ sink ──observer──▶ sink ──observer──▶ observer
//        ◀───upstream──────┘  ◀────upstream─────┘
//
// Any thread may silence the sink at any time. Everything else is guarded by the lock:
//
//     waiting ───hold───▶ holding an upstream ────end────▶ ended
//        ▲                        │
//        └──────takeUpstream──────┘
//
// The first call of `end`, in either of the first two states, takes the upstream and ends it. An upstream that arrives
// while the sink holds one is ignored; one that arrives after the end is disposed.

extension Sink {
  /// Holds `upstream` until the end of the sink, which disposes it; disposes it now if the sink has ended. Returns whether
  /// the sink holds it.
  ///
  /// While it holds one, it ignores any other, unless `replaces` is set: the closure of `create`, for example, may
  /// subscribe its observer to several sources.
  @discardableResult
  final func hold(_ upstream: consuming any Upstream, replaces: Bool = false) -> Bool {
    // A sink may end before its upstream arrives: `take(1)` ends the sink of `create` inside the closure, which has not
    // returned its disposable yet; another thread may dispose a chain that is still subscribing.
    var arrived: (any Upstream)? = consume upstream  // Swapped, because a copy would cost more than the lock.
    var isHeld = false
    let isLate = upstreamLock.withLock {
      isHeld = !hasEnded && (replaces || self.upstream == nil)
      if isHeld { swap(&arrived, &self.upstream) }
      return hasEnded
    }
    if isLate { arrived?.dispose() }
    return isHeld
  }

  /// Holds the work that `start` starts, and that may call the sink before `start` returns.
  @inline(__always)
  final func holdWork(_ start: () -> any Disposable) {
    hold(NopDisposable.noOp)  // If `start` subscribes this sink to a source, that must not become its upstream.
    let work = start()
    if type(of: work) != NopDisposable.self { hold(asUpstream(work), replaces: true) }
  }

  /// Returns the upstream, which the caller must dispose. The sink may then hold another.
  final func takeUpstream() -> (any Upstream)? { upstreamLock.withLock { upstream.take() } }

  /// Disposes the upstream. The sink waits for no other.
  final func endUpstream() { upstreamLock.withLock { exchange(&upstream, with: NopDisposable.noOp) }?.dispose() }
}

extension Sink: Upstream {
  package final func makeDisposer() -> any Disposable {
    // A sequence such as `just` has ended inside `subscribe`: nobody would release the sink from a disposer made now.
    upstreamLock.withLock {
      if hasEnded { return NopDisposable.noOp }
      let made = SinkDisposer(sink: self)
      disposer = made
      return made
    }
  }

  package final func silence() -> [any Disposable] {
    stopForwarding()
    return []
  }

  package final func end(_ rest: inout [any Upstream]) -> (any Upstream)? {
    stopForwarding()
    var (upstream, disposer): ((any Upstream)?, SinkDisposer?) = (nil, nil)
    let isFirst = upstreamLock.withLock {
      if hasEnded { return false }
      hasEnded = true
      swap(&upstream, &self.upstream)
      swap(&disposer, &self.disposer)
      return true
    }
    if isFirst {
      disposer?.release()
      addResources(to: &rest)
    }
    return upstream
  }

  #if DEBUG
    package final var stageUpstream: (any Upstream)? {
      upstreamLock.withLock { hasEnded ? NopDisposable.noOp : upstream }
    }
  #endif
}

// MARK: - The end of a chain

extension Upstream {
  /// Ends this part and everything upstream.
  ///
  /// `Sink` calls the function below instead: the conformance of a generic class is looked up at each call, with which
  /// `flatMap` takes a third longer for each inner sequence.
  func endChain() {
    RxCore.endChain { end(&$0) }
  }
}

/// Ends a chain in a loop, so that a chain of any length needs no stack. `first` ends its first stage.
func endChain(_ first: (inout [any Upstream]) -> (any Upstream)?) {
  var rest: [any Upstream] = []
  var (ended, kept): (Int, [any Upstream]) = (0, [])
  var next = first(&rest)
  while let stage = next.take() ?? rest.popLast() {
    next = stage.end(&rest)
    ended += 1
    if ended > longestReleasedRecursively { kept.append(stage) }
  }
  // A stage retains the next one downstream. So release a long chain in a loop too, from the source downwards.
  while let stage = kept.popLast() { extendLifetime(stage) }
}

/// Far fewer than fit on any stack, and more than most chains need.
private let longestReleasedRecursively = 64
