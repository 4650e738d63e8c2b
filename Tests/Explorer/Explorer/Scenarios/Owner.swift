import BindableKit
import Schedule

/// The owner of an observation.
final class Owner: @unchecked Sendable {
  private(set) var hasEnded = false

  deinit {
    point("deinit of the owner begins")
    hasEnded = true
    point("deinit of the owner ends")
  }
}

/// Tokens made by threads. Its operations are not points of the schedule.
final class Tokens: @unchecked Sendable {
  private var all: [BindableToken] = []

  func keep(_ token: BindableToken) { all.append(token) }

  func cancel() {
    for token in all { token.cancel() }
  }
}
