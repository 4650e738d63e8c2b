import DeliveryCore

extension ReadOnlyBindable {
  /// Sets `target` to the current value and to each later one, until the token is cancelled or deallocated, or one of the
  /// two Bindables is deallocated.
  ///
  ///     let token = viewModel.title.bind(to: window.title)
  ///
  /// Bindings may lead in rings, also through ``map(_:)`` and ``combine(_:_:_:)``: a change ends where a newer one is, or the
  /// change itself. Through `combine` it may go round once. The last set wins: if both sides are set, also at the same time from
  /// different threads, `target` ends with the value that was set last. To bind counts as a set of `target`.
  public func bind(to target: Bindable<Value>) -> BindableToken {
    BindableToken(link(to: target))
  }

  /// The same without a token: until the returned closure is called, or one of the two Bindables is deallocated.
  package func link(to target: Bindable<Value>) -> @Sendable () -> Void {
    enterOrder()
    target.enterOrder()
    return link(to: target, by: BindingLink(joins: true))
  }

  fileprivate func link(to target: Bindable<Value>, by binding: BindingLink) -> @Sendable () -> Void {
    binding.join()
    return link(owner: target, replay: true) { [weak target] value, change in
      guard let target, let stamp = binding.forth(change.stamp, isReplay: change.isReplay) else { return }
      target.set(value, from: stamp)
    }
  }
}

extension Bindable {
  /// Keeps two Bindables equal until the token is cancelled or deallocated, or one of the two is deallocated. `other` takes
  /// the value of this one first.
  ///
  /// A change on either side sets the other once and does not come back. The last set wins: if one side is set while a change
  /// of the other is still being delivered, also from another thread, both end with the value that was set last, whichever of
  /// the two sides it was set on. A change that a newer one has overtaken is not notified on the other side.
  public func bind(bothWays other: Bindable) -> BindableToken {
    enterOrder()
    other.enterOrder()
    let binding = BindingLink(joins: true)
    // Back before forth, so that no change of the other side is missed in between.
    let back = other.link(owner: self, replay: false) { [weak self] value, change in
      guard let self, let stamp = binding.back(change.stamp) else { return }
      set(value, from: stamp)
    }
    let forth = link(to: other, by: binding)
    return BindableToken {
      forth()
      back()
    }
  }
}
