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
    let back = SingleAssignmentDisposable()
    // A control has no stamp, so the link records that of the newest change that the control shows. Decide on the main
    // queue which change is newer: the user may change the control before a change of the Bindable arrives there.
    let shown = Shown()
    let pump = QueuePump<Shown, (value: Value, stamp: Stamp)>(target: .main) { shown, change in
      if !back.isDisposed, shown.accept(change.stamp) { property.on(.next(change.value)) }
    }
    let end = Disposables.create(
      with: link(
        replay: bindableLeads, ended: { pump.send(for: shown) { _ in back.dispose() } },
        block: { value, change in pump.send((value, change.stamp), for: shown) }
      ).end)
    let values = bindableLeads ? property.changed.asObservable() : property.asObservable()
    back.setDisposable(
      values.subscribe(
        onNext: { [weak self] value in
          let stamp = Stamp.next()
          if shown.accept(stamp) { self?.set(value, from: stamp) }
        }, onError: { _ in }))
    return Disposables.create(back, end)
  }
}

/// The stamp of the newest change that a control shows.
private final class Shown: @unchecked Sendable {
  private var stamp = Stamp.none  // Accessed only on the main queue.

  /// Whether a change is newer than the one shown. A change without a stamp is older than the link.
  func accept(_ newer: Stamp) -> Bool {
    guard newer == .none || newer > stamp else { return false }
    stamp = max(stamp, newer)
    return true
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
