#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state of a thread on which subscriptions are made: work that waits, and disposals that would nest too deeply. Each
/// thread has one and uses only its own.
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

  /// The trampoline of the running thread.
  static var current: Trampoline {
    if let state = pthread_getspecific(key) {
      return Unmanaged<Trampoline>.fromOpaque(state).takeUnretainedValue()
    }
    let trampoline = Trampoline()
    pthread_setspecific(key, Unmanaged.passRetained(trampoline).toOpaque())
    return trampoline
  }

  /// Calls `body` with the trampoline of the running thread. The thread keeps it, so it is not retained.
  static func withCurrent<Result>(_ body: (Trampoline) -> Result) -> Result {
    if let state = pthread_getspecific(key) {
      return Unmanaged<Trampoline>.fromOpaque(state)._withUnsafeGuaranteedRef(body)
    }
    return body(current)
  }

  /// Whether a subscription is being made on this thread, so that work waits instead of running immediately.
  @exclusivity(unchecked) private(set) var isRunning = false
  @exclusivity(unchecked) private var jobs: ContiguousArray<(() -> Void)?> = []
  @exclusivity(unchecked) private var next = 0

  /// Whether a subscription is being made on the running thread.
  static var isRunningHere: Bool { withCurrent { $0.isRunning } }

  /// Whether a job waits.
  var hasPending: Bool { next < jobs.count }

  /// Adds `job` behind all waiting jobs.
  func enqueue(_ job: @escaping () -> Void) {
    jobs.append(job)
  }

  /// Runs `body` and then, one after the other, all jobs that were enqueued meanwhile.
  func run<Result>(_ body: () -> Result) -> Result {
    isRunning = true
    let result = body()
    while let job = takeNext() { job() }
    isRunning = false
    return result
  }

  private func takeNext() -> (() -> Void)? {
    guard hasPending else { return nil }
    let job = jobs[next].take()
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

  /// How many disposals may be nested before the rest waits: far fewer than fit on any stack, and more than most chains have.
  private static let maximumDepth = 64

  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var waiting: [any Disposable & AnyObject] = []
  @exclusivity(unchecked) private var kept: [AnyObject] = []

  /// Disposes the upstream half of a subscription.
  ///
  /// In a long chain each disposal leads to the next one upstream. Beyond a depth they are done one after the other instead,
  /// and sinks are kept alive, so that releasing the first does not release the second inside its deinit, and so on down
  /// the chain. Everything is done before the outermost call returns.
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

  private func finishDisposals() {
    while let upstream = waiting.popLast() {
      depth += 1
      upstream.dispose()
      depth -= 1
    }
    // The last one kept is the furthest upstream; it refers to the previous one.
    while let sink = kept.popLast() { withExtendedLifetime(sink) {} }
  }
}
