/// Reads the input once and gives each batch to every view model, one after the other.
enum InputRun {
  /// Runs all view models on the input, and calls `progress` after each batch.
  ///
  /// Sets `filter`, unless it is empty, in the middle of the input, or at the end if the input's size is unknown.
  /// Throws if reading fails before the first byte. A later failure ends the run and is part of the result.
  static func run(
    _ source: ByteSource, filter: String, progress: (_ bytes: Int, _ size: Int?) -> Void = { _, _ in }
  ) async throws(Failure) -> RunResult {
    var reader = LineReader(source)
    reader.begin()
    var driver = ApproachDriver(await allApproaches())
    let views = await connectViews(to: driver.approaches)
    await driver.step { $0.connect() }

    let size = reader.size
    var bytes = 0
    var filterStep: Int?
    await driver.continueStep { $0.setSize(size) }
    while let batch = reader.next() {
      await driver.step { $0.read([batch]) }
      bytes += batch.bytes
      progress(bytes, size)
      if filterStep == nil, !filter.isEmpty, let size, bytes >= size / 2 {
        filterStep = await driver.step { $0.setFilter(filter) }
      }
    }
    let end = source.end ?? .complete
    if case .failed(let failure) = end, bytes == 0 { throw failure }
    if filterStep == nil, !filter.isEmpty {
      filterStep = await driver.step { $0.setFilter(filter) }
    }
    let lastStep = await driver.step { approach in
      if end == .complete { approach.setSize(bytes) }
      approach.finish()
    }

    let approaches = await driver.disconnect()
    withExtendedLifetime(views) {}
    return RunResult(
      input: source.name, bytes: bytes, end: end, filter: filter, isByLine: reader.isShort, filterStep: filterStep,
      lastStep: lastStep, replacements: reader.replacements, approaches: approaches)
  }

  @MainActor
  private static func connectViews(to approaches: [any Approach]) -> [WordView] {
    approaches.map { approach in
      let view = WordView(recorder: approach.recorder)
      approach.connect(view)
      return view
    }
  }
}

/// Drives all approaches through the steps of a run.
private struct ApproachDriver {
  let approaches: [any Approach]
  private var durations: [Duration]
  private var nextStep = 0

  init(_ approaches: [any Approach]) {
    self.approaches = approaches
    durations = approaches.map { _ in .zero }
  }

  /// Begins a step: calls `action` with each approach, and waits until all observers have received the values, so that
  /// only values of one step are ever pending. Returns the step's number.
  @discardableResult
  mutating func step(_ action: (any Approach) -> Void) async -> Int {
    for approach in approaches { approach.recorder.begin(step: nextStep) }
    await continueStep(action)
    nextStep += 1
    return nextStep - 1
  }

  /// Calls `action` with each approach, as part of the current step.
  mutating func continueStep(_ action: (any Approach) -> Void) async {
    for (index, approach) in approaches.enumerated() {
      durations[index] += await ContinuousClock().measure {
        action(approach)
        await approach.settle()
      }
    }
  }

  /// Ends the observation, then gives the view models more input, so that values delivered after disposal are counted.
  func disconnect() async -> [ApproachResult] {
    var results: [ApproachResult] = []
    for (approach, duration) in zip(approaches, durations) {
      let recorder = approach.recorder
      let (recordings, valueCount) = (recorder.recordings, recorder.valueCount)
      await approach.disconnect()
      approach.setFilter("")
      approach.read([LineBatch(text: Array("after the end\n".utf8), lines: 1, bytes: 14)])
      await DeliveryContext.mainQueueHasCaughtUp()
      results.append(
        ApproachResult(
          name: approach.name, recordings: recordings, duration: duration,
          receivedAfterDisposal: recorder.valueCount - valueCount, observersLeft: approach.observers.count))
    }
    return results
  }
}
