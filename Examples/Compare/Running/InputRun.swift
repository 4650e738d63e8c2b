import Dispatch

/// Reads the input once and gives each batch to every view model, one after the other.
struct InputRun {
  private struct Contender {
    let counter: StyledWordCounter
    let recorder = Recorder()
    let view: WordCounterView
    var duration = Duration.zero

    init(_ counter: StyledWordCounter) {
      self.counter = counter
      view = WordCounterView(show: recorder.record)
    }
  }

  private var contenders: [Contender]
  private var lastStep = 0

  /// Runs all view models on the input, and calls `progress` after each batch.
  ///
  /// Sets `filter`, unless it is empty, in the middle of the input, or at the end if the input's size is unknown.
  /// Throws if reading fails before the first byte. A later failure ends the run and is part of the result.
  static func run(
    _ source: ByteSource, filter: String, progress: (_ bytes: Int, _ size: Int?) -> Void = { _, _ in }
  ) async throws(Failure) -> RunResult {
    var reader = LineReader(source)
    var run = await InputRun()
    var bytes = 0
    var filterStep: Int?
    while let batch = reader.next() {
      await run.step { await $0.read(batch) }
      bytes += batch.bytes
      progress(bytes, reader.size)
      if filterStep == nil, !filter.isEmpty, let size = reader.size, bytes >= size / 2 {
        filterStep = await run.setFilter(filter)
      }
    }
    let end = reader.end ?? .complete
    if case .failed(let failure) = end, bytes == 0 { throw failure }
    if filterStep == nil, !filter.isEmpty { filterStep = await run.setFilter(filter) }
    return RunResult(
      input: source.name, bytes: bytes, end: end, isValid: reader.isValid, filter: filter, isByLine: reader.isByLine,
      filterStep: filterStep, lastStep: run.lastStep, counters: run.results)
  }

  /// Connects a view on the main queue to each view model.
  private init() async {
    contenders = await StyledWordCounter.all().map(Contender.init)
    for contender in contenders {
      await contender.counter.show(contender.view)
      await contender.counter.settle()
    }
  }

  /// Begins a step, and waits until all views have received the values.
  private mutating func step(_ action: (StyledWordCounter) async -> Void) async {
    lastStep += 1
    for index in contenders.indices {
      contenders[index].recorder.begin(step: lastStep)
      let counter = contenders[index].counter
      contenders[index].duration += await ContinuousClock().measure {
        await action(counter)
        await counter.settle()
      }
    }
  }

  private mutating func setFilter(_ filter: String) async -> Int {
    await step { await $0.setFilter(filter) }
    return lastStep
  }

  private var results: [CounterResult] {
    contenders.map { contender in
      CounterResult(
        name: contender.counter.name, marbles: contender.recorder.marbles, duration: contender.duration)
    }
  }
}
