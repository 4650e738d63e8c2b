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
      guard let source, let target, !BindingPath.leads(from: target, to: origin) else { return }
      target.set(value, origin: BindingPath(step: source, before: origin))
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

/// The way that a change took through one-way bindings, as the origin of what they set.
private final class BindingPath {
  private let step: AnyObject
  private let before: AnyObject?

  init(step: AnyObject, before: AnyObject?) {
    self.step = step
    self.before = before
  }

  /// Whether the change that `origin` made has passed `place` already.
  static func leads(from place: AnyObject, to origin: AnyObject?) -> Bool {
    var origin = origin
    while let path = origin as? BindingPath {
      if path.step === place { return true }
      origin = path.before
    }
    return origin === place || (origin as? any OriginOfLink)?.link === place
  }
}

/// An origin that is made anew for each change of one link.
private protocol OriginOfLink: AnyObject {
  var link: AnyObject { get }
}

/// Two Bindables that follow each other.
///
/// Each change that the link makes carries its origin, so that it is recognised when it comes back. The first side's
/// changes, one at a time and in order, decide: what came from the second is not sent back unless the second has been
/// changed since, so both end with the first side's last value.
private final class TwoWayLink<Value>: @unchecked Sendable {
  /// Marks a change of the first side that repeats the second side's change of that number.
  private final class Repeat: OriginOfLink {
    let link: AnyObject
    let number: UInt64

    init(link: AnyObject, number: UInt64) {
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
    guard let second else { return }
    if let origin = origin as? Repeat, origin.link === self {
      if second.changeNumber == origin.number { return }
    } else if BindingPath.leads(from: self, to: origin) {
      return  // It comes back by way of other bindings.
    }
    second.set(value, origin: self)
  }

  /// - Parameter number: the number of this very change: by now the second side may have been changed again.
  func secondChanged(to value: Value, origin: AnyObject?, number: UInt64) {
    guard !BindingPath.leads(from: self, to: origin), let first else { return }
    first.set(value, origin: Repeat(link: self, number: number))
  }
}
