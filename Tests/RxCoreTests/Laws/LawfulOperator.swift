import RxCore
import RxTesting
import Testing

/// An operator, at one of its sources, as the laws see it.
struct LawfulOperator: Sendable, CustomTestStringConvertible {
  /// Applies the operator to `source`; an operator of several has `companion` as its others.
  typealias Application =
    @Sendable (_ source: Observable<Int>, _ companion: Observable<Int>, _ scheduler: TestScheduler) -> Observable<Int>

  /// What is particular about an operator.
  struct Traits: OptionSet {
    let rawValue: Int

    /// Subscribes to the companion too, and lets go of it when the source fails.
    static let usesCompanion = Traits(rawValue: 1)
    /// Puts something else in the place of an error.
    static let catchesErrors = Traits(rawValue: 2)
    /// The end of this source is not the end of the whole.
    static let ignoresEnd = Traits(rawValue: 4)
    /// Ends with an element.
    static let endsByItself = Traits(rawValue: 8)
    /// Has one subscription to the source for all subscribers.
    static let isShared = Traits(rawValue: 16)
    /// Elements take time, so what comes of those sent meanwhile depends on when they are sent.
    static let takesTime = Traits(rawValue: 32)
  }

  let name: String
  let traits: Traits
  /// How many ticks later than the source it subscribes, disposes, fails and completes.
  let turn: TestTime
  let endDelay: TestTime
  let errorDelay: TestTime
  let apply: Application

  init(
    _ name: String, _ traits: Traits = [], turn: TestTime = 0, endDelay: TestTime = 0, errorDelay: TestTime = 0,
    _ apply: @escaping Application
  ) {
    self.name = name
    self.traits = traits
    self.turn = turn
    self.endDelay = endDelay
    self.errorDelay = errorDelay
    self.apply = apply
  }

  var testDescription: String { name }
}
