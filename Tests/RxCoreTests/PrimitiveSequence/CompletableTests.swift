import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("Completable")
struct CompletableTests {
  private func log(_ completable: Completable) -> Recording<String> {
    let log = Recording<String>()
    _ = completable.subscribe(
      onCompleted: { log.add("completed") }, onError: { log.add("error \($0)") }, onDisposed: { log.add("disposed") })
    return log
  }

  @Test("a subscriber receives one outcome, then the disposal")
  func outcomes() {
    #expect(log(.empty()).elements == ["completed", "disposed"])
    #expect(log(.error(TestError.one)).elements == ["error one", "disposed"])
    #expect(log(.never()).elements == [])
    #expect(log(.deferred { throw TestError.two }).elements == ["error two", "disposed"])
  }

  @Test("create emits the first outcome, frees the returned disposable, and drops later outcomes")
  func creates() {
    for (outcome, text) in [(CompletableEvent.completed, "completed"), (.error(TestError.one), "error one")] {
      let log = Recording<String>()
      let completable = Completable.create { observer in
        observer(outcome)
        observer(.completed)
        observer(.error(TestError.two))
        return Disposables.create(with: { log.add("freed") })
      }
      _ = completable.subscribe {
        switch $0 {
        case .completed: log.add("completed")
        case .error(let error): log.add("error \(error)")
        }
      }
      #expect(log.elements == [text, "freed"])
    }
  }

  @Test("subscribe(with:) passes the object to the closures")
  func withObject() {
    let object = Recording<String>()
    for completable in [Completable.empty(), .error(TestError.one)] {
      _ = completable.subscribe(
        with: object, onCompleted: { $0.add("completed") }, onError: { $0.add("error \($1)") },
        onDisposed: { $0.add("disposed") })
    }
    #expect(object.elements == ["completed", "disposed", "error one", "disposed"])
  }

  @Test("do calls its closures around the outcome, the subscription and the disposal")
  func doesAll() {
    for (completable, outcome) in [
      (Completable.empty(), ["onCompleted", "completed", "disposed", "afterCompleted"]),
      (.error(TestError.one), ["onError one", "error one", "disposed", "afterError one"]),
    ] {
      let log = Recording<String>()
      let done = completable.do(
        onError: { log.add("onError \($0)") }, afterError: { log.add("afterError \($0)") },
        onCompleted: { log.add("onCompleted") }, afterCompleted: { log.add("afterCompleted") },
        onSubscribe: { log.add("onSubscribe") }, onSubscribed: { log.add("onSubscribed") },
        onDispose: { log.add("onDispose") })
      _ = done.subscribe(
        onCompleted: { log.add("completed") }, onError: { log.add("error \($0)") }, onDisposed: { log.add("disposed") })
      #expect(log.elements == ["onSubscribe"] + outcome + ["onSubscribed", "onDispose"])
    }
  }

  @Test("catch continues after an error, and retry(when:) subscribes again")
  func repairs() {
    #expect(log(Completable.error(TestError.one).catch { _ in .empty() }).elements == ["completed", "disposed"])
    let attempts = Recording<Int>()
    let secondTime = Completable.deferred { attempts.add(0) == 2 ? .empty() : .error(TestError.one) }
    let retried = secondTime.retry(when: { (errors: Observable<any Error>) in errors.map { _ in } })
    #expect(log(retried).elements == ["completed", "disposed"])
    #expect(attempts.count == 2)
  }

  @Test("delay and observe(on:) move the outcome in virtual time")
  func delays() throws {
    let span = RxTimeInterval.seconds(2)
    func never(_ source: Observable<Int>) -> Completable { source.asSingle().asCompletable() }
    try play { marbles in
      never(try marbles.hot("-1-|")).delay(span, scheduler: marbles.scheduler).asObservable().map { never -> Int in }
    }
    .expect("-----|", "^--!")
    try play { marbles in
      never(try marbles.hot("-1-|")).observe(on: marbles.scheduler).asObservable().map { never -> Int in }
    }
    .expect("----|", "^--!")
  }
}

@Suite("Completable.concat")
struct CompletableConcatTests {
  /// A completable that logs its subscription and ends like `end`.
  private func step(_ name: String, in log: Recording<String>, _ end: Completable = .empty()) -> Completable {
    .deferred {
      log.add(name)
      return end
    }
  }

  @Test("each form subscribes to one source after the other, and completes with the last")
  func concatenates() {
    let log = Recording<String>()
    let (one, two, three) = (step("1", in: log), step("2", in: log), step("3", in: log))
    let all: [Completable] = [
      .concat(one, two, three), .concat([one, two, three]), .concat(AnySequence([one, two, three])),
      one.concat(two).concat(three), one.andThen(two).andThen(three),
    ]
    for completable in all { #expect(completable.record().terminals == ["completed"]) }
    #expect(log.elements == Array(repeating: ["1", "2", "3"], count: all.count).flatMap { $0 })
    #expect(Completable.concat().record().terminals == ["completed"])
  }

  @Test("an error ends the sequence, and later sources are not subscribed to")
  func fails() {
    let log = Recording<String>()
    let failing = Completable.concat(step("1", in: log), step("2", in: log, .error(TestError.one)), step("3", in: log))
    #expect(failing.record().terminals == ["one"])
    #expect(log.elements == ["1", "2"])
  }

  @Test("a sequence is asked for the next source only when the previous one has completed")
  func isLazy() {
    let log = Recording<Int>()
    let endless = sequence(first: 1) { $0 + 1 }.lazy.map { number -> Completable in
      log.add(number)
      return number == 3 ? .error(TestError.one) : .empty()
    }
    #expect(Completable.concat(AnySequence(endless)).record().terminals == ["one"])
    #expect(log.elements == [1, 2, 3])
  }
}

@Suite("Completable.zip")
struct CompletableZipTests {
  private let probes = [SourceProbe<Never>(), SourceProbe<Never>(), SourceProbe<Never>()]

  private var sources: [Completable] { probes.map { $0.observable.asCompletable() } }

  @Test("subscribes to all sources, and completes when all have completed")
  func completes() {
    for form in [Completable.zip(sources), .zip(sources[0], sources[1], sources[2]), .zip(AnyCollection(sources))] {
      let recording = form.record()
      for probe in probes {
        #expect(recording.terminals == [])
        probe.complete()
      }
      #expect(recording.terminals == ["completed"])
    }
    #expect(Completable.zip([]).record().terminals == ["completed"])
  }

  @Test("the first error ends the sequence and disposes the other sources")
  func fails() {
    let recording = Completable.zip(sources).record()
    probes[0].complete()
    probes[1].fail(TestError.one)
    #expect(probes.map(\.disposals) == [1, 1, 1])
    probes[2].fail(TestError.two)
    #expect(recording.terminals == ["one"])
  }

  @Test("disposal disposes all sources")
  func disposes() {
    let recording = Completable.zip(sources).record()
    recording.dispose()
    #expect(probes.map(\.disposals) == [1, 1, 1])
    #expect(recording.terminals == [])
  }
}
