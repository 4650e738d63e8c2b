/// A word counter of any style, as the program uses it.
struct StyledWordCounter: Sendable {
  let name: String
  let read: @Sendable (LineBatch) async -> Void
  let setFilter: @Sendable (String) async -> Void
  /// Connects a view.
  let show: @Sendable (WordCounterView) async -> Void
  /// Returns when the view has received every value set so far.
  let settle: @Sendable () async -> Void

  /// A counter that any thread may use.
  init(
    _ name: String, read: @escaping @Sendable (LineBatch) -> Void, setFilter: @escaping @Sendable (String) -> Void,
    show: @escaping @Sendable (WordCounterView) -> Void
  ) {
    self.name = name
    self.read = read
    self.setFilter = setFilter
    self.show = show
    settle = mainQueueHasCaughtUp
  }

  /// A counter that belongs to the main actor.
  @MainActor init(
    _ name: String, read: @escaping @MainActor @Sendable (LineBatch) -> Void,
    setFilter: @escaping @MainActor @Sendable (String) -> Void,
    show: @escaping @MainActor @Sendable (WordCounterView) -> Void,
    settle: @escaping @MainActor @Sendable () async -> Void
  ) {
    self.name = name
    self.read = read
    self.setFilter = setFilter
    self.show = show
    self.settle = settle
  }

  /// A new counter of each style.
  static func all() async -> [StyledWordCounter] { [bindable(), rx(), bridged(), await observable()] }
}
