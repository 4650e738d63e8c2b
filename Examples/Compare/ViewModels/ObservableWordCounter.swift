import Observation

/// The view model with `@Observable`: an object on the main actor, whose
/// outputs are computed from its stored properties.
@MainActor
@Observable
final class ObservableWordCounter {
  // Inputs
  var filter = "" { didSet { tally.filter = filter } }
  var size: Int?

  func read(_ batch: LineBatch) { tally.add(batch) }

  // Outputs
  var lines: Int { tally.counts.lines }
  var words: Int { tally.counts.words }
  var mostFrequentWord: String { tally.counts.mostFrequentWord }
  var progress: Int { tally.counts.percent(of: size) }

  private var tally = WordTally()
}
