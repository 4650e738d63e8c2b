import BindableKit
import Dispatch

/// The counter and the view of one style, as `Examples/Counter` and the README have them.
@MainActor struct StyledCounter {
  typealias Show = @MainActor (Int) -> Void

  /// Steps a number of times without a pause, on the main actor.
  let step: (_ times: Int) -> Void
  /// Does the same on another thread, if the counter may be used there, while the main queue is busy.
  let stepWhileBusy: (_ times: Int) -> Void
  let makeView: (_ show: @escaping Show) -> any AnyObject
  /// Makes what shows only the newest count when it cannot keep up, if the style has that.
  let makeLatest: (_ show: @escaping Show) -> any AnyObject

  /// A counter that any thread may use.
  private init(
    _ step: @escaping @Sendable (Int) -> Void, makeView: @escaping (@escaping Show) -> any AnyObject,
    makeLatest: ((@escaping Show) -> any AnyObject)? = nil
  ) {
    self.step = { times in for _ in 0..<times { step(1) } }
    stepWhileBusy = { times in DispatchQueue.global().sync { for _ in 0..<times { step(1) } } }
    self.makeView = makeView
    self.makeLatest = makeLatest ?? makeView
  }

  /// A counter that belongs to the main actor.
  private init(_ counter: ObservableCounter) {
    step = { times in for _ in 0..<times { counter.step(by: 1) } }
    stepWhileBusy = step
    makeView = { ObservableCounterView(counter, show: $0) }
    makeLatest = makeView
  }

  private init(_ step: @escaping @Sendable (Int) -> Void, _ count: ReadOnlyBindable<Int>) {
    self.init(step, makeView: { BindableCounterView(count, show: $0) }) { show in
      count.observe(policy: .latest) { @MainActor count in show(count) }
    }
  }

  /// A new counter of each style.
  static func all() -> [StyledCounter] {
    let (bindable, rx, bridged) = (BindableCounter(), RxCounter(), BridgedCounter())
    return [
      StyledCounter(bindable.step, bindable.count), StyledCounter(rx.step) { RxCounterView(rx.count, show: $0) },
      StyledCounter(bridged.step, bridged.count), StyledCounter(ObservableCounter()),
    ]
  }
}
