/// The counts that the view models show.
struct WordCounts: Equatable, Sendable {
  var lines = 0
  /// The words that contain the filter.
  var words = 0
  /// The most frequent of these words; empty if there is none. Ties go to the earliest.
  var mostFrequentWord = ""
  var bytes = 0

  /// How much of `size` has been read, in percent; 0 while the size is not known.
  func percent(of size: Int?) -> Int {
    guard let size else { return 0 }
    return size > 0 ? min(100, Int(Double(bytes) / Double(size) * 100)) : 100
  }
}

/// Counts lines and words. The filter also applies to words counted before the filter was set.
struct WordTally: Sendable {
  /// A change to a tally.
  enum Change: Sendable {
    case batch(LineBatch)
    case filter(String)
  }

  private var splitter = WordSplitter()
  private var table = WordTable()
  private(set) var counts = WordCounts()

  var filter = "" {
    didSet {
      guard filter != oldValue else { return }
      table.setFilter(filter)
      showTable()
    }
  }

  mutating func add(_ batch: LineBatch) {
    counts.lines += batch.lines
    counts.bytes += batch.bytes
    splitter.split(batch.text, into: &table)
    showTable()
  }

  mutating func apply(_ change: Change) {
    switch change {
    case .batch(let batch): add(batch)
    case .filter(let text): filter = text
    }
  }

  private mutating func showTable() {
    counts.words = table.matching
    if let changed = table.takeNewMostFrequent() { counts.mostFrequentWord = changed }
  }
}
