/// What came of one approach.
struct Outcome: Sendable {
  let name: String
  let lanes: [Output: Lane]
  /// The outputs that tell on the reading thread, in the order in which they told of the first batch.
  let order: [Output]
  /// The time that the reading thread spent in the view model and its observers.
  let duration: Duration
  /// What was told after disposal, though the view model was fed on.
  let afterDisposal: Int
  /// How many observing closures were left over after disposal, the view model still there.
  let leftOver: Int

  func lane(_ output: Output) -> Lane { lanes[output] ?? Lane() }
  var events: Int { lanes.values.reduce(0) { $0 + $1.events } }
}

/// What came of the whole run.
struct Run: Sendable {
  let input: String
  let bytes: Int
  let filter: String
  /// Whether each batch was one line.
  let isByLine: Bool
  /// Step 0 is the beginning; then come the batches, among them the filter, and the end.
  let filterStep: Int?
  let lastStep: Int
  let replacements: Int
  let outcomes: [Outcome]

  /// Whether all three told their observers the same values in the same order.
  var isEqual: Bool {
    Output.allCases.allSatisfy { output in Set(outcomes.map { $0.lane(output).digest }).count == 1 }
  }
}

/// Reads the input once and gives each batch to every view model, in turn.
enum InputRun {
  /// `filter` is set in the middle of the input, or at its end if its size is not known. `progress` is told how many bytes
  /// of how many have been read.
  static func run(
    _ source: ByteSource, filter: String, progress: (_ bytes: Int, _ size: Int?) -> Void = { _, _ in }
  ) async throws(Failure) -> Run {
    var reader = LineReader(source)
    try reader.begin()
    var drive = Drive()
    let views = await connectViews(to: drive.approaches)
    await drive.step { $0.connect() }

    let size = reader.size
    var bytes = 0
    var filterStep: Int?
    drive.now { $0.setSize(size) }
    while let batch = try reader.next() {
      await drive.step { $0.read(batch) }
      bytes += batch.bytes
      progress(bytes, size)
      if filterStep == nil, !filter.isEmpty, let size, bytes >= size / 2 {
        filterStep = await drive.step { $0.setFilter(filter) }
      }
    }
    if filterStep == nil, !filter.isEmpty {
      filterStep = await drive.step { $0.setFilter(filter) }
    }
    let lastStep = await drive.step { approach in
      approach.setSize(bytes)
      approach.finish()
    }

    let outcomes = await drive.end()
    withExtendedLifetime(views) {}
    return Run(
      input: source.name, bytes: bytes, filter: filter, isByLine: reader.isShort, filterStep: filterStep,
      lastStep: lastStep, replacements: reader.replacements, outcomes: outcomes)
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

/// Takes all approaches through the steps of a run.
private struct Drive {
  let approaches = allApproaches()
  private var durations: [Duration]
  private var next = 0

  init() {
    durations = approaches.map { _ in .zero }
  }

  /// Does the same with each, and waits until the views have seen it: what waits for them stays bounded, too. Returns
  /// the number of the step.
  @discardableResult
  mutating func step(_ action: (any Approach) -> Void) async -> Int {
    for approach in approaches { approach.recorder.begin(step: next) }
    now(action)
    await Place.mainQueueHasCaughtUp()
    next += 1
    return next - 1
  }

  /// Does the same with each, as a part of the step before.
  mutating func now(_ action: (any Approach) -> Void) {
    for (index, approach) in approaches.enumerated() {
      durations[index] += ContinuousClock().measure { action(approach) }
    }
  }

  /// Disposes, and feeds the view models once more to see whether anyone is told.
  func end() async -> [Outcome] {
    var outcomes: [Outcome] = []
    for (approach, duration) in zip(approaches, durations) {
      let recorder = approach.recorder
      let (lanes, order, events) = (recorder.lanes, recorder.order, recorder.events)
      approach.disconnect()
      approach.setFilter("")
      approach.read(LineBatch(text: Array("after the end\n".utf8), lines: 1, bytes: 14))
      await Place.mainQueueHasCaughtUp()
      outcomes.append(
        Outcome(
          name: approach.name, lanes: lanes, order: order, duration: duration,
          afterDisposal: recorder.events - events, leftOver: approach.watch.alive))
    }
    return outcomes
  }
}
