package import DeliveryCore

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
  /// Bindings may form rings, even through ``map(_:)``, and through one ``combine(_:_:_:)``: a change stops at a value
  /// that it, or a newer change, has already reached. A ring through two combinations, or through two bindings of one,
  /// never ends. Creating the binding counts as setting `target`.
  public func bind(to target: Bindable<Value>) -> BindableToken {
    BindableToken(link(to: target).end)
  }

  /// Binds without a token, until the observation is ended or either end is deallocated.
  ///
  /// - Parameters:
  ///   - replay: whether to set `target` to the current value.
  ///   - ended: called after this Bindable has been deallocated.
  @discardableResult
  package func link(
    to target: any BindingEnd<Value>, replay: Bool = true, ended: (() -> Void)? = nil
  ) -> AnyObservation {
    let binding = Binding(from: self as? Bindable<Value>, to: target)
    return link(owner: target, replay: replay, ended: ended) { [roots = source.roots] value, change in
      // Without a stamp, it may have been set before something was bound to this value.
      binding.forth(value, change.stamp == .none ? roots.lateStamp : change.stamp)
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
    let binding = Binding(self, bothWays: other)
    let back = other.link(owner: self, replay: true) { value, change in binding.back(value, change.stamp) }
    let forth = link(owner: other, replay: true) { value, change in binding.forth(value, change.stamp) }
    return BindableToken {
      forth.end()
      back.end()
    }
  }
}

extension Bindable: BindingEnd {}
