import RxCore
import TestSupport
import Testing

@Suite("ReplayRelay")
struct ReplayRelayTests {
  @Test("a subscriber receives the last elements, then each later one", arguments: [0, 1, 2, 5])
  func replays(size: Int) {
    let relay = ReplayRelay<Int>.create(bufferSize: size)
    for element in 1...3 { relay.accept(element) }
    let recording = relay.record()
    relay.accept(4)
    #expect(recording.elements == Array([1, 2, 3].suffix(size)) + [4])
    #expect(recording.terminals.isEmpty)
  }

  @Test("an unbounded relay replays all elements")
  func replaysAll() {
    let relay = ReplayRelay<Int>.createUnbound()
    for element in 1...100 { relay.accept(element) }
    #expect(relay.asObservable().record().elements == Array(1...100))
  }
}
