public import Dispatch
public import RxCore

/// An operator between two sources and an observer: one row of the table that the tests of all operators go through.
public struct OperatorCase: Sendable, CustomStringConvertible {
  /// What an operator may use.
  public struct Setting: Sendable {
    /// The source.
    public let source: Observable<Int>
    /// Another source.
    public let other: Observable<Int>
    /// Where time passes.
    public let scheduler: any SchedulerType
    /// A span of so many units of time.
    public let span: @Sendable (Int) -> RxTimeInterval
    /// To be called in each closure.
    public let touch: @Sendable () -> Void

    /// - Parameters:
    ///   - span: makes a span of a number of units; five milliseconds each by default.
    ///   - touch: is called in each closure.
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

  /// In what an operator differs from most others.
  public struct Traits: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Subscribes to the other source too, and disposes it when the source fails.
    public static let usesOther = Traits(rawValue: 1)
    /// Emits something else instead of an error.
    public static let catchesErrors = Traits(rawValue: 2)
    /// The end of the source is not the end of the result.
    public static let ignoresEnd = Traits(rawValue: 4)
    /// Completes with an element.
    public static let completesItself = Traits(rawValue: 8)
    /// Has one subscription to the source for all subscribers.
    public static let isShared = Traits(rawValue: 16)
    /// Elements take time, so the result depends on when they are emitted.
    public static let takesTime = Traits(rawValue: 32)
    /// The laws about an operator at its source do not apply: there is a source of another kind, or there are several
    /// subscriptions.
    public static let isComposite = Traits(rawValue: 64)
  }

  /// The name of the operator.
  public let description: String
  public let traits: Traits
  /// How many units later than the source it subscribes and disposes, completes, and fails.
  public let subscriptionDelay: Int
  public let endDelay: Int
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

  /// The operator's sequence.
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

  /// An inner sequence, which is the other source for odd elements.
  func inner(_ element: Int) -> Observable<Int> {
    touch()
    return element % 2 == 1 ? other : .of(element, -element)
  }
}
