package import DeliveryCore

extension ReadOnlyBindable {
  /// Sets `destination` to the current value, before this method returns, and to each later one.
  ///
  /// The binding ends when the token is cancelled or deallocated, or when either Bindable is deallocated.
  ///
  ///     let token = viewModel.title.bind(to: window.title)
  ///
  /// If nothing was ever bound to this value, each of its values counts as set when it arrives at `destination`: none is
  /// dropped. If something was, as in a ring, the last write wins: `destination` drops a value that was set earlier than
  /// its own.
  ///
  /// Bindings may form rings, even through ``map(_:)``, and through one ``combine(_:_:transform:)``: a change stops at a
  /// value that it, or a newer change, has already reached. A ring through two combinations, or through two bindings of
  /// one, ends only if something in it, such as ``distinct()``, drops the value. Creating the binding counts as setting
  /// `destination`.
  public func bind(to destination: Bindable<Value>) -> BindableToken {
    BindableToken(link(to: destination).end)
  }

  /// Binds without a token, until the observation is ended or either end is deallocated.
  ///
  /// - Parameters:
  ///   - replay: whether to set `destination` to the current value.
  ///   - ended: called after this Bindable has been deallocated.
  @discardableResult
  package func link(
    to destination: any BindingEnd<Value>, replay: Replay = .now, ended: (() -> Void)? = nil
  ) -> AnyObservation {
    let binding = Binding(from: self as? Bindable<Value>, to: destination)
    return link(owner: destination, replay: replay, ended: ended) { [roots = source.roots] value, change in
      // Without a stamp, it may have been set before something was bound to this value.
      binding.forth(value, change.stamp == .none ? roots.lateStamp : change.stamp)
    }
  }

  /// Calls `block` with each value and its change, for bindings and bridges, until the observation or `owner`
  /// ends.
  ///
  /// - Parameters:
  ///   - policy: `.latest` if a value that waits may be replaced by a newer one.
  ///   - ended: called once all source Bindables have been deallocated and the last change has been delivered.
  @discardableResult
  package func link(
    owner: AnyObject? = nil, replay: Replay, policy: DeliveryPolicy = .every, ended: (() -> Void)? = nil,
    block: @escaping (_ value: Value, _ change: Change) -> Void
  ) -> AnyObservation {
    let kind = ObservationOptions.Kind.link(ended: ended.map(Reference.init))
    return source.observe(
      .init(kind, owner: owner), policy, replay, .wrapped { value, change, _ in block(value, change) })
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
    let back = other.link(owner: self, replay: .now) { value, change in binding.back(value, change.stamp) }
    let forth = link(owner: other, replay: .now) { value, change in binding.forth(value, change.stamp) }
    return BindableToken {
      forth.end()
      back.end()
    }
  }
}

extension Bindable: BindingEnd {}
