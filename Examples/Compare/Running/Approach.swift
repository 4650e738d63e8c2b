/// A view model and those who observe it, as the run drives them.
protocol Approach: AnyObject, Sendable {
  var name: String { get }
  var recorder: Recorder { get }
  /// The observing closures.
  var watch: Watch { get }

  /// Has the recorder observe lines, words and progress.
  func connect()
  /// Has the view observe the most frequent word.
  @MainActor func connect(_ view: WordView)

  func setSize(_ size: Int?)
  func read(_ batch: LineBatch)
  func setFilter(_ filter: String)
  /// Tells the view model, if it wants to know, that no input will follow.
  func finish()

  /// Ends all observation.
  func disconnect()
}

/// All three, anew.
func allApproaches() -> [any Approach] {
  [
    BindableApproach("Bindable", BindableWordCounter()), RxApproach(RxWordCounter()),
    BindableApproach("Bridged", BridgedWordCounter()),
  ]
}
