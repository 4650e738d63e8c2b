import DeliveryCore

extension Bindable {
  /// Sets `target` to the present value and to each later one, until the token is cancelled or goes, or one of the
  /// two goes.
  ///
  ///     let token = viewModel.title.bind(to: window.title)
  ///
  /// Bindings that lead in a ring end where a change began. To keep two equal whichever thread sets them, use
  /// ``bind(bothWays:)``.
  public func bind(to target: Bindable) -> BindableToken {
    nonisolated(unsafe) weak let source = self
    nonisolated(unsafe) weak let target = target
    return observe(owner: target, replay: true) { value, origin in
      guard let target, origin !== target else { return }
      target.set(value, origin: origin ?? source)
    }
  }

  /// Keeps two Bindables equal until the token is cancelled or goes, or one of the two goes. `other` takes the value
  /// of this one first.
  ///
  /// A change on either side sets the other once and is not echoed. When both sides are set at the same time from
  /// different threads, they agree in the end on the value that this one, the side named first, took last.
  public func bind(bothWays other: Bindable) -> BindableToken {
    let link = TwoWayLink(first: self, second: other)
    // Back before forth: a change of the other side that comes between the two is then not missed.
    let back = other.observeNumbered(owner: self, replay: false) { value, origin, number in
      link.secondChanged(to: value, origin: origin, number: number)
    }
    let forth = observe(owner: other, replay: true) { value, origin in link.firstChanged(to: value, origin: origin) }
    return BindableToken {
      forth.cancel()
      back.cancel()
    }
  }
}

/// Two Bindables that follow each other.
///
/// Each change that the link makes carries its origin, so that it is recognised when it comes back. The first side's
/// changes, one at a time and in order, decide: what came from the second is not sent back unless the second has been
/// changed since, so both end with the first side's last value.
private final class TwoWayLink<Value>: @unchecked Sendable {
  /// Marks a change of the first side that repeats the second side's change of that number.
  private final class Repeat {
    let link: TwoWayLink
    let number: UInt64

    init(link: TwoWayLink, number: UInt64) {
      self.link = link
      self.number = number
    }
  }

  private weak var first: Bindable<Value>?
  private weak var second: Bindable<Value>?

  init(first: Bindable<Value>, second: Bindable<Value>) {
    self.first = first
    self.second = second
  }

  func firstChanged(to value: Value, origin: AnyObject?) {
    // The link's own mark comes back to the side that it came from only by way of other bindings.
    guard origin !== self, let second else { return }
    if let origin = origin as? Repeat, origin.link === self, second.changeNumber == origin.number { return }
    second.set(value, origin: self)
  }

  /// - Parameter number: the number of this very change: by now the second side may have been changed again.
  func secondChanged(to value: Value, origin: AnyObject?, number: UInt64) {
    guard origin !== self, (origin as? Repeat)?.link !== self, let first else { return }
    first.set(value, origin: Repeat(link: self, number: number))
  }
}
