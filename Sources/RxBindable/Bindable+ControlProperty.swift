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
    bind(as: .first)
    let back = SingleAssignmentDisposable()
    let shown = Shown { value in if !back.isDisposed { property.on(.next(value)) } }
    let values = bindableLeads ? property.changed.asObservable() : property.asObservable()
    back.setDisposable(
      values.subscribe(
        onNext: { [weak self] value in
          let now = Stamp.next()
          shown.arrival = now
          self?.set(value, Change(stamp: now, arrival: now), from: nil, bothWays: true)
        }, onError: { _ in }))
    // The control is observed first: the user may change it before it shows the Bindable's value. If it leads, the
    // Bindable's value, which it has set, is not newer than what it shows.
    let forth = link(
      replay: .now, ended: { shown.pump.send(for: shown) { _ in back.dispose() } },
      block: { value, change in shown.pump.send((value, change.arrival), for: shown) })
    return Disposables.create(back, Disposables.create(with: forth.end))
  }
}

/// The newest change that a control shows, which is not an end of a binding itself.
private final class Shown<Value>: @unchecked Sendable {
  /// The arrival of the newest change that the control shows. Accessed only on the main queue.
  var arrival = Stamp.none
  /// Decides on the main queue which change is newer: the user may change the control before a change of the Bindable
  /// arrives there.
  let pump: QueuePump<Shown, (value: Value, arrival: Stamp)>

  init(show: @escaping (Value) -> Void) {
    pump = QueuePump(target: .main) { shown, change in
      if change.arrival <= shown.arrival { return }
      shown.arrival = change.arrival
      show(change.value)
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
