package import DeliveryCore

extension ReadOnlyBindable {
  /// Sets `destination` to the current value, before this method returns, and to each later one.
  ///
  /// The binding ends when the token is cancelled or deallocated, or when either Bindable is deallocated.
  ///
  ///     let token = viewModel.title.bind(to: window.title)
  ///
  /// `destination` takes each value, in order, except one that it has already. Bindings may form rings, even through
  /// ``map(_:)`` and ``combine(_:_:transform:)``. If they lead from `destination` back to this Bindable, the last set wins: a
  /// value takes only what was set later than its own. Creating the binding counts as setting `destination`.
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
    let sources = source.roots.map { root in root.locked { root.audience.join() } }
    let isCombination = source.derivation == .combination
    let binding = BindingEdge(
      from: sources, to: destination.join(), setsTarget: replay != .none,
      transforms: source.derivation == .transform)
    return link(owner: destination, over: binding, replay: replay, ended: ended) { [weak destination] value, change in
      if let change = isCombination ? change.passing(binding) : change {
        destination?.set(value, change, over: binding)
      }
    }
  }

  /// Calls `block` with each value and its change, for bindings and bridges, until the observation or `owner`
  /// ends.
  ///
  /// - Parameters:
  ///   - binding: the binding, which ends with the observation.
  ///   - policy: `.latest` if a value that waits may be replaced by a newer one.
  ///   - ended: called once all source Bindables have been deallocated and the last change has been delivered.
  @discardableResult
  package func link(
    owner: AnyObject? = nil, over binding: BindingEdge? = nil, replay: Replay, policy: DeliveryPolicy = .every,
    ended: (() -> Void)? = nil, block: @escaping (_ value: Value, _ change: Change) -> Void
  ) -> AnyObservation {
    let kind = ObservationOptions.Kind.link(Link(binding, ended))
    return source.observe(
      .init(kind, owner: owner), policy, replay, .wrapped { value, change, _ in block(value, change) })
  }
}

extension Bindable {
  /// Keeps two Bindables equal, starting with this one's value.
  ///
  /// The binding ends when the token is cancelled or deallocated, or when either Bindable is deallocated.
  ///
  /// A change on either side sets the other once and is not passed back. The last set wins: if both sides are set,
  /// even concurrently, both end up with the value that was set last. A change that a newer one has overtaken does not
  /// reach the other side's observers. Creating the binding counts as a set of this side's value, but a newer value that is
  /// under way to this side, from another that it is bound to, wins.
  public func bind(bothWays other: Bindable) -> BindableToken {
    let binding = Binding(self, bothWays: other)
    let forth = link(owner: other, over: binding.edges.forth, replay: .now, block: binding.forth)
    let back = other.link(owner: self, over: binding.edges.back, replay: .now, block: binding.back)
    return BindableToken {
      forth.end()
      back.end()
    }
  }
}

extension Bindable: BindingEnd {}
