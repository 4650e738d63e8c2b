import DeliveryCore

extension ReadOnlyBindable {
  /// Derives a value by applying `transform` to the current value.
  ///
  ///     let title = viewModel.count.map { "\($0) items" }
  ///
  /// Each observation calls `transform` for each value, on the thread or queue that delivers the value. Each read of
  /// ``value`` calls it on the reading thread. A combination calls it once for each use of the derived value. The
  /// derived value keeps the Bindables it derives from alive. Observations continue after the derived value is released.
  ///
  /// Semantics: ReactiveX, Map.
  public func map<Result: Sendable>(_ transform: @escaping @Sendable (Value) -> Result) -> ReadOnlyBindable<Result> {
    derive(reading: transform) { call, _ in .wrapped { call(transform($0), $1, $2) } }
  }

  /// Derives a value that does not notify its observers of a value that is the same as the one before.
  ///
  ///     temperature.distinct { abs($0 - $1) < 0.1 }.observe { print($0) }
  ///
  /// Each observation compares each value with the last one that it let through, starting with the value at
  /// registration. With ``DeliveryPolicy/latest`` and ``values`` the one before may be skipped, so equal values may follow
  /// each other. As a part of ``combine(_:_:transform:)`` this has no effect: apply it to the combination.
  ///
  /// Semantics: ReactiveX, Distinct (distinctUntilChanged).
  public func distinct(by isSame: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool) -> ReadOnlyBindable {
    compare(dropping: isSame) { $1 }
  }

  /// Derives the pair of the value before a change and the one after it.
  ///
  ///     score.changes().observe { print("\($0.old) -> \($0.new)") }
  ///
  /// At registration, and when it is read, both are the current value.
  public func changes() -> ReadOnlyBindable<(old: Value, new: Value)> {
    compare(dropping: { _, _ in false }) { (old: $0, new: $1) }
  }

  /// Derives a value from each value and the last one that was let through.
  ///
  /// - Parameters:
  ///   - isSame: decides whether a value is not let through.
  ///   - join: computes the derived value. At registration, and for readers, both arguments are the current value.
  private func compare<Result: Sendable>(
    dropping isSame: @escaping (_ last: Value, _ value: Value) -> Bool,
    _ join: @escaping (_ last: Value, _ value: Value) -> Result
  ) -> ReadOnlyBindable<Result> {
    derive(reading: { join($0, $0) }, needsEvery: true) { call, replay in
      var last: Value?
      return .wrapped { value, change, observation in
        let known = last ?? value
        let isDropped = last == nil ? replay == .none : isSame(known, value)
        last = isDropped ? known : value
        if !isDropped { call(join(known, value), change, observation) }
      }
    }
  }

  /// Derives a value from this one.
  ///
  /// - Parameters:
  ///   - read: computes the derived value, for readers.
  ///   - needsEvery: whether each observation needs every value, and the one at registration, even if its observer does
  ///     not.
  ///   - wrap: wraps the call of an observer that receives a replay or does not, for an observation of the source.
  private func derive<Result: Sendable>(
    reading read: @escaping (Value) -> Result, needsEvery: Bool = false,
    _ wrap: @escaping (_ call: Call<Result>, _ replay: Replay) -> Call<Value>
  ) -> ReadOnlyBindable<Result> {
    let capture = { [source] in
      let value = source.capture()
      return { read(value()) }
    }
    let derivation = source.derivation == .combination ? Derivation.combination : .transform
    let derived = DerivedSource<Result>(roots: source.roots, derivation: derivation, captureValue: capture) {
      [source] in
      source.observe($0, needsEvery ? .every : $1, needsEvery && $2 == .none ? .whereDelivered : $2, wrap($3, $2))
    }
    return ReadOnlyBindable<Result>(derived, derivedFrom: bindables)
  }

  // MARK: Combinations

