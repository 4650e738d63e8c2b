public import BindableKit
public import RxCore

extension Bindable where Value: Sendable {
  /// Keeps the Bindable and a control's value equal until the result is disposed or the Bindable goes. The control takes
  /// the value of the Bindable first.
  ///
  /// What the user changes sets the Bindable, and what is set there sets the control; neither comes back. The control is
  /// subscribed on the main queue. The link does not keep the Bindable alive.
  public func bind(bothWays property: ControlProperty<Value>) -> any Disposable {
    link(to: property, bindableLeads: true)
  }

  fileprivate func link(to property: ControlProperty<Value>, bindableLeads: Bool) -> any Disposable {
    let origin = ControlOrigin()
    let back = SingleAssignmentDisposable()
    let token = observe(
      replay: bindableLeads, ended: { back.dispose() },
      block: { value, changer in if changer !== origin { property.on(.next(value)) } })
    let values = bindableLeads ? property.changed.asObservable() : property.asObservable()
    back.setDisposable(
      values.subscribe(onNext: { [weak self] value in self?.set(value, origin: origin) }, onError: { _ in }))
    return Disposables.create(with: {
      back.dispose()
      token.cancel()
    })
  }
}

extension ControlProperty where PropertyType: Sendable {
  /// Keeps the control's value and `bindable` equal until the result is disposed or the Bindable goes. The Bindable takes
  /// the value of the control first.
  ///
  /// What the user changes sets the Bindable, and what is set there sets the control; neither comes back. The control is
  /// subscribed on the main queue. The link does not keep the Bindable alive.
  public func bind(bothWays bindable: Bindable<PropertyType>) -> any Disposable {
    bindable.link(to: self, bindableLeads: false)
  }
}

/// By which a link knows the changes that it made itself.
private final class ControlOrigin: Sendable {}
