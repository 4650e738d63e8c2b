import Dispatch
import RxCore
import TestSupport

/// Sources that are fed by one thread each, and joined by one operator. An element is its source's number times a
/// thousand, plus the element's position.
final class Race: Sendable {
  private let seed: Int

  init(seed: Int) {
    self.seed = seed
  }

  func run() throws {
    var dice = SplitMix64(seed: seed)
    let sizes = (0..<Int.random(in: 2...4, using: &dice)).map { _ in Int.random(in: 1...40, using: &dice) }
    let joined = Joined.allCases.randomElement(using: &dice) ?? .merge
    let isCut = Int.random(in: 0..<3, using: &dice) == 0
    do {
      let received = try collect(joined, sizes, disposing: isCut)
      if !isCut { try joined.check(received, sizes) }
    } catch {
      throw Failure("\(joined) of \(sizes): \(error)")
    }
  }

  private func collect(_ joined: Joined, _ sizes: [Int], disposing: Bool) throws -> [[Int]] {
    let subjects = sizes.map { _ in PublishSubject<Int>() }
    let received = Guarded<[[Int]]>([])
    let calls = Guarded((running: 0, overlaps: 0, ends: 0, afterEnd: 0, afterDispose: 0, isDisposed: false))
    @Sendable func call(isEnd: Bool = false, _ body: () -> Void) {
      calls.withLock {
        $0.running += 1
        if $0.running > 1 { $0.overlaps += 1 }
        if $0.ends > 0 { $0.afterEnd += 1 }
        if $0.isDisposed { $0.afterDispose += 1 }
        if isEnd { $0.ends += 1 }
      }
      body()
      calls.withLock { $0.running -= 1 }
    }
    let subscription = joined.observable(subjects).subscribe(
      onNext: { elements in call { received.withLock { $0.append(elements) } } },
      onCompleted: { call(isEnd: true) {} })
    try onThreadsOrThrow(sizes.count + (disposing ? 1 : 0)) { thread in
      guard thread < sizes.count else {
        subscription.dispose()
        return calls.withLock { $0.isDisposed = true }
      }
      for place in 0..<sizes[thread] { subjects[thread].onNext(thread * 1_000 + place) }
      subjects[thread].onCompleted()
    }
    let counts = calls.withLock { $0 }
    if counts.overlaps > 0 { throw Failure("\(counts.overlaps) calls overlap") }
    if counts.afterEnd > 0 { throw Failure("\(counts.afterEnd) calls follow the end") }
    if counts.afterDispose > 1 { throw Failure("\(counts.afterDispose) calls begin after the disposal has returned") }
    if !disposing, counts.ends != 1 { throw Failure("\(counts.ends) completions") }
    if subjects.contains(where: \.hasObservers) { throw Failure("a source still has an observer") }
    return received.withLock { $0 }
  }
}

/// An operator that joins sources, with a check of its output.
private enum Joined: CaseIterable {
  case merge, mergeTwo, zip, combineLatest, flatMap, share, observeOn, withLatestFrom, groupBy

  func observable(_ sources: [PublishSubject<Int>]) -> Observable<[Int]> {
    let list = sources.map { $0.asObservable() }
    switch self {
    case .merge: return Observable.merge(list).map { [$0] }
    // Replay the elements, because `merge` subscribes to some of the sources later.
    case .mergeTwo:
      let replays = list.map { source in
        let replay = ReplaySubject<Int>.createUnbounded()
        return (replay, source.subscribe(replay))
      }
      return Observable.from(replays.map { $0.0.asObservable() }).merge(maxConcurrent: 2).map { [$0] }
        .do(onDispose: { for (_, subscription) in replays { subscription.dispose() } })
    case .zip: return Observable.zip(list)
    case .combineLatest: return Observable.combineLatest(list)
    case .flatMap: return Observable.from(list).flatMap { $0 }.map { [$0] }
    case .share:
      let shared = Observable.merge(list).share()
      return Observable.zip(shared, shared) { [$0, $1] }
    case .observeOn:
      return Observable.merge(list).observe(on: CurrentThreadScheduler.instance).map { [$0] }
    case .withLatestFrom: return list[0].withLatestFrom(list[1]) { [$0, $1] }
    case .groupBy: return Observable.merge(list).groupBy { $0 / 1_000 }.flatMap { $0 }.map { [$0] }
    }
  }

  func check(_ received: [[Int]], _ sizes: [Int]) throws {
    let everything = sizes.indices.map { source in (0..<sizes[source]).map { source * 1_000 + $0 } }
    switch self {
    case .merge, .mergeTwo, .flatMap, .observeOn, .groupBy:
      for (source, elements) in everything.enumerated() {
        let own = received.flatMap { $0 }.filter { $0 / 1_000 == source }
        if own != elements { throw Failure("source \(source) delivers \(own)") }
      }
    case .zip:
      let expected = (0..<(sizes.min() ?? 0)).map { place in sizes.indices.map { $0 * 1_000 + place } }
      if received != expected { throw Failure("delivers \(received)") }
    case .combineLatest:
      try checkRising(received)
      if received.last != everything.compactMap(\.last) { throw Failure("the last is \(received.last ?? [])") }
    case .share:
      if received.contains(where: { $0[0] != $0[1] }) || received.count != sizes.reduce(0, +) {
        throw Failure("delivers \(received)")
      }
    case .withLatestFrom: try checkRising(received)
    }
  }

  /// Checks that no source's part of a combination ever decreases.
  private func checkRising(_ received: [[Int]]) throws {
    for (former, next) in Swift.zip(received, received.dropFirst()) {
      for (one, other) in Swift.zip(former, next) where one > other { throw Failure("\(next) follows \(former)") }
    }
  }
}