  /// Derives a value by applying `transform` to the current values of others.
  ///
  ///     let canSend = ReadOnlyBindable.combine(name, message) { !$0.isEmpty && !$1.isEmpty }
  ///
  /// Observers receive the newest combination, computed from values that existed at the same moment. No change causes
  /// two notifications, but setting an equal value counts as a change. Changes during a delivery are merged into one,
  /// and the last notification carries the final combination, even if several threads set the values. Observers are
  /// called on the queue of the first source Bindable that has one, including at registration. If none has one, they
  /// are called where one of the source Bindables delivers, and at registration on the registering thread.
  ///
  /// The derived value keeps its source Bindables alive. See ``map(_:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest, except that changes during a delivery are merged.
  public static func combine<First: Sendable, each Other: Sendable>(
    _ first: ReadOnlyBindable<First>, _ others: repeat ReadOnlyBindable<each Other>,
    transform: @escaping @Sendable (First, repeat each Other) -> Value
  ) -> ReadOnlyBindable {
    var origins = [first.origin]
    for other in repeat each others { origins.append(other.origin) }
    let (capture, captures) = (first.source.capture, (repeat (each others).source.capture))
    return combination(of: origins) {
      let (value, values) = (capture(), (repeat (each captures)()))
      return { transform(value(), repeat (each values)()) }
    }
  }

  /// Derives a value by applying `transform` to the current values of any number of others of one type.
  ///
  ///     let total = ReadOnlyBindable.combine(jobs.map(\.progress)) { $0.reduce(0, +) }
  ///
  /// Like ``combine(_:_:transform:)``. Without others, the value is `transform([])`.
  public static func combine<Other: Sendable>(
    _ others: [ReadOnlyBindable<Other>], transform: @escaping @Sendable ([Other]) -> Value
  ) -> ReadOnlyBindable {
    if others.isEmpty { return Bindable([]).map(transform) }
    return combination(of: others.map(\.origin)) { [captures = others.map { $0.source.capture }] in
      let values = captures.map { $0() }
      return { transform(values.map { $0() }) }
    }
  }

  /// For a value that is derived from this one: the stores to observe, and the Bindables to keep alive.
  private var origin: (roots: [AnyBindableStore], bindables: [AnyObject]) { (source.roots, bindables) }

  private static func combination(
    of origins: [(roots: [AnyBindableStore], bindables: [AnyObject])], capture: @escaping () -> () -> Value
  ) -> ReadOnlyBindable {
    var known: Set<ObjectIdentifier> = []
    let roots = origins.flatMap(\.roots).filter { known.insert(ObjectIdentifier($0)).inserted }
    let source = DerivedSource(roots: roots, derivation: .combination, captureValue: capture) {
      Combination(of: roots).begin($0, $2, capture: capture, $3)
    }
    return ReadOnlyBindable(source, derivedFrom: origins.flatMap(\.bindables))
  }
}

extension ReadOnlyBindable where Value: Equatable & SendableMetatype {
  /// Derives a value that does not notify its observers of a value that equals the one before. See ``distinct(by:)``.
  ///
  ///     count.distinct().observe { print($0) }
  ///
  /// Semantics: ReactiveX, Distinct (distinctUntilChanged).
  public func distinct() -> ReadOnlyBindable { distinct { $0 == $1 } }
}

/// The source of a derived value.
private struct DerivedSource<Value: Sendable>: Source {
  let roots: [AnyBindableStore]
  let derivation: Derivation
  let captureValue: () -> () -> Value
  let register: (ObservationOptions, DeliveryPolicy, Replay, Call<Value>) -> AnyObservation

  func capture() -> () -> Value { captureValue() }

  func observe(
    _ options: ObservationOptions, _ policy: DeliveryPolicy, _ replay: Replay, _ call: Call<Value>
  ) -> AnyObservation {
    register(options, policy, replay, call)
  }
}

/// An object that holds a value. An optional reference to it is one word.
final class Reference<Content> {
  var content: Content

  init(_ content: Content) {
    self.content = content
  }
}
