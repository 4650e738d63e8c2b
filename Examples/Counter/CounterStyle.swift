/// The ways in which the counter and its view are written.
enum CounterStyle: String, CaseIterable {
  case bindable, rx, bridged

  /// The styles that an argument names: one, or all of them for `all`. `nil` if the argument names none.
  static func named(_ name: String) -> [CounterStyle]? {
    name == "all" ? allCases : CounterStyle(rawValue: name).map { [$0] }
  }

  func makeCounter() -> StyledCounter {
    switch self {
    case .bindable:
      let counter = BindableCounter()
      return StyledCounter(counter.step, counter.reset) { BindableCounterView(counter.count, show: $0) }
    case .rx:
      let counter = RxCounter()
      return StyledCounter(counter.step, counter.reset) { RxCounterView(counter.count, show: $0) }
    case .bridged:
      let counter = BridgedCounter()
      return StyledCounter(counter.step, counter.reset) { BindableCounterView(counter.count, show: $0) }
    }
  }
}

/// A counter of any style, as the program uses it.
struct StyledCounter: Sendable {
  /// Makes a view, which shows the count, now and after each change, as long as it lives.
  typealias MakeView = @MainActor @Sendable (_ show: @escaping @MainActor (Int) -> Void) -> any AnyObject & Sendable

  let makeView: MakeView
  private let step: @Sendable (Int) -> Void
  private let reset: @Sendable () -> Void

  init(_ step: @escaping @Sendable (Int) -> Void, _ reset: @escaping @Sendable () -> Void, makeView: @escaping MakeView)
  {
    self.step = step
    self.reset = reset
    self.makeView = makeView
  }

  func perform(_ command: CounterCommand) {
    switch command {
    case .step(let amount): step(amount)
    case .reset: reset()
    }
  }
}
