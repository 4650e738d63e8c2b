/// What came of one approach.
struct Outcome {
  let name: String
  let recording: Recording
  /// View models that outlived their last owner.
  let leftOver: Int
}

/// What came of the whole run.
struct Run {
  let input: String
  let filter: String
  /// The number of steps of the time axis, and the step at which the filter changed.
  let steps: Int
  let filterStep: Int?
  let replacements: Int
  let outcomes: [Outcome]
}

/// Reads the input once and gives each piece to every view model, in turn.
enum Scenario {
  /// The steps into which a long input is put together on the time axis.
  private static let axis = 20

  static func run(
    _ source: ByteSource, filter: String, progress: (Double) -> Void
  ) throws(Failure) -> Run {
    var reader = LineReader(source)
    try reader.begin()
    var approaches = Approach.all()
    let size = reader.size
    for approach in approaches { approach.setSize(size) }

    var (step, bytes, batches) = (0, 0, 0)
    var filterStep: Int?
    while let batch = try reader.next() {
      bytes += batch.bytes
      batches += 1
      step = reader.isShort ? batches : axisStep(bytes: bytes, of: size, batches: batches)
      let mustFilter = filterStep == nil && !filter.isEmpty && size.map { bytes * 2 >= $0 } ?? (batches == 1)
      for approach in approaches {
        approach.recording.begin(step: step)
        approach.read(batch)
        if mustFilter { approach.setFilter(filter) }
      }
      if mustFilter { filterStep = step }
      if !reader.isShort, let size { progress(Double(bytes) / Double(size)) }
    }

    let recordings = approaches.map { ($0.name, $0.recording) }
    for approach in approaches {
      approach.dispose()
      approach.recording.end()
      // Whatever arrives now arrives after disposal.
      approach.setFilter("after the end")
      approach.read(LineBatch(text: Array("after the end\n".utf8), lines: 1, bytes: 14))
    }
    let areAlive = approaches.map(\.isAlive)
    approaches = []
    let outcomes = zip(recordings, areAlive).map { recording, isAlive in
      Outcome(name: recording.0, recording: recording.1, leftOver: isAlive() ? 1 : 0)
    }
    return Run(
      input: source.name, filter: filter, steps: step, filterStep: filterStep, replacements: reader.replacements,
      outcomes: outcomes)
  }

  private static func axisStep(bytes: Int, of size: Int?, batches: Int) -> Int {
    guard let size, size > 0 else { return min(batches, axis) }
    return max(1, min(axis, Int(Double(bytes) / Double(size) * Double(axis))))
  }
}
