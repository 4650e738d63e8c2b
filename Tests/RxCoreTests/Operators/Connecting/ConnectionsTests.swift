import TestSupport
import Testing

@testable import RxCore

private final class Name: CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

@Suite("Connections")
struct ConnectionsTests {
  private let one = Name("one")
  private let two = Name("two")

  /// A state whose current connection has `members`.
  private func joined(_ connection: Name, members: Int = 1) -> ConnectionsState<Name> {
    var state = ConnectionsState<Name>()
    #expect(state.current(or: connection) === connection)
    for _ in 0..<members { #expect(state.current(joins: true) === connection) }
    return state
  }

  @Test("subscribers join the current connection, which starts once and ends with its last member")
  func counts() {
    var state = joined(one, members: 2)
    #expect(state.current(or: two) === one)
    #expect(state.start(one) == true)
    #expect(state.start(one) == false)
    #expect(state.callEnded(one) == nil)
    #expect(state.leave(one) == false)
    #expect(state.current() === one)
    #expect(state.leave(one) == true)
    #expect(state.current() == nil)
    state.willEnd(one)
    for _ in 0..<2 { #expect(state.callEnded(one) == nil) }
    #expect(state.current(or: two) === two)
    #expect(state.start(two) == true)
  }

  @Test("a subscriber joins once, after a connection has been made for it")
  func joinsOnce() {
    var state = ConnectionsState<Name>()
    #expect(state.current(joins: true) == nil)
    #expect(state.current(or: one, joins: true) === one)
    #expect(state.start(one) == true)
    #expect(state.leave(one) == true)
  }

  @Test("the next connection waits for the call that was told to dispose, even if it has not begun to")
  func waitsForLastMember() {
    var state = joined(one)
    #expect(state.start(one) == true)
    #expect(state.leave(one) == true)
    #expect(state.current(or: two, joins: true) === two)
    #expect(state.start(two) == false)
    #expect(state.callEnded(one) == nil)  // The subscription to the source has returned.
    state.willEnd(one)
    #expect(state.callEnded(one) == nil)
    #expect(state.callEnded(one) === two)
  }

  @Test("the next connection starts when the former one has been disposed")
  func waits() {
    var state = joined(one)
    #expect(state.start(one) == true)
    #expect(state.callEnded(one) == nil)
    #expect(state.leave(one) == true)
    state.willEnd(one)
    #expect(state.current(or: two, joins: true) === two)
    #expect(state.start(two) == false)
    #expect(state.callEnded(one) == nil)
    #expect(state.callEnded(one) === two)
    #expect(state.start(two) == false)
    #expect(state.callEnded(two) == nil)
    #expect(state.leave(two) == true)
  }

  @Test("a connection that ends inside its own start, or in several calls, ends with the last call")
  func waitsForAllCalls() {
    var state = joined(one)
    #expect(state.start(one) == true)
    state.willEnd(one)
    state.willEnd(one)
    #expect(state.current(or: two) === two)
    #expect(state.start(two) == false)
    #expect(state.callEnded(one) == nil)
    #expect(state.callEnded(one) == nil)
    #expect(state.callEnded(one) === two)
  }

  @Test("a waiting connection that loses its last member does not start")
  func doesNotStartWithoutMembers() {
    var state = joined(one)
    #expect(state.start(one) == true)
    state.willEnd(one)
    #expect(state.current(or: two, joins: true) === two)
    #expect(state.start(two) == false)
    #expect(state.leave(two) == true)
    state.willEnd(two)
    #expect(state.callEnded(two) == nil)
    #expect(state.callEnded(one) == nil)
    #expect(state.callEnded(one) == nil)
    #expect(state.current() == nil)
  }

  @Test("a connection that has not started remains current without members")
  func keepsUnstarted() {
    var state = joined(one)
    #expect(state.leave(one) == false)
    #expect(state.current() === one)
    #expect(state.start(one) == true)
  }

  @Test("calls for a former connection change nothing")
  func ignoresFormer() {
    var state = joined(one)
    #expect(state.start(one) == true)
    #expect(state.callEnded(one) == nil)
    state.willEnd(one)
    #expect(state.callEnded(one) == nil)
    #expect(state.current(or: two, joins: true) === two)
    #expect(state.start(two) == true)
    #expect(state.start(one) == false)
    #expect(state.leave(one) == false)
    state.willEnd(one)
    #expect(state.callEnded(one) == nil)
    #expect(state.current() === two)
    #expect(state.callEnded(two) == nil)
    #expect(state.leave(two) == true)
  }
}
