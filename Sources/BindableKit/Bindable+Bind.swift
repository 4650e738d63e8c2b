import DeliveryCore

extension ReadOnlyBindable {
  /// Sets `target` to the current value and to each later one, until the token is cancelled or deallocated, or one of the
  /// two Bindables is deallocated.
  ///
  ///     let token = viewModel.title.bind(to: window.title)
  ///
  /// Bindings may lead in rings, also through ``map(_:)``: a change ends where it has been before. Through
  /// ``combine(_:_:_:)`` a change is not recognised, so a ring through it does not end. The last set wins: if both sides are
  /// set, also at the same time from different threads, `target` ends with the value that was set last.
  public func bind(to target: Bindable<Value>) -> BindableToken {
    BindableToken(link(to: target))
  }

  /// The same without a token: until the returned closure is called, or one of the two Bindables is deallocated.
  package func link(to target: Bindable<Value>) -> @Sendable () -> Void {
    link(to: target, order: order(with: target))
  }

  fileprivate func order(with second: Bindable<Value>) -> BindingOrder {
    let first = bindAsFirst()
    return BindingOrder(first: first, second: second.enterOrder(asFirst: false).origin)
  }

  fileprivate func link(to target: Bindable<Value>, order: BindingOrder) -> @Sendable () -> Void {
    link(owner: target, replay: true) { [weak target] value, change in
      guard let target else { return }
      target.set(value, from: change.isReplay ? order.join(first: change.origin) : order.forth(change.origin))
    }
  }
}

extension Bindable {
  /// Keeps two Bindables equal until the token is cancelled or deallocated, or one of the two is deallocated. `other` takes
  /// the value of this one first.
  ///
  /// A change on either side sets the other once and does not come back. The last set wins: if one side is set while a change
  /// of the other is still being delivered, also from another thread, both end with the value that was set last, whichever of
  /// the two sides it was set on. A change that arrives after a newer one is notified, and the newer one is then notified again.
  public func bind(bothWays other: Bindable) -> BindableToken {
    let order = order(with: other)
    // Back before forth, so that no change of the other side is missed in between.
    let back = other.link(owner: self, replay: false) { [weak self] value, change in
      if let origin = change.origin, order.leadsBack(origin) { self?.set(value, from: origin) }
    }
    let forth = link(to: other, order: order)
    return BindableToken {
      forth()
      back()
    }
  }
}
