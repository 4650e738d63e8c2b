/// A count that steps up and down, as the view sees it, regardless of the implementation.
@MainActor protocol CounterViewModel: AnyObject, Sendable {
  /// Calls `show` with the current count and again after each change, until `view` is deallocated.
  func observeCount<View: AnyObject & Sendable>(with view: View, show: @escaping @MainActor (View, Int) -> Void)

  /// Adds `amount` to the count. On overflow, the count does not change.
  func step(by amount: Int)

  /// Sets the count to zero.
  func reset()
}

extension Int {
  /// The sum, or `self` on overflow.
  func stepped(by amount: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(amount)
    return overflow ? self : sum
  }
}
