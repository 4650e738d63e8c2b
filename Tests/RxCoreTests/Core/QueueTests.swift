import TestSupport
import Testing

@testable import RxCore

@Suite("Queue")
struct QueueTests {
  @Test("agrees with an array, whatever is put in and taken out", arguments: 1...20)
  func random(seed: Int) {
    var dice = SplitMix64(seed: seed)
    let queue = Queue<Int>()
    var model: [Int] = []
    for number in 0..<2_000 {
      // Now and then it mostly grows, then mostly shrinks.
      if Int.random(in: 0..<10, using: &dice) < ((number / 200).isMultiple(of: 2) ? 7 : 3) {
        queue.append(number)
        model.append(number)
      } else {
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count)
      #expect(queue.first == model.first)
      #expect(queue.last == model.last)
    }
    #expect(Array(queue.all) == model)
    queue.removeAll()
    #expect(queue.isEmpty)
    #expect(queue.popFirst() == nil)
  }

  @Test("releases what it hands out, and the rest when it is deallocated")
  func lifetimes() {
    final class Token {}
    weak var first: Token?
    weak var second: Token?
    do {
      let queue = Queue<Token>()
      do {
        let tokens = (Token(), Token())
        (first, second) = tokens
        queue.append(tokens.0)
        queue.append(tokens.1)
      }
      #expect(first != nil)
      _ = queue.popFirst()
      #expect(first == nil)
      #expect(second != nil)
    }
    #expect(second == nil)
  }
}
