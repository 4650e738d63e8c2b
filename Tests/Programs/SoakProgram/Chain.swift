import Dispatch
import RxCore
import TestSupport

/// A random chain of operators on one source. The chain must deliver the elements that equivalent array functions
/// return.
final class Chain: Sendable {
  private typealias Stage = (name: String, apply: (Observable<Int>) -> Observable<Int>, model: ([Int]) -> [Int])

  private let seed: Int

  init(seed: Int) {
    self.seed = seed
  }

  func run() throws {
    var dice = SplitMix64(seed: seed)
    let elements = (0..<Int.random(in: 0...60, using: &dice)).map { _ in Int.random(in: -20...20, using: &dice) }
    var (chain, expected) = (source(of: elements, &dice), elements)
    var names: [String] = []
    let lifetimes = Lifetimes()
    for _ in 0..<Int.random(in: 1...8, using: &dice) {
      let stage = Self.stage(&dice)
      names.append(stage.name)
      let tracked = lifetimes.make()
      chain = stage.apply(chain).do(onNext: { _ in tracked.touch() })
      expected = stage.model(expected)
    }
    let isCut = Int.random(in: 0..<3, using: &dice) == 0
    let cut = isCut ? Int.random(in: 1...20, using: &dice) : Int.max
    let received = try collect(chain, atMost: cut)
    if received != Array(expected.prefix(cut)) {
      throw Failure("\(names) of \(elements), at most \(cut), delivers \(received) instead of \(expected)")
    }
    chain = .empty()
    // The last references may be held by a thread that is about to return.
    let deadline = DispatchTime.now() + 60
    while lifetimes.alive > 0, DispatchTime.now() < deadline { DispatchQueue.global().sync {} }
    if lifetimes.alive > 0 { throw Failure("\(names): a closure of the chain is not released") }
  }

  private func source(of elements: [Int], _ dice: inout SplitMix64) -> Observable<Int> {
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: return .from(elements)
    case 1:
      return .create { observer in
        for element in elements { observer.onNext(element) }
        observer.onCompleted()
        return Disposables.create()
      }
    case 2:
      return .create { observer in
        let isDisposed = BooleanDisposable()
        startThread {
          for element in elements where !isDisposed.isDisposed { observer.onNext(element) }
          observer.onCompleted()
        }
        return isDisposed
      }
    default:
      // Fails twice, and then delivers everything.
      let attempts = Guarded(0)
      return Observable.deferred {
        let attempt = attempts.withLock { attempts in
          attempts += 1
          return attempts
        }
        return attempt % 3 == 0 ? .from(elements) : .error(Failure("attempt \(attempt)"))
      }.retry(3)
    }
  }

  /// Collects elements until completion, or until `limit` of them have arrived and the subscription is disposed.
  private func collect(_ chain: Observable<Int>, atMost limit: Int) throws -> [Int] {
    let received = Guarded<[Int]>([])
    let failure = Guarded<String?>(nil)
    let end = DispatchSemaphore(value: 0)
    let subscription = SerialDisposable()
    subscription.disposable = chain.subscribe(
      onNext: { element in
        let isLast = received.withLock { received in
          // Ignore elements beyond the limit: a source that emits inside its subscription cannot be disposed yet.
          if received.count == limit { return false }
          received.append(element)
          return received.count == limit
        }
        if isLast {
          subscription.dispose()
          end.signal()
        }
      },
      onError: { error in
        failure.withLock { $0 = "\(error)" }
        end.signal()
      },
      onCompleted: { end.signal() })
    if end.wait(timeout: .now() + 60) == .timedOut { throw Failure("a chain does not end") }
    if let failure = failure.withLock({ $0 }) { throw Failure("a chain fails with \(failure)") }
    return received.withLock { $0 }
  }

  private static func stage(_ dice: inout SplitMix64) -> Stage {
    let number = Int.random(in: 0...6, using: &dice)
    switch Int.random(in: 0..<27, using: &dice) {
    case 0: return ("map", { $0.map { $0 &+ number } }, { $0.map { $0 &+ number } })
    case 1: return ("filter", { $0.filter { $0 % 2 == 0 } }, { $0.filter { $0 % 2 == 0 } })
    case 2:
      return (
        "scan", { $0.scan(number) { $0 &+ $1 } },
        { elements in
          var sum = number
          return elements.map {
            sum &+= $0
            return sum
          }
        }
      )
    case 3:
      return (
        "distinctUntilChanged", { $0.distinctUntilChanged() },
        { elements in elements.enumerated().filter { $0 == 0 || elements[$0 - 1] != $1 }.map(\.element) }
      )
    case 4: return ("take \(number)", { $0.take(number) }, { Array($0.prefix(number)) })
    case 5: return ("skip \(number)", { $0.skip(number) }, { Array($0.dropFirst(number)) })
    case 6: return ("takeWhile", { $0.take(while: { $0 < 15 }) }, { Array($0.prefix { $0 < 15 }) })
    case 7: return ("skipWhile", { $0.skip(while: { $0 < number }) }, { Array($0.drop { $0 < number }) })
    case 8: return ("startWith", { $0.startWith(number, 1) }, { [number, 1] + $0 })
    case 9: return ("takeLast \(number)", { $0.takeLast(number) }, { Array($0.suffix(number)) })
    case 10: return ("concatMap", { $0.concatMap { Observable.of($0, 7) } }, { $0.flatMap { [$0, 7] } })
    case 11: return ("flatMap", { $0.flatMap { Observable.just($0 &+ 1) } }, { $0.map { $0 &+ 1 } })
    case 12: return ("observe(on:)", { $0.observe(on: queue()) }, { $0 })
    case 13: return ("subscribe(on:)", { $0.subscribe(on: queue()) }, { $0 })
    case 14: return ("share", { $0.share() }, { $0 })
    case 15: return ("share(replay:)", { $0.share(replay: 2, scope: .whileConnected) }, { $0 })
    case 16: return ("materialize", { $0.materialize().dematerialize() }, { $0 })
    case 17: return ("toArray", { $0.toArray().asObservable().concatMap { Observable.from($0) } }, { $0 })
    case 18: return ("reduce", { $0.reduce(number) { $0 &+ $1 } }, { [$0.reduce(number) { $0 &+ $1 }] })
    case 19:
      return ("enumerated", { $0.enumerated().map { $0.index &+ $0.element } }, { $0.enumerated().map { $0 &+ $1 } })
    case 20: return ("concat", { $0.concat(Observable.of(number, 2)) }, { $0 + [number, 2] })
    case 21: return ("ifEmpty", { $0.ifEmpty(default: number) }, { $0.isEmpty ? [number] : $0 })
    case 22: return ("groupBy", { $0.groupBy { $0 & 3 }.flatMap { $0 } }, { $0 })
    case 23: return ("catchAndReturn", { $0.catchAndReturn(number) }, { $0 })
    case 24: return ("publish", { $0.publish().refCount() }, { $0 })
    case 25: return ("merge", { Observable.merge($0, .empty()) }, { $0 })
    default:
      return ("observe(on:) concurrent", { $0.observe(on: ConcurrentDispatchQueueScheduler(qos: .default)) }, { $0 })
    }
  }

  private static func queue() -> SerialDispatchQueueScheduler { SerialDispatchQueueScheduler(qos: .default) }
}
