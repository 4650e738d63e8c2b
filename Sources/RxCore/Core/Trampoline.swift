#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread's queue of ``CurrentThreadScheduler`` jobs, and of disposals that would nest too deeply.
///
/// Each thread uses only its own trampoline.
final class Trampoline {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { state in
      #if canImport(Darwin)
        Unmanaged<Trampoline>.fromOpaque(state).release()
      #else
        if let state { Unmanaged<Trampoline>.fromOpaque(state).release() }
      #endif
    }
    precondition(result == 0, "The process has no thread-specific key left (pthread_key_create: \(result)).")
    return key
  }()

  /// The current thread's trampoline.
  static var current: Trampoline {
    if let state = pthread_getspecific(key) {
      return Unmanaged<Trampoline>.fromOpaque(state).takeUnretainedValue()
    }
    let trampoline = Trampoline()
    pthread_setspecific(key, Unmanaged.passRetained(trampoline).toOpaque())
    return trampoline
  }

  /// Calls `body` with the current thread's trampoline, without retaining the trampoline, which the thread owns.
  static func withCurrent<Result>(_ body: (Trampoline) -> Result) -> Result {
    if let state = pthread_getspecific(key) {
      return Unmanaged<Trampoline>.fromOpaque(state)._withUnsafeGuaranteedRef(body)
    }
    return body(current)
  }

  /// A struct, because an array of bare closures would allocate a conversion thunk for each.
  private struct Job {
    var run: (() -> Void)?
  }

  /// Whether a subscription or scheduled work is running on this thread, so that new work is enqueued.
  @exclusivity(unchecked) private(set) var isRunning = false
  @exclusivity(unchecked) private var jobs: ContiguousArray<Job> = []
  @exclusivity(unchecked) private var next = 0

  /// Whether a subscription or scheduled work is running on the current thread.
  static var isRunningHere: Bool { withCurrent { $0.isRunning } }

  /// Whether a job is pending.
  var hasPending: Bool { next < jobs.count }

  /// Enqueues `job`.
  func enqueue(_ job: @escaping () -> Void) {
    jobs.append(Job(run: job))
  }

  /// Runs `body`, then all jobs enqueued by it or by other jobs, in order.
  func run<Result>(_ body: () -> Result) -> Result {
    isRunning = true
    let result = body()
    while let job = takeNext() { job() }
    isRunning = false
    return result
  }

  private func takeNext() -> (() -> Void)? {
    guard hasPending else { return nil }
    let job = jobs[next].run.take()
    next += 1
    if next == jobs.count {
      jobs.removeAll(keepingCapacity: jobs.count < 1024)
      next = 0
    } else if next >= 1024, next * 2 >= jobs.count {
      jobs.removeFirst(next)
      next = 0
    }
    return job
  }

  // MARK: Disposal of long chains

  /// How many disposals may nest before the rest are deferred. Far fewer than fit on any stack, and more than most
  /// chains need.
  private static let maximumDepth = 64

  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var waiting: [any Disposable & AnyObject] = []
  @exclusivity(unchecked) private var kept: [AnyObject] = []

  /// Disposes the upstream of a sink that has ended.
  ///
  /// In a long chain, each disposal triggers the next one upstream. Beyond `maximumDepth`, disposals run in a loop
  /// instead of nesting. Their sinks are kept alive until the loop ends, so that one sink's deinit does not release the
  /// next sink recursively. All disposals are done before the outermost call returns.
  func dispose(_ upstream: any Disposable & AnyObject, keeping sink: AnyObject) {
    if depth == Self.maximumDepth {
      waiting.append(upstream)
      kept.append(sink)
      return
    }
    depth += 1
    if !waiting.isEmpty || !kept.isEmpty { kept.append(sink) }
    upstream.dispose()
    depth -= 1
    if depth == 0 { finishDisposals() }
  }

  /// Calls `disposeUpstream`, and disposes `resource` after the upstream, even if the upstream's disposal is deferred.
  func dispose(_ resource: any Disposable & AnyObject, after disposeUpstream: () -> Void) {
    let first = waiting.count
    disposeUpstream()
    // `waiting` is a stack, so the resource goes below the upstreams that `disposeUpstream` added.
    if waiting.count > first { waiting.insert(resource, at: first) } else { resource.dispose() }
  }

  /// How many calls of ``withoutDeferral(_:)`` may nest.
  private static let maximumCalls = 8

  @exclusivity(unchecked) private var calls = 0

  /// Calls a closure from outside the library, which may run inside a disposal. What the closure disposes is disposed
  /// before that call returns, unless too many of these closures nest.
  func withoutDeferral(_ action: () -> Void) {
    if depth == 0 || calls == Self.maximumCalls { return action() }
    let outer = (depth, waiting, kept)
    (depth, waiting, kept) = (0, [], [])
    calls += 1
    action()
    calls -= 1
    (depth, waiting, kept) = outer
  }

  private func finishDisposals() {
    while let upstream = waiting.popLast() {
      depth += 1
      upstream.dispose()
      depth -= 1
    }
    // Start with the last sink: it is furthest upstream, and retains the sink before it.
    while let sink = kept.popLast() { withExtendedLifetime(sink) {} }
  }
}
