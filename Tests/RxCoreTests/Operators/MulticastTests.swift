import RxCore
import Testing

@Suite("multicast")
struct MulticastTests {
  private let probe = SourceProbe<Int>()

  @Test("uses the one subject in all connections")
  func usesSubject() {
    let subject = BehaviorSubject(value: 0)
    let shared = probe.observable.multicast(subject)
    let recording = shared.record()
    let connection = shared.connect()
    probe.send(1)
    connection.dispose()
    let again = shared.connect()
    probe.send(2)
    #expect(recording.elements == [0, 1, 2])
    again.dispose()
  }

  @Test("makes a subject for each connection, when it is first needed")
  func makesSubjects() {
    let log = Log<Int>()
    let shared = probe.observable.multicast(makeSubject: {
      log.add(0)
      return PublishSubject<Int>()
    })
    #expect(log.entries.count == 0)
    _ = shared.record()
    shared.connect().dispose()
    #expect(log.entries.count == 1)
    shared.connect().dispose()
    #expect(log.entries.count == 2)
  }

  @Test("with a selector subscribes to the source once, however often the selector uses it")
  func selects() {
    let recording = probe.observable.multicast(
      { PublishSubject<Int>() }, selector: { shared in Observable.zip(shared, shared.skip(1)) { $1 - $0 } }
    ).record()
    #expect(probe.subscriptions == 1)
    probe.send(1, 3, 6)
    #expect(recording.elements == [2, 3])
    recording.dispose()
    #expect(probe.disposals == 1)
  }

  @Test("an error that a selector throws ends the sequence")
  func throwsErrors() {
    let noSubject = probe.observable.multicast(
      { () -> PublishSubject<Int> in throw Oops.one }, selector: { $0 }
    ).record()
    #expect(noSubject.terminals == ["one"])
    let noResult = probe.observable.multicast(
      { PublishSubject<Int>() }, selector: { _ -> Observable<Int> in throw Oops.two }
    ).record()
    #expect(noResult.terminals == ["two"])
    #expect(probe.subscriptions == 0)
  }
}
