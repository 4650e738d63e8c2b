public import RxCore

/// What the subscribers of one contender were told in a scenario.
///
/// ``Scenario/run(_:)`` makes recordings. They can also be made of what was recorded elsewhere, and compared.
public struct Recording<Value: Equatable & Sendable>: Sendable {
  /// One event that one subscriber was told.
  public struct Entry: Sendable {
    /// The name of the subscriber.
    public let subscriber: String
    /// The event, and the virtual time at which it was told.
    public let record: Recorded<Event<Value>>
    /// Its place among all that this contender told anyone, from 0. Between different queues it is left to chance.
    public let order: Int
    /// Where it was told.
    public let place: DeliveryPlace
    /// Whether it was told because somebody subscribed, and not because something happened afterwards.
    public let isReplay: Bool

    /// Makes an entry.
    public init(
      _ subscriber: String, _ record: Recorded<Event<Value>>, order: Int, place: DeliveryPlace = .scenario,
      isReplay: Bool = false
    ) {
      self.subscriber = subscriber
      self.record = record
      self.order = order
      self.place = place
      self.isReplay = isReplay
    }

    /// What was told.
    public var event: Event<Value> { record.value }

    /// When it was told, in ticks.
    public var time: TestTime { record.time }
  }

  /// A step that the contender could not take.
  public struct Refusal: Hashable, Sendable {
    /// When it was to be taken, in ticks.
    public let time: TestTime
    /// The step, as it is written.
    public let step: String
    /// Why, as the end of a sentence.
    public let reason: String

    /// Makes a refusal.
    public init(time: TestTime, step: String, reason: String) {
      self.time = time
      self.step = step
      self.reason = reason
    }
  }

  /// What reports call the contender.
  public let contender: String

  /// All that was told, in order.
  public let entries: [Entry]

  /// What the contender could not do.
  public let refusals: [Refusal]

  /// Makes a recording.
  public init(_ contender: String, entries: [Entry], refusals: [Refusal] = []) {
    self.contender = contender
    self.entries = entries
    self.refusals = refusals
  }

  /// The names of those who were told something, in the order in which they were first.
  public var subscribers: [String] {
    var seen: Set<String> = []
    return entries.map(\.subscriber).filter { seen.insert($0).inserted }
  }

  /// What one subscriber was told.
  public func events(of subscriber: String) -> [Recorded<Event<Value>>] {
    entries.filter { $0.subscriber == subscriber }.map(\.record)
  }
}
