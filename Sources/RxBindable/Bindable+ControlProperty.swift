public import BindableKit
import DeliveryCore
public import RxCore

extension Bindable {
  /// Keeps the Bindable and a control's value equal until the token is cancelled or deallocated, or the Bindable is
  /// deallocated.
  ///
  /// The control first takes the Bindable's value. A change made by the user sets the Bindable, and setting the
  /// Bindable sets the control; neither is echoed. The control is subscribed to and set on the main queue. The
  /// binding does not keep the Bindable alive.
  public func bind(bothWays property: ControlProperty<Value>) -> BindableToken {
    BindableToken(link(to: property, bindableLeads: true))
  }

  fileprivate func link(to property: ControlProperty<Value>, bindableLeads: Bool) -> any Disposable {
    becomeTarget()
    // A control has no stamp, so this link records the newest change that the control shows.
    let binding = BindingLink(joins: false)
    let back = SingleAssignmentDisposable()
    // Decide on the main queue which change is newer: the user may change the control before this runs there.
    let pump = QueuePump<BindingLink, (value: Value, stamp: Stamp)>(target: .main) { binding, change in
      // Skip changes that came from the control, through any number of bindings.
      if !back.isDisposed, binding.forth(change.stamp) != nil { property.on(.next(change.value)) }
    }
    let end = link(
      replay: bindableLeads, ended: { pump.send(for: binding) { _ in back.dispose() } },
      block: { value, change in pump.send((value, change.stamp), for: binding) })
    let values = bindableLeads ? property.changed.asObservable() : property.asObservable()
    back.setDisposable(
      values.subscribe(
        onNext: { [weak self] value in
          if let stamp = binding.back(.next()) { self?.set(value, from: stamp) }
        }, onError: { _ in }))
    return Disposables.create(back, end)
  }
}

extension ControlProperty where PropertyType: Sendable {
  /// Keeps the control's value and `bindable` equal until the result is disposed, or the Bindable is deallocated.
  ///
  /// The Bindable first takes the control's value. A change made by the user sets the Bindable, and setting the
  /// Bindable sets the control; neither is echoed. The control is subscribed to and set on the main queue. The
  /// binding does not keep the Bindable alive.
  public func bind(bothWays bindable: Bindable<PropertyType>) -> any Disposable {
    bindable.link(to: self, bindableLeads: false)
  }
}
