public import BindableKit
import DeliveryCore
public import RxCore

extension Bindable {
  /// Keeps the Bindable and a control's value equal until the token is cancelled or deallocated, or the Bindable is
  /// deallocated.
  ///
  /// The control first takes the Bindable's value. A change made by the user sets the Bindable, and setting the
  /// Bindable sets the control; neither is echoed. The control is subscribed to and set on the main queue. The
  /// binding does not keep the Bindable alive. Bind a control to one Bindable, and others to that Bindable: a control
  /// does not pass on what one of them sets.
  public func bind(bothWays property: ControlProperty<Value>) -> BindableToken {
    BindableToken(link(to: property, bindableLeads: true))
  }

  fileprivate func link(to property: ControlProperty<Value>, bindableLeads: Bool) -> any Disposable {
    let edges = BindingEdges(join(), bothWays: BindingNode())
    let back = SingleAssignmentDisposable()
    let shown = Shown { value in if !back.isDisposed { property.on(.next(value)) } }
    let values = bindableLeads ? property.changed.asObservable() : property.asObservable()
    back.setDisposable(
      values.subscribe(
        onNext: { [weak self] value in
          let origin = Origin()
          shown.origin = origin
          self?.set(value, Change(origin: origin), over: edges.back)
        }, onError: { _ in }))
    // The control is observed first: the user may change it before it shows the Bindable's value. If it leads, the
    // Bindable's value, which it has set, is not newer than what it shows.
    let forth = link(
      over: edges.forth, replay: .now, ended: { shown.pump.send(for: shown) { _ in back.dispose() } },
      block: { value, change in if let origin = change.origin { shown.pump.send((value, origin), for: shown) } })
    return Disposables.create(back, Disposables.create(with: forth.end), Disposables.create(with: edges.end))
  }
}

/// The newest change that a control shows, which is not an end of a binding itself.
private final class Shown<Value>: @unchecked Sendable {
  /// The origin of what the control shows. Accessed only on the main queue.
  var origin: Origin?
  /// Decides on the main queue which change is newer: the user may change the control before a change of the Bindable
  /// arrives there.
  let pump: QueuePump<Shown, (value: Value, origin: Origin)>

  init(show: @escaping (Value) -> Void) {
    pump = QueuePump(target: .main) { shown, new in
      if let origin = shown.origin, !new.origin.outranks(origin) { return }
      let isSame = shown.origin.map(new.origin.isSame) ?? false
      shown.origin = new.origin
      if !isSame { show(new.value) }
    }
  }
}

extension ControlProperty where PropertyType: Sendable {
  /// Keeps the control's value and `bindable` equal until the result is disposed, or the Bindable is deallocated.
  ///
  /// The Bindable first takes the control's value. A change made by the user sets the Bindable, and setting the
  /// Bindable sets the control; neither is echoed. The control is subscribed to and set on the main queue. The
  /// binding does not keep the Bindable alive. Bind a control to one Bindable, and others to that Bindable: a control
  /// does not pass on what one of them sets.
  public func bind(bothWays bindable: Bindable<PropertyType>) -> any Disposable {
    bindable.link(to: self, bindableLeads: false)
  }
}
