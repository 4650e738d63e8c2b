import DeliveryCore

extension ReadOnlyBindable {
  /// Sets `target` to the current value and to each later one.
  ///
  /// The binding ends when the token is cancelled or deallocated, or when either Bindable is deallocated.
  ///
  ///     let token = viewModel.title.bind(to: window.title)
  ///
  /// If nothing is bound to this value, each of its values counts as set when it arrives at `target`: none is dropped.
  /// If something is, as in a ring, the last write wins: `target` drops a value that was set earlier than its own.
  ///
  /// Bindings may form rings, even through ``map(_:)`` and ``combine(_:_:_:)``. A change stops at a value that it, or a
  /// newer change, has already reached; through `combine` it may go round the ring once, and combinations that set each
  /// other stop after at most 255 runs each. Creating the binding counts as setting `target`.
  public func bind(to target: Bindable<Value>) -> BindableToken {
    BindableToken(link(to: target))
  }

  /// Binds without a token, until the result is called or either Bindable is deallocated.
  ///
  /// - Parameter ended: called after this Bindable has been deallocated.
  package func link(to target: Bindable<Value>, ended: @escaping () -> Void = {}) -> ObservationEnd {
    target.becomeTarget()
    return link(to: target, by: BindingLink(joins: true), ended: ended)
  }

  fileprivate func link(
    to target: Bindable<Value>, by binding: BindingLink, ended: @escaping () -> Void = {}
  ) -> ObservationEnd {
    binding.join()
    weak let source = self as? Bindable<Value>
    let lateStamp = lateStamp()
    return link(owner: target, replay: true, ended: ended) { [weak target] value, change in
      guard let target else { return }
      if let stamp = binding.forth(change.stamp, isReplay: change.isReplay, late: lateStamp()) {
        target.set(value, from: stamp)
      } else if let source, case let second = target.stamped,
        binding.takesBack(second.stamp, insteadOf: change.stamp)
      {
        source.set(second.value, from: second.stamp)
      }
    }
  }
}

extension Bindable {
  /// Keeps two Bindables equal, starting with this one's value.
  ///
  /// The binding ends when the token is cancelled or deallocated, or when either Bindable is deallocated.
  ///
  /// A change on either side sets the other once and is not passed back. The last write wins: if both sides are set,
  /// even concurrently, both end up with the value that was set last. A change that a newer one has overtaken does not
  /// reach the other side's observers.
  public func bind(bothWays other: Bindable) -> BindableToken {
    becomeTarget()
    other.becomeTarget()
    let binding = BindingLink(joins: true)
    // Register `back` first, so as not to miss a change of `other` in between.
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
