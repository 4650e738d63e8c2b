/// One way to write the view model, with its observers, as the run uses it.
protocol Approach: AnyObject, Sendable {
  var name: String { get }
  var recorder: Recorder { get }
  /// Counts the observing closures.
  var observers: ObserverCounter { get }

  /// Lets the recorder observe lines, words and progress.
  func connect()
  /// Lets the view observe the most frequent word.
  @MainActor func connect(_ view: WordView)

  func setSize(_ size: Int?)
  func read(_ batch: LineBatch)
  func setFilter(_ filter: String)
  /// Says that no more input follows. A view model whose outputs can complete completes them.
  func finish()

  /// Ends all observation.
  func disconnect()
}

/// A new instance of each approach.
func allApproaches() -> [any Approach] {
  [
    BindableApproach("Bindable", BindableWordCounter()), RxApproach(RxWordCounter()),
    BindableApproach("Bridged", BridgedWordCounter()),
  ]
}
