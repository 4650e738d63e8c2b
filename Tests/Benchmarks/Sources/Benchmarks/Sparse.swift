#if os(Linux)
  import BindableKit
  import Dispatch
  import RxCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Single values delivered on a queue. Measures the latency of each value, the delay of other work on the queue, and
  /// the processor time, compared with a plain `queue.async`.
  ///
  /// The workload `queue-delivery` measures many values in a row. Keeping a thread on the queue in case more values
  /// arrive pays off there but is harmful here, especially if other programs are busy.
  struct Sparse {
    static let name = "queue-sparse"

    /// When the next value is set.
    private enum Pace: String, CaseIterable {
      case eachMillisecond = "1 per ms"
      case afterDelivery = "one at a time"
    }

    /// The number of background processes that keep a processor busy.
    private static let loads = [0, 2]

    private let valuesPerRound: Int
    private let rounds: Int

    init(isQuick: Bool) {
      valuesPerRound = isQuick ? 10 : 250
      rounds = isQuick ? 1 : 8
    }

    func run() {
      print(
        row(
          Self.name, "busy", "contender", "median", "p99", "others: median", "others: p99", "processor", "bars"))
      for load in Self.loads {
        let others = (0..<load).map { _ in BusyProcess() }
        defer { for process in others { process.end() } }
        for pace in Pace.allCases { measure(pace, load: load) }
      }
    }

    private func measure(_ pace: Pace, load: Int) {
      let contenders = SparseContender.all
      var samples = contenders.map { _ in Samples() }
      // The first round is a warm-up and does not count.
      for round in -1..<rounds {
        for position in contenders.indices {
          let index = (position + round + 1) % contenders.count
          var sample = Samples()
          // Measure the processor time without other work on the queue, which would add to it.
          measure(contenders[index], pace, withOthers: false, into: &sample)
          measure(contenders[index], pace, withOthers: true, into: &sample)
          if round >= 0 { samples[index].add(sample) }
        }
      }
      guard let plain = contenders.firstIndex(where: { $0.name == SparseContender.plainName }) else { return }
      for (contender, sample) in zip(contenders, samples) {
        let late = sample.latencies.quantile(0.5) - samples[plain].latencies.quantile(0.5)
        let cost = sample.processorTime / samples[plain].processorTime
        let bars =
          contender.name == SparseContender.plainName
          ? ""
          : "<= 20 us later: \(micro(late)) \(late <= 20_000 ? "met" : "MISSED"); "
            + "<= 1.5 of processor time: \(hundredths(cost)) \(cost <= 1.5 ? "met" : "MISSED")"
        print(
          row(
            pace.rawValue, "\(load)", contender.name, micro(sample.latencies.quantile(0.5)),
            micro(sample.latencies.quantile(0.99)), micro(sample.lateness.quantile(0.5)),
            micro(sample.lateness.quantile(0.99)), micro(sample.processorTime / Double(rounds * valuesPerRound)), bars))
        fflush(nil)
      }
    }

    private func measure(_ contender: SparseContender, _ pace: Pace, withOthers: Bool, into samples: inout Samples) {
      let queue = DispatchQueue(label: contender.name)
      let emitted = TimeList(count: valuesPerRound)
      let delivered = TimeList(count: valuesPerRound)
      let others = TimeList(count: valuesPerRound)
      let arrived = DispatchSemaphore(value: 0)
      let set = contender.prepare(queue) { number in
        delivered[number] = Self.now()
        arrived.signal()
      }
      let before = Self.processorTime()
      var due = Self.now()
      for number in 0..<valuesPerRound {
        emitted[number] = Self.now()
        set(number)
        if withOthers {
          queue.async { others[number] = Self.now() }
        }
        switch pace {
        case .eachMillisecond:
          due += 1_000_000
          Self.sleep(until: due)
        case .afterDelivery: arrived.wait()
        }
      }
      if pace == .eachMillisecond {
        for _ in 0..<valuesPerRound { arrived.wait() }
      }
      queue.sync {}
      let spent = Self.processorTime() - before
      if withOthers {
        samples.lateness += (0..<valuesPerRound).map { Double(others[$0] - emitted[$0]) }
      } else {
        samples.latencies += (0..<valuesPerRound).map { Double(delivered[$0] - emitted[$0]) }
        samples.processorTime += Double(spent)
      }
    }

    private static func now() -> Int { time(of: CLOCK_MONOTONIC) }
    private static func processorTime() -> Int { time(of: CLOCK_PROCESS_CPUTIME_ID) }

    private static func time(of clock: clockid_t) -> Int {
      var time = timespec()
      clock_gettime(clock, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static func sleep(until time: Int) {
      var due = timespec(tv_sec: time / 1_000_000_000, tv_nsec: time % 1_000_000_000)
      while clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &due, nil) == EINTR {}
    }

    private func row(_ cells: String...) -> String {
      zip(cells, [14, -4, 16, -12, -12, -14, -12, -12, 0])
        .map { text, width in
          let space = String(repeating: " ", count: max(0, Int(width.magnitude) - text.count))
          return width < 0 ? space + text : text + space
        }
        .joined(separator: "  ")
    }

    private func micro(_ nanoseconds: Double) -> String { "\(hundredths(nanoseconds / 1000)) us" }

    private func hundredths(_ number: Double) -> String {
      let scaled = Int((number.magnitude * 100).rounded())
      return "\(number < 0 && scaled > 0 ? "-" : "")\(scaled / 100).\(scaled % 100 / 10)\(scaled % 10)"
    }
  }

  /// One way to deliver a value on a queue.
  private struct SparseContender {
    static let plainName = "queue.async"

    let name: String
    /// Prepares delivery to `receive` on the queue, and returns a function that emits a value.
    let prepare: (_ queue: DispatchQueue, _ receive: @escaping @Sendable (Int) -> Void) -> (Int) -> Void

    static var all: [SparseContender] {
      [
        SparseContender(name: "ours") { queue, receive in
          let bindable = Bindable(-1, queue: queue)
          let token = bindable.observe(replay: false, receive)
          return { number in
            bindable.value = number
            keep(token)
          }
        },
        SparseContender(name: "ours-observe-on") { queue, receive in
          let subject = PublishSubject<Int>()
          let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "scheduler")
          let subscription = subject.observe(on: scheduler).subscribe(onNext: receive)
          return { number in
            subject.onNext(number)
            keep(subscription)
          }
        },
        SparseContender(name: plainName) { queue, receive in
          { number in queue.async { receive(number) } }
        },
      ]
    }
  }

  /// The measured times in nanoseconds.
  private struct Samples {
    var latencies: [Double] = []
    var lateness: [Double] = []
    var processorTime = 0.0

    mutating func add(_ other: Samples) {
      latencies += other.latencies
      lateness += other.lateness
      processorTime += other.processorTime
    }
  }

  extension [Double] {
    fileprivate func quantile(_ part: Double) -> Double {
      let sorted = sorted()
      return sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
  }

  /// Times that several threads write at different positions. All times are written before the first is read.
  private final class TimeList: @unchecked Sendable {
    private let times: UnsafeMutableBufferPointer<Int>

    init(count: Int) {
      times = .allocate(capacity: count)
      times.initialize(repeating: 0)
    }

    deinit { times.deallocate() }

    subscript(index: Int) -> Int {
      get { times[index] }
      set { times[index] = newValue }
    }
  }

  /// A process that keeps a processor busy until it is terminated.
  struct BusyProcess {
    private static let flag = "--busy"
    private var identifier: pid_t = 0

    init() {
      let path = "/proc/self/exe"
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), strdup(Self.flag), nil]
      let status = posix_spawn(&identifier, path, nil, nil, &arguments, environ)
      for argument in arguments { free(argument) }
      if status != 0 { fatalError("No process could be started: \(String(cString: strerror(status))).") }
    }

    func end() {
      kill(identifier, SIGKILL)
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
    }

    /// Whether this process was started to keep a processor busy. If so, returns only after its parent has ended.
    static func isMeant(by arguments: [String]) -> Bool {
      guard arguments.count == 2, arguments[1] == flag else { return false }
      let parent = getppid()
      var sum = 0
      while getppid() == parent {
        for number in 0..<1_000_000 { sum &+= number }
        keep(sum)
      }
      return true
    }
  }
#endif
