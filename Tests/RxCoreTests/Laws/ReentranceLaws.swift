import OperatorTable
import RxCore
import Testing

/// Where an observer acts.
enum Callback {
  case onNext
  case onError
  case onCompleted
  /// The closure `onDisposed` of the observer's subscription.
  case onDisposed
  /// The disposal of the source's subscription, while the source can still emit.
  case disposalOfSource
}

/// What an observer does in a callback.
enum Act: CaseIterable {
  /// Emits two elements into the source, and two more in the next callback.
  case emit
  /// Does the same with the operator's other source.
  case emitIntoOther
  case complete
  case fail
  /// Disposes its own subscription.
  case dispose
  /// Subscribes a second observer to the same sequence.
  case subscribe
  /// Subscribes a second observer to the source.
  case subscribeToSource
}

/// A callback in which the observer acts.
struct Moment: Equatable, Sendable, CustomTestStringConvertible {
  let callback: Callback
  /// The number of the call, not counting those during `subscribe`; 0 for the first one during `subscribe`.
  var number = 1
  /// How the test ends the subscription.
  var ending = Ending.completion

  static let all =
    (0...3).map { Moment(callback: .onNext, number: $0) }
    + [Moment(callback: .onError, ending: .error), Moment(callback: .onCompleted)]
    + Ending.allCases.map { Moment(callback: .onDisposed, ending: $0) }
    + Ending.allCases.map { Moment(callback: .disposalOfSource, ending: $0) }

  var testDescription: String { "\(callback) \(number), \(ending)" }
}

/// Rules for every operator whose observer acts inside a callback. Serialized for the same reason as `LifeLaws`.
@Suite("laws of re-entrance", .serialized)
struct ReentranceLaws {
  private static let operators = OperatorCase.lawful + OperatorCase.all.filter { $0.traits.contains(.isComposite) }

  /// Each operator with the moments that it reaches.
  private static let moments = operators.flatMap { law in
    Moment.all.filter { Scene(law, $0, nil).run().eventsBeforeAct != nil }.map { (law, $0) }
  }

  /// Operators that subscribe to the source again in the call that ends their subscription to it. What an observer emits
  /// in that call comes before the new subscription.
  private static let resubscribing: Set = [
    "retry", "retry, three attempts", "retry(when:), at once", "concatMap, inner twice", "concat of a sequence",
  ]

  @Test(
    "what an observer does inside a callback has the effect that it has right after the callback", arguments: moments)
  func acts(_ law: OperatorCase, at moment: Moment) throws {
    let resubscribes = Self.resubscribing.contains(law.description)
    let emitting: Set<Act> = [.emit, .complete, .fail]
    for act in Act.allCases where act != .dispose {
      let inside = try Scene.play(law, moment, act)
      // An element of the other source may come before the operator has subscribed there.
      if moment.number == 0 || act == .emitIntoOther || (resubscribes && emitting.contains(act)) { continue }
      let after = try Scene.play(law, moment, act, isInside: false)
      #expect(inside == after, "\(act)")
    }
  }

  @Test("disposal inside a callback changes nothing that came before, and nothing follows", arguments: moments)
  func disposes(_ law: OperatorCase, at moment: Moment) throws {
    let whole = try Scene.play(law, moment, nil)
    let part = try Scene.play(law, moment, .dispose)
    if moment.number > 0 { #expect(part.first == Array(whole.first.prefix(whole.eventsBeforeAct ?? 0))) }
  }

  @Test(
    "nothing follows the end, even if the source emits during its own events and after its end", arguments: moments)
  func isSilent(_ law: OperatorCase, at moment: Moment) throws {
    for act in Act.allCases where act != .subscribeToSource {
      _ = try Scene.play(law, moment, act, isTidy: false)
    }
  }

  @Test("every operator acts at every moment that it can reach")
  func reachesMoments() {
    let withoutElements: Set = [
      "asMaybe", "asSingle", "ignoreElements", "take(until:), the trigger", "take(while:), none",
    ]
    for moment in Moment.all where moment.number == 1 {
      let reached = Set(Self.moments.filter { $0.1 == moment }.map { $0.0.description })
      let silent = OperatorCase.lawful.filter { !reached.contains($0.description) }
      switch moment.callback {
      case .onNext: #expect(Set(silent.map { $0.description }) == withoutElements)
      case .onError, .onCompleted:
        #expect(silent.allSatisfy { !$0.traits.isDisjoint(with: [.catchesErrors, .terminatesEarly]) }, "\(silent)")
      case .onDisposed, .disposalOfSource: #expect(silent.isEmpty, "\(silent)")
      }
    }
  }
}
