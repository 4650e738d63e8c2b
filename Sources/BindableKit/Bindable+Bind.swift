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
  /// that it, or a newer change, has already reached. A ring through two combinations never ends. Creating the binding
  /// counts as setting `target`.
  public func bind(to target: Bindable<Value>) -> BindableToken {
    BindableToken(link(to: target).end)
  }

  /// Binds without a token, until the observation is ended or either Bindable is deallocated.
  ///
  /// - Parameter ended: called after this Bindable has been deallocated.
  package func link(to target: Bindable<Value>, ended: (() -> Void)? = nil) -> AnyObservation {
    target.becomeTarget()
    return link(to: target, since: .next(), ended: ended)
  }

  fileprivate func link(
    to target: Bindable<Value>, since start: Stamp, ended: (() -> Void)? = nil
  ) -> AnyObservation {
    weak let source = self as? Bindable<Value>
    let passage = passage(since: start)
    return link(owner: target, replay: true, ended: ended) { [weak target] value, change in
      let stamp = passage(change.stamp)
      guard let target, !target.set(value, from: stamp) else { return }
      // If this side has taken an older change after a step of this binding, the two sides differ.
      if case let (newer, newest) = target.stamped, newest > stamp, newest.isStep(of: start) {
        source?.set(newer, from: newest)
      }
    }
  }

  /// The stamp under which a change of this value passes through a binding made at `start`. The result is called inside
  /// an observation of the value.
  package final func passage(since start: Stamp) -> (_ stamp: Stamp) -> Stamp {
    { [roots = source.roots] stamp in (stamp == .none ? roots.lateStamp : stamp).passed(since: start) }
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
    let start = Stamp.next()
    let back = other.link(owner: self, replay: true) { [weak self] value, change in
      if change.stamp.isPassedBack(since: start) { self?.set(value, from: change.stamp) }
    }
    let forth = link(to: other, since: start)
    return BindableToken {
      forth.end()
      back.end()
    }
  }
}
