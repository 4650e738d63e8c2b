public import Dispatch
public import RxCore

/// One row of the operator table: an operator applied to a source and, for some operators, to a second one. Tests that
/// cover all operators iterate over the table.
public struct OperatorCase: Sendable, CustomStringConvertible {
  /// The sources, the scheduler and the callback that an operator uses.
  public struct Setting: Sendable {
    /// The source.
    public let source: Observable<Int>
    /// Another source.
    public let other: Observable<Int>
    /// The scheduler for timed operators.
    public let scheduler: any SchedulerType
    /// Converts a number of time units to an interval.
    public let span: @Sendable (Int) -> RxTimeInterval
    /// Must be called by each closure of the operator.
    public let touch: @Sendable () -> Void

    /// - Parameters:
    ///   - span: converts a number of time units to an interval. By default, a unit is five milliseconds.
    ///   - touch: called by each closure of the operator.
    public init(
      source: Observable<Int>, other: Observable<Int>, scheduler: any SchedulerType,
      span: @escaping @Sendable (Int) -> RxTimeInterval = { .milliseconds(5 * $0) },
      touch: @escaping @Sendable () -> Void
    ) {
      self.source = source
      self.other = other
      self.scheduler = scheduler
      self.span = span
      self.touch = touch
    }
  }

  /// How an operator differs from most others.
  public struct Traits: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The operator also subscribes to the other source, and disposes that subscription when the source fails.
    public static let usesOther = Traits(rawValue: 1)
    /// The operator does not forward errors from the source.
    public static let catchesErrors = Traits(rawValue: 2)
    /// The operator does not complete when the source completes.
    public static let ignoresEnd = Traits(rawValue: 4)
    /// The operator may terminate on an element, before the source does.
    public static let terminatesEarly = Traits(rawValue: 8)
    /// The operator has one subscription to the source for all subscribers.
    public static let isShared = Traits(rawValue: 16)
    /// The result depends on the times of the elements.
    public static let takesTime = Traits(rawValue: 32)
    /// The laws for an operator and its source do not apply, because the operator also has other sources, or subscribes
    /// to the source several times.
    public static let isComposite = Traits(rawValue: 64)
  }

  /// The name of the operator.
  public let description: String
  public let traits: Traits
  /// The delay, in time units, with which the operator subscribes to the source and disposes the subscription.
  public let subscriptionDelay: Int
  /// The delay, in time units, between the source's completion and the operator's.
  public let endDelay: Int
  /// The delay, in time units, between the source's error and the operator's.
  public let errorDelay: Int
  private let apply: @Sendable (Setting) -> Observable<Int>

  public init(
    _ name: String, _ traits: Traits = [], subscriptionDelay: Int = 0, endDelay: Int = 0, errorDelay: Int = 0,
    _ apply: @escaping @Sendable (Setting) -> Observable<Int>
  ) {
    description = name
    self.traits = traits
    self.subscriptionDelay = subscriptionDelay
    self.endDelay = endDelay
    self.errorDelay = errorDelay
    self.apply = apply
  }

  /// Returns the operator's sequence.
  public func callAsFunction(_ setting: Setting) -> Observable<Int> { apply(setting) }
}

extension OperatorCase.Setting {
  /// Calls `touch` and returns the value.
  func touched<Value>(_ value: Value) -> Value {
    touch()
    return value
  }

  /// Calls `touch` and returns the other source.
  func touchedOther() -> Observable<Int> { touched(other) }

  /// Returns the other source for odd elements, and a sequence of two elements for even ones.
  func inner(_ element: Int) -> Observable<Int> {
    touch()
    return element % 2 == 1 ? other : .of(element, -element)
  }
}
