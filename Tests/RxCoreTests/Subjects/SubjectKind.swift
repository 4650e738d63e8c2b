import RxCore
import Testing

/// All kinds of subjects.
enum SubjectKind: CaseIterable, CustomTestStringConvertible {
  case publish, behavior, replayNone, replayOne, replayTwo, replayAll, async

  /// The kinds that emit each element when it arrives.
  static let allCases: [SubjectKind] = [.publish, .behavior, .replayNone, .replayOne, .replayTwo, .replayAll]

  /// All kinds.
  static let withAsync = allCases + [.async]

  var testDescription: String { "\(self)" }

  /// The number of elements replayed to a new observer.
  var replays: Int {
    switch self {
    case .publish, .replayNone, .async: 0
    case .behavior, .replayOne: 1
    case .replayTwo: 2
    case .replayAll: .max
    }
  }

  /// Whether elements are also replayed to an observer that subscribes after the end.
  var replaysAfterEnd: Bool { self != .behavior }

  /// Makes a subject. Only a `BehaviorSubject` uses the initial value.
  func make<Element>(_ initial: Element) -> SubjectBase<Element> {
    switch self {
    case .publish: PublishSubject()
    case .behavior: BehaviorSubject(value: initial)
    case .replayNone: ReplaySubject.create(bufferSize: 0)
    case .replayOne: ReplaySubject.create(bufferSize: 1)
    case .replayTwo: ReplaySubject.create(bufferSize: 2)
    case .replayAll: ReplaySubject.createUnbounded()
    case .async: AsyncSubject()
    }
  }
}
