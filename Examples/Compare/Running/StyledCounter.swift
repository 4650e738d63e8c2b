/// A word counter of any style, as the program uses it.
struct StyledCounter: Sendable {
  typealias Read = @Sendable (_ batches: [LineBatch], _ end: @escaping @Sendable () -> Void) async -> Void

  let name: String
  /// Reads the batches without a pause, and then calls `end` in the same context.
  let read: Read
  let setFilter: @Sendable (String) async -> Void
  let observe: @Sendable (Output, Observer) async -> Void
  /// Returns when the observers have received every value set so far, except those on a busy queue.
  var settle: @Sendable () async -> Void = mainQueueHasCaughtUp

  /// A new counter of each style.
  static func all() async -> [StyledCounter] { [bindable(), rx(), bridged(), await observable()] }

  func read(_ batches: [LineBatch]) async {
    await read(batches) {}
    await settle()
  }

  func observe(_ output: Output, as observer: Observer) async {
    await observe(output, observer)
    await settle()
  }
}
