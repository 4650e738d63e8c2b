public import BindableKit
public import RxCore

extension ReadOnlyBindable {
  /// Observes on `scheduler`, which is no owner: write `observe(queue:)`.
  @available(
    *, deprecated,
    message: "A scheduler is no owner. Write observe(queue: queue) { ... }, or asObservable().observe(on: scheduler)."
  )
  public func observe(
    on scheduler: any ImmediateSchedulerType, observerBlock: @escaping @Sendable (Value) -> Void
  ) -> BindableToken {
    let subscription = asObservable().observe(on: scheduler).subscribe(onNext: observerBlock)
    return BindableToken { subscription.dispose() }
  }
}
