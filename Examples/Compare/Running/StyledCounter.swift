/// A word counter of any style, as the program uses it.
struct StyledCounter: Sendable {
  let name: String
  /// Reads the batches without a pause.
  let read: @Sendable ([LineBatch]) async -> Void
  let setFilter: @Sendable (String) async -> Void
  let observe: @Sendable (Output, Observer) async -> Void
  /// Returns when the observers have received every value set so far.
  let settle: @Sendable () async -> Void

  /// A counter that any thread may use.
  init(
    _ name: String, read: @escaping @Sendable (LineBatch) -> Void, setFilter: @escaping @Sendable (String) -> Void,
    observe: @escaping @Sendable (Output, Observer) -> Void
  ) {
    self.name = name
    self.read = { batches in
      for batch in batches { read(batch) }
    }
    self.setFilter = setFilter
    self.observe = observe
    settle = mainQueueHasCaughtUp
  }

  /// A counter that belongs to the main actor.
  @MainActor init(
    _ name: String, read: @escaping @MainActor @Sendable (LineBatch) -> Void,
    setFilter: @escaping @MainActor @Sendable (String) -> Void,
    observe: @escaping @MainActor @Sendable (Output, Observer) -> Void,
    settle: @escaping @MainActor @Sendable () async -> Void
  ) {
    self.name = name
    self.read = { @MainActor batches in
      for batch in batches { read(batch) }
    }
    self.setFilter = setFilter
    self.observe = observe
    self.settle = settle
  }

  /// A new counter of each style.
  static func all() async -> [StyledCounter] { [bindable(), rx(), bridged(), await observable()] }

  func readAndSettle(_ batches: [LineBatch]) async {
    await read(batches)
    await settle()
  }

  func observe(_ output: Output, as observer: Observer) async {
    await observe(output, observer)
    await settle()
  }
}
