import TestSupport
import Testing

@testable import DeliveryCore

@Suite("Queue")
struct QueueTests {
  @Test("behaves like an array for random sequences of appends and removals", arguments: 1...20)
  func random(seed: Int) {
    var generator = SplitMix64(seed: seed)
    let queue = Queue<Int>()
    var model: [Int] = []
    for number in 0..<2_000 {
      // Phases in which the queue mostly grows alternate with phases in which it mostly shrinks.
      if Int.random(in: 0..<10, using: &generator) < ((number / 200).isMultiple(of: 2) ? 7 : 3) {
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

  @Test("releases removed elements immediately, and the others when it is deallocated")
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
