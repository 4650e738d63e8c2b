/// A count that steps up and down: what the view knows of it, however it is made.
@MainActor protocol CounterViewModel: AnyObject, Sendable {
  /// Calls `show` with the count now, and again with each change, for as long as `view` is alive.
  func observeCount<View: AnyObject & Sendable>(with view: View, show: @escaping @MainActor (View, Int) -> Void)

  /// Adds `amount` to the count. A count that would leave the range of `Int` stays.
  func step(by amount: Int)

  /// Sets the count to zero.
  func reset()
}

extension Int {
  /// The sum, or the number itself if there is none.
  func stepped(by amount: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(amount)
    return overflow ? self : sum
  }
}
