public import RxCore
public import RxTesting

/// The events that the subscribers of one contender received in a scenario.
///
/// ``Scenario/run(_:)`` returns a recording. You can also make recordings from other records, and compare them.
public struct Recording<Value: Equatable & Sendable>: Sendable {
  /// One event that one subscriber received.
  public struct Entry: Sendable {
    /// The name of the subscriber.
    public let subscriber: String
    /// The event, and the virtual time at which it was received.
    public let record: Recorded<Event<Value>>
    /// The event's index among all events that the contender delivered, from 0. The relative order of events on
    /// different queues has no meaning.
    public let order: Int
    /// The thread or queue on which the event was received.
    public let context: DeliveryContext
    /// Whether the event was a replay: received because of the subscription, not because of a later change.
    public let isReplay: Bool

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - subscriber: the name of the subscriber.
    ///   - record: the event, and the virtual time at which it was received.
    ///   - order: the event's index among all events that the contender delivered.
    ///   - context: the thread or queue on which the event was received.
    ///   - isReplay: whether the event was received because of the subscription.
    public init(
      _ subscriber: String, _ record: Recorded<Event<Value>>, order: Int, context: DeliveryContext = .scenario,
      isReplay: Bool = false
    ) {
      self.subscriber = subscriber
      self.record = record
      self.order = order
      self.context = context
      self.isReplay = isReplay
    }

    /// The event.
    public var event: Event<Value> { record.value }

    /// When the event was received, in ticks.
    public var time: TestTime { record.time }
  }

  /// A step that the contender does not support, or that failed.
  public struct SkippedStep: Hashable, Sendable {
    /// When the step was due, in ticks.
    public let time: TestTime
    /// The step, as written in the scenario.
    public let step: String
    /// The reason, as the end of a sentence.
    public let reason: String

    /// Makes a skipped step.
    ///
    /// - Parameters:
    ///   - time: when the step was due, in ticks.
    ///   - step: the step, as written in the scenario.
    ///   - reason: the reason, as the end of a sentence.
    public init(time: TestTime, step: String, reason: String) {
      self.time = time
      self.step = step
      self.reason = reason
    }
  }

  /// The contender's name in reports.
  public let contender: String

  /// All events that were received, in order.
  public let entries: [Entry]

  /// The steps that were not taken.
  public let refusals: [SkippedStep]

  /// When the run ended, in ticks.
  public let end: TestTime

  /// The number of work items due only after the end of the run, such as a timer whose value no subscriber received.
  public let pending: Int

  /// Makes a recording.
  ///
  /// - Parameters:
  ///   - contender: the contender's name in reports.
  ///   - entries: all events that were received, in order.
  ///   - refusals: the steps that were not taken.
  ///   - end: when the run ended, in ticks; by default at the last entry.
  ///   - pending: the number of work items due only after the end.
  public init(
    _ contender: String, entries: [Entry], refusals: [SkippedStep] = [], end: TestTime? = nil, pending: Int = 0
  ) {
    self.contender = contender
    self.entries = entries
    self.refusals = refusals
    self.end = end ?? entries.last?.time ?? 0
    self.pending = pending
  }

  /// The names of the subscribers that received anything, in the order of their first events.
  public var subscribers: [String] {
    var seen: Set<String> = []
    return entries.map(\.subscriber).filter { seen.insert($0).inserted }
  }

  /// The events that one subscriber received.
  public func events(of subscriber: String) -> [Recorded<Event<Value>>] {
    entries.filter { $0.subscriber == subscriber }.map(\.record)
  }
}
