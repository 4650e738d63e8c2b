#if os(Linux)
  import BindableKit
  import OpenCombine
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension Workload {
    /// Several threads set one property with one observer. An operation is one assignment.
    ///
    /// One workload measures elapsed time, which rises if other programs are busy. The other measures the processor
    /// time of all threads.
    static func contendedSet(threads: Int) -> [Workload] {
      [
        contendedSet("contended-set-\(threads)", threads: threads, clock: CLOCK_MONOTONIC),
        contendedSet("contended-set-\(threads)-processor", threads: threads, clock: CLOCK_PROCESS_CPUTIME_ID),
      ]
    }

    private static func contendedSet(_ name: String, threads: Int, clock: clockid_t) -> Workload {
      Workload(
        name, operations: threads > 2 ? 200_000 : 400_000,
        bars: [.atMost(0.4, of: "OpenCombine"), .atMost(1.8, of: "floor")],
        [
          Contender(measured: "ours") {
            let sum = Sum()
            let owner = Owner()
            let bindable = Bindable(0)
            bindable.observe(on: owner) { sum.value &+= $0 }
            return { operations in
              cost(by: clock) {
                onThreads(threads) { for number in 0..<operations / threads { bindable.value = number } }
                keep(owner)
              }
            }
          },
          // The observer is called under the lock.
          Contender(measured: "floor") {
            let sum = Sum()
            let property = LockedProperty(0) { sum.value &+= $0 }
            return { operations in
              cost(by: clock) {
                onThreads(threads) { for number in 0..<operations / threads { property.set(number) } }
              }
            }
          },
          // The observer is called on several threads concurrently, so the sum may be wrong.
          Contender(measured: "OpenCombine") {
            let sum = Sum()
            let subject = Shared(CurrentValueSubject<Int, Never>(0))
            let subscription = subject.value.sink { sum.value &+= $0 }
            return { operations in
              cost(by: clock) {
                onThreads(threads) { for number in 0..<operations / threads { subject.value.value = number } }
                keep(subscription)
              }
            }
          },
        ])
    }

    private static func cost(by clock: clockid_t, of body: () -> Void) -> Double {
      let before = time(of: clock)
      body()
      return Double(time(of: clock) - before)
    }

    private static func time(of clock: clockid_t) -> Int {
      var time = timespec()
      clock_gettime(clock, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
  }

  /// A value with one observer, both guarded by one lock.
  private final class LockedProperty: Sendable {
    private let value: Mutex<Int>
    private let observer: @Sendable (Int) -> Void

    init(_ value: Int, observer: @escaping @Sendable (Int) -> Void) {
      self.value = Mutex(value)
      self.observer = observer
    }

    @inline(never)
    func set(_ newValue: Int) {
      value.withLock { value in
        value = newValue
        observer(newValue)
      }
    }
  }

  /// Wraps a thread-safe object of a library that does not declare it `Sendable`.
  private final class Shared<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  /// Runs `body` on several threads, which start together, and returns when all have finished.
  private func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    final class Body {
      let run: () -> Void
      init(_ run: @escaping () -> Void) { self.run = run }
    }
    let start = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
    defer { start.deallocate() }
    pthread_barrier_init(start, nil, UInt32(count))
    let threads = (0..<count).map { _ in
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
          return nil
        },
        Unmanaged.passRetained(
          Body {
            pthread_barrier_wait(start)
            body()
          }
        ).toOpaque())
      if status != 0 { fatalError("No thread could be started: \(String(cString: strerror(status))).") }
      return thread
    }
    for thread in threads { pthread_join(thread, nil) }
    pthread_barrier_destroy(start)
  }
#endif
