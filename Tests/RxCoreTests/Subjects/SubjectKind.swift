import RxCore
import Testing

/// Each subject there is, as the tests use it.
enum SubjectKind: CaseIterable, CustomTestStringConvertible {
  case publish, behavior, replayNone, replayOne, replayTwo, replayAll

  var testDescription: String { "\(self)" }

  /// How many elements a new observer gets.
  var replays: Int {
    switch self {
    case .publish, .replayNone: 0
    case .behavior, .replayOne: 1
    case .replayTwo: 2
    case .replayAll: .max
    }
  }

  /// Whether those who come after the end get elements too.
  var outlivesEnd: Bool { self != .behavior }

  /// Makes one; the initial value is that of a `BehaviorSubject`.
  func make<Element>(_ initial: Element) -> Multicast<Element> {
    switch self {
    case .publish: PublishSubject()
    case .behavior: BehaviorSubject(value: initial)
    case .replayNone: ReplaySubject.create(bufferSize: 0)
    case .replayOne: ReplaySubject.create(bufferSize: 1)
    case .replayTwo: ReplaySubject.create(bufferSize: 2)
    case .replayAll: ReplaySubject.createUnbounded()
    }
  }
}
