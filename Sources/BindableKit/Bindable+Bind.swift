package import DeliveryCore

extension ReadOnlyBindable {
  /// Sets `destination` to the current value, before this method returns, and to each later one.
  ///
  /// The binding ends when the token is cancelled or deallocated, or when either Bindable is deallocated.
  ///
  ///     let token = viewModel.title.bind(to: window.title)
  ///
  /// `destination` takes each value, in order: none is dropped, except one that it has already taken by another way, or that
  /// comes back to it. So bindings may form rings, even through ``map(_:)`` and
  /// ``combine(_:_:transform:)``: a change stops where it has been, unless it is newer than what is there. Creating the
  /// binding counts as setting `destination`.
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
    destination.bind(as: .oneWay)
    let places = source.roots.map { root in root.locked { root.audience.bind(as: .oneWay) } }
    let binding = Trail()  // Its place, where only the changes of combinations have been.
    return link(owner: destination, replay: replay, ended: ended) { [weak destination] value, change in
      if change.kind != .combined {
        destination?.set(value, change, from: places[0], bothWays: false)
      } else if let result = change.passing(binding) {
        destination?.set(value, result, from: binding, bothWays: false)
      }
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
    let forth = link(owner: other, replay: .now, block: binding.forth)
    let back = other.link(owner: self, replay: .now, block: binding.back)
    return BindableToken {
      forth.end()
      back.end()
    }
  }
}

extension Bindable: BindingEnd {}
