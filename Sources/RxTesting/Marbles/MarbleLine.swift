import RxCore

/// A line of a picture, with what is drawn on it already turned into signs.
struct MarbleLine {
  /// One event, or an end of a subscription.
  struct Mark {
    let time: TestTime
    let sign: Character
    /// What it is, in words.
    let description: String
  }

  var label: String
  var marks: [Mark]
  /// Whether it goes on to the end of the picture.
  var goesOn: Bool
  /// Whether it has its first frame at the start, so that earlier frames must be told from later ones.
  var hasOrigin: Bool

  /// A line of events.
  init<Value>(_ label: String, _ events: some Sequence<Recorded<Event<Value>>>, sign: (Value) -> Character) {
    self.label = label
    marks = []
    goesOn = true
    hasOrigin = true
    for event in events {
      switch event.value {
      case .next(let element): add(event.time, sign(element), String(describing: element))
      case .error(let error): add(event.time, "#", "error(\(error))")
      case .completed: add(event.time, "|", "completed")
      }
      goesOn = !event.value.isStopEvent
    }
  }

  /// A line of a subscription.
  init(_ label: String, _ subscription: Subscription) {
    self.label = label
    marks = []
    goesOn = subscription.unsubscribe == .max
    hasOrigin = false
    add(subscription.subscribe, "^", "subscribed")
    if !goesOn { add(subscription.unsubscribe, "!", "unsubscribed") }
  }

  /// A line on which nothing happens.
  init(empty label: String) {
    self.label = label
    marks = []
    goesOn = false
    hasOrigin = false
  }

  private mutating func add(_ time: TestTime, _ sign: Character, _ description: String) {
    marks.append(Mark(time: time, sign: sign, description: description))
  }
}
