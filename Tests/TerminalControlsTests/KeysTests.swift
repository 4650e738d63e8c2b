import Dispatch
import RxCore
import RxTesting
import TerminalControls
import Testing

/// A tick is a millisecond.
@Suite("Keys in time")
struct KeysTests {
  private let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)

  private func record(_ reads: [Recorded<Event<[UInt8]>>]) -> [Recorded<Event<Key>>] {
    let keys = scheduler.record(scheduler.createHotObservable(reads).keys(scheduler: scheduler))
    scheduler.start()
    return keys.events
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("a character is a key immediately, and an Escape 50 milliseconds later")
  func escape() {
    let keys = record([.next(10, bytes("a")), .next(20, bytes("b\u{1B}")), .next(200, bytes("c"))])
    #expect(
      keys == [.next(10, .character("a")), .next(20, .character("b")), .next(70, .escape), .next(200, .character("c"))])
  }

  @Test("a sequence in several reads is one key, if no pause takes 50 milliseconds")
  func sequence() {
    let keys = record([.next(10, bytes("\u{1B}")), .next(50, bytes("[")), .next(95, bytes("A"))])
    #expect(keys == [.next(95, .up)])
  }

  @Test("an Escape, and bytes that follow it after 50 milliseconds, are separate keys")
  func late() {
    let keys = record([.next(10, bytes("\u{1B}")), .next(61, bytes("[A"))])
    #expect(keys == [.next(60, .escape), .next(61, .character("[")), .next(61, .character("A"))])
  }

  @Test("a character in two reads is one key")
  func character() {
    #expect(record([.next(10, [0xE6]), .next(20, [0xBC, 0xA2])]) == [.next(20, .character("漢"))])
  }

  @Test("a pause does not end a paste")
  func paste() {
    let keys = record([.next(10, bytes("\u{1B}[200~a")), .next(500, bytes("b\u{1B}[201~"))])
    #expect(keys == [.next(500, .paste("ab"))])
  }

  @Test("end with their source, after a pending Escape")
  func completion() {
    #expect(record([.next(10, [0x1B]), .completed(20)]) == [.next(60, .escape), .completed(60)])
    #expect(record([.next(110, [0x1B]), .error(120, TerminalError.closed)]) == [.error(120, TerminalError.closed)])
  }

  @Test("leave no timer behind after disposal")
  func disposal() {
    let keys = scheduler.createHotObservable([.next(10, [0x1B])]).keys(scheduler: scheduler)
    let subscription = keys.subscribe()
    scheduler.advanceTo(20)
    subscription.dispose()
    #expect(scheduler.pending == 0)
  }
}
