import RxCore
import RxTesting
import TestSupport
import Testing

/// A resource that logs every call of `dispose()`, including repeated calls, which the library's disposables ignore.
private final class Resource: Disposable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  convenience init(_ log: Recording<String>) { self.init { log.add("disposed") } }

  func dispose() { action() }
}

@Suite("using", .dedicatedThreads)
struct UsingTests {
  private let log = Recording<String>()

  private func using(_ source: @escaping @Sendable () throws -> Observable<Int>) -> Observable<Int> {
    .using(
      { [log] in
        log.add("made")
        return Resource(log)
      }, observableFactory: { _ in try source() })
  }

  @Test("makes a resource for each subscription, and disposes it once, after the end was forwarded")
  func ends() {
    for end in [Event<Int>.completed, .error(TestError.one)] {
      let probe = SourceProbe<Int>()
      let log = Recording<String>()
      let subscription = Observable<Int>.using({ Resource(log) }, observableFactory: { _ in probe.observable })
        .subscribe { log.add("\($0)") }
      probe.send(1)
      if end.isCompleted { probe.complete() } else { probe.fail(TestError.one) }
      probe.complete()
      subscription.dispose()
      #expect(log.elements == ["next(1)", "\(end)", "disposed"])
      #expect(probe.disposals == 1)
    }
    #expect(using { .just(1) }.record().elements == [1])
    #expect(using { .just(1) }.record().elements == [1])
    #expect(log.elements == ["made", "disposed", "made", "disposed"])
  }

  @Test("disposal disposes the source and then the resource, once")
  func disposes() {
    let source = Observable<Int>.create { [log] _ in Disposables.create(with: { log.add("source") }) }
    let subscription = using { source }.subscribe(onNext: { _ in })
    subscription.dispose()
    subscription.dispose()
    #expect(log.elements == ["made", "source", "disposed"])
  }

  @Test("disposal disposes the source first, however long the chain is", arguments: 0...130)
  func disposesLast(stages: Int) {
    let log = Recording<String>()
    let source = Observable<Int>.create { _ in Disposables.create { log.add("source") } }
    var chain = Observable<Int>.using({ Resource(log) }, observableFactory: { _ in source })
    for _ in 0..<stages { chain = chain.map { $0 } }
    chain.subscribe().dispose()
    #expect(log.elements == ["source", "disposed"])
  }

  @Test("an error thrown by the source's factory disposes the resource once, and ends the sequence")
  func failsWithResource() {
    let recording = using { throw TestError.two }.record()
    #expect(recording.terminals == ["two"])
    recording.dispose()
    #expect(log.elements == ["made", "disposed"])
  }

  @Test("an error thrown by the resource's factory ends the sequence, and no source is made")
  func failsWithoutResource() {
    let recording = Observable<Int>.using(
      { () throws -> Resource in throw TestError.one },
      observableFactory: { [log] _ in
        log.add("source")
        return .never()
      }
    ).record()
    #expect(recording.terminals == ["one"])
    #expect(log.elements == [])
  }

  @Test("a disposal inside either factory disposes the resource, and the source is not subscribed to")
  func disposesInFactory() {
    for isInFirst in [true, false] {
      let log = Recording<String>()
      let subscription = SingleAssignmentDisposable()
      let before = SourceProbe<Int>()
      let source = Observable<Int>.create { _ in
        log.add("subscribed")
        return Disposables.create { log.add("unsubscribed") }
      }
      let chain = before.observable.concat(
        Observable.using(
          {
            if isInFirst { subscription.dispose() }
            return Resource(log)
          },
          observableFactory: { _ in
            if !isInFirst { subscription.dispose() }
            log.add("made")
            return source
          }))
      subscription.setDisposable(chain.subscribe())
      before.complete()
      #expect(log.elements == ["made", "disposed"])
    }
  }

  @Test("many threads that dispose at the same time dispose the resource once")
  func disposesOnce() {
    for _ in 0..<100 {
      let log = Recording<String>()
      let probe = SourceProbe<Int>()
      let subscription = Observable<Int>.using({ Resource(log) }, observableFactory: { _ in probe.observable })
        .subscribe(onNext: { _ in })
      onThreads(3) { thread in if thread == 0 { probe.complete() } else { subscription.dispose() } }
      #expect(log.elements == ["disposed"])
    }
  }
}

@Suite("using in virtual time")
struct UsingTimeTests {
  @Test(
    "makes the resource at the subscription and disposes it at the end", arguments: ["-1-2|", "-1-2#", "-1-2-----"])
  func lives(source: String) throws {
    let log = Recording<TestTime>()
    let isEndless = !source.hasSuffix("|") && !source.hasSuffix("#")
    try play(isEndless ? "^---!" : nil) { marbles in
      let inner = try marbles.cold(source)
      let scheduler = marbles.scheduler
      return .using(
        {
          log.add(scheduler.clock)
          return Resource { log.add(scheduler.clock) }
        }, observableFactory: { _ in inner })
    }.expect(isEndless ? "-1-2" : source, "^---!")
    #expect(log.elements == [200, 204])
  }
}
