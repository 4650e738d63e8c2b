import RxCore
import Testing

@Suite("replay")
struct ReplayTests {
  private let probe = SourceProbe<Int>()

  @Test("sends the last elements of the connection to each new subscriber")
  func replays() {
    let shared = probe.observable.replay(2)
    let connection = shared.connect()
    probe.send(1, 2, 3)
    let recording = shared.record()
    #expect(recording.elements == [2, 3])
    probe.send(4)
    #expect(recording.elements == [2, 3, 4])
    connection.dispose()
  }

  @Test("replayAll sends all of them")
  func replaysAll() {
    let shared = probe.observable.replayAll()
    let connection = shared.connect()
    for number in 1...100 { probe.send(number) }
    #expect(shared.record().elements == Array(1...100))
    connection.dispose()
  }

  @Test("a new connection has nothing to replay")
  func forgets() {
    let shared = probe.observable.replay(2)
    let connection = shared.connect()
    probe.send(1)
    connection.dispose()
    #expect(shared.record().elements == [])
  }
}
