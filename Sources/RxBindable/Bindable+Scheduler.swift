public import BindableKit
public import RxCore

extension ReadOnlyBindable {
  /// Observes on `scheduler`, which is not an owner: use `observe(queue:)` instead.
  @available(
    *, deprecated,
    message: "A scheduler is not an owner. Use observe(queue: queue) { ... }, or asObservable().observe(on: scheduler)."
  )
  public func observe(
    on scheduler: any ImmediateSchedulerType, observerBlock: @escaping @Sendable (Value) -> Void
  ) -> BindableToken {
    BindableToken(asObservable().observe(on: scheduler).subscribe(onNext: observerBlock))
  }
}
