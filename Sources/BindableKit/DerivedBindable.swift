import DeliveryCore

extension ReadOnlyBindable {
  /// Derives a value by applying `transform` to the current value.
  ///
  ///     let title = viewModel.count.map { "\($0) items" }
  ///
  /// Each observation calls `transform` once per change, on the thread or queue that delivers the change. Reading
  /// ``value`` calls `transform` on the reading thread, unless nothing has changed since the last read. The derived
  /// value keeps the Bindables it derives from alive. Observations continue after the derived value is released.
  ///
  /// Semantics: ReactiveX, Map.
  public func map<Result: Sendable>(_ transform: @escaping @Sendable (Value) -> Result) -> ReadOnlyBindable<Result> {
    let part = formula.asPart()
    return DerivedBindable([roots]) { transform(part.value(in: $0)) }
  }

  /// Derives a value by applying `transform` to the current values of two others.
  ///
  ///     let canSend = ReadOnlyBindable.combine(name, message) { !$0.isEmpty && !$1.isEmpty }
  ///
  /// Each notification carries a combination of values that existed at one moment. No change causes two notifications,
  /// but setting an equal value counts as a change. If all values derive from one Bindable, observers are notified once
  /// each time that Bindable is set, on the thread or queue on which it delivers. Otherwise the combination is computed
  /// on delivery: changes during a delivery are merged into one, and the last notification always carries the final
  /// combination, even if several threads set the values. Observers are called on the queue of the first source Bindable
  /// that has one, including at registration. If none has one, they are called where one of the source Bindables
  /// delivers, and at registration on the registering thread, unless another thread is delivering at that moment.
  ///
  /// The derived value keeps its source Bindables alive, and caches only the result of its last read. See ``map(_:)``.
  ///
  /// Semantics: ReactiveX, CombineLatest, except that changes during a delivery are merged.
  public static func combine<First: Sendable, Second: Sendable>(
    _ first: ReadOnlyBindable<First>, _ second: ReadOnlyBindable<Second>,
    _ transform: @escaping @Sendable (First, Second) -> Value
  ) -> ReadOnlyBindable {
    let (one, two) = (first.formula.asPart(), second.formula.asPart())
    return DerivedBindable([first.roots, second.roots]) { transform(one.value(in: $0), two.value(in: $0)) }
  }

  /// Derives a value from three others. See ``combine(_:_:_:)``.
  public static func combine<First: Sendable, Second: Sendable, Third: Sendable>(
    _ first: ReadOnlyBindable<First>, _ second: ReadOnlyBindable<Second>, _ third: ReadOnlyBindable<Third>,
    _ transform: @escaping @Sendable (First, Second, Third) -> Value
  ) -> ReadOnlyBindable {
    let (one, two, three) = (first.formula.asPart(), second.formula.asPart(), third.formula.asPart())
    return DerivedBindable([first.roots, second.roots, third.roots]) {
      transform(one.value(in: $0), two.value(in: $0), three.value(in: $0))
    }
  }

  /// Derives a value from four others. Nest calls for more. See ``combine(_:_:_:)``.
  public static func combine<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
    _ first: ReadOnlyBindable<First>, _ second: ReadOnlyBindable<Second>, _ third: ReadOnlyBindable<Third>,
    _ fourth: ReadOnlyBindable<Fourth>, _ transform: @escaping @Sendable (First, Second, Third, Fourth) -> Value
  ) -> ReadOnlyBindable {
    let (one, two) = (first.formula.asPart(), second.formula.asPart())
    let (three, four) = (third.formula.asPart(), fourth.formula.asPart())
    return DerivedBindable([first.roots, second.roots, third.roots, fourth.roots]) {
      transform(one.value(in: $0), two.value(in: $0), three.value(in: $0), four.value(in: $0))
    }
  }
}

/// A function of one or more root Bindables.
final class DerivedBindable<Value: Sendable>: ReadOnlyBindable<Value>, @unchecked Sendable {
  /// The roots, each listed once.
  private let ownRoots: [any Root]
  private let stores: [AnyBindableStore]
  private let ownFormula: Formula<Value>
  private let lock = Lock()
  /// The last result of ``value``, and the versions of the roots from which it was computed. Guarded by the lock.
  @exclusivity(unchecked) private var last: AnyObject?
  @exclusivity(unchecked) private var lastVersions: [UInt64] = []

  /// - Parameter parts: the roots of each value from which this one is computed.
  convenience init(_ parts: [[any Root]], _ compute: @escaping (Reading) -> Value) {
    var roots: [any Root] = []
    var seen: Set<ObjectIdentifier> = []
    for root in parts.joined() where seen.insert(ObjectIdentifier(root)).inserted { roots.append(root) }
    self.init(roots, Formula(compute))
  }

  private init(_ roots: [any Root], _ formula: Formula<Value>) {
    ownRoots = roots
    stores = roots.map(\.rootStore)
    ownFormula = formula
  }

  override var roots: [any Root] { ownRoots }
  override var formula: Formula<Value> { ownFormula }

  override var value: Value {
    let (known, versions) = lock.withLock { (last, lastVersions) }
    if let known, Reading.areCurrent(versions, of: stores) { return unsafeDowncast(known, to: Box<Value>.self).value }
    let reading = Reading.newest(of: stores)
    let value = ownFormula.value(in: reading)
    var replaced: AnyObject? = Box(value)  // Released after unlocking.
    let newVersions = reading.versions
    lock.withLock {
      swap(&replaced, &last)
      lastVersions = newVersions
    }
    return value
  }

  package override func weakly() -> () -> ReadOnlyBindable<Value>? {
    let roots = ownRoots.map { root in { [weak root] in root } }
    return { [formula] in
      let living = roots.compactMap { $0() }
      return living.count == roots.count ? DerivedBindable(living, formula) : nil
    }
  }

  override func add(_ observation: Observation<Value>, _ options: ObservationOptions) -> ObservationEnd {
    let delivery = DerivedDelivery(observation, formula)
    if stores.count == 1 { return stores[0].add(delivery, options) }
    return CombinedDelivery(delivery, stores).begin(options)
  }
}

/// A Bindable as a source of derived values.
protocol Root: AnyObject, Sendable {
  var rootStore: AnyBindableStore { get }
}
