public import BindableKit
public import Dispatch
public import RxCore

extension InfallibleType where Element: Sendable {
  /// Creates a Bindable that follows the sequence.
  ///
  /// The Bindable owns the subscription, which is disposed when the Bindable is deallocated. On completion the Bindable
  /// keeps its last value. Without a queue, observers are called on the thread that emits.
  @preconcurrency
  public func asBindable(
    initial: Element, queue: DispatchQueue? = nil, policy: DeliveryPolicy = .every
  ) -> Bindable<Element> {
    asBindable(initial: initial, queue: queue, policy: policy, onError: .handle { _ in })
  }
}

extension SharedSequenceConvertibleType where Element: Sendable {
  /// Creates a Bindable that follows the `Driver` or `Signal`.
  ///
  ///     let steps = PublishRelay<Int>()
  ///     let count = steps.asSignal().scan(0, accumulator: { $0 + $1 }).asBindable(initial: 0)
  ///
  /// The Bindable owns the subscription, which is disposed when the Bindable is deallocated. On completion the Bindable
  /// keeps its last value. Observers without a queue or an actor of their own receive elements on the main queue, and
  /// the current value on the registering thread.
  @preconcurrency
  public func asBindable(initial: Element) -> Bindable<Element> {
    asBindable(initial: initial, onError: .handle { _ in })
  }
}
