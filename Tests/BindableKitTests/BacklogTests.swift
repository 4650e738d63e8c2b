import Testing

@testable import DeliveryCore

@Suite("What waits for delivery")
struct BacklogTests {
  private let backlog = Backlog()

  private final class Object {}

  private struct Aligned {
    let vector: SIMD16<Double>
  }

  @Test("items of all types and sizes come out as they went in, also those larger than a chunk")
  func types() {
    let large = InlineArray<40_000, UInt8>(repeating: 7)
    for round in 0..<2 {
      for number in 0..<500 {
        backlog.append(number, Change(number: UInt64(number)))
        backlog.append("the string \(number), which is too long to be stored inline", Change(number: 0))
        backlog.append((), Change(number: 0))
        backlog.append(Aligned(vector: SIMD16(repeating: Double(number))), Change(number: 0))
        if number % 100 == 0 { backlog.append(large, Change(number: 0)) }
      }
      backlog.take()
      for number in 0..<500 {
        let first = backlog.next()
        #expect(first?.change.number == UInt64(number))
        #expect(first?.take(as: Int.self) == number)
        #expect(backlog.next()?.take(as: String.self) == "the string \(number), which is too long to be stored inline")
        #expect(backlog.next()?.take(as: Void.self) != nil)
        #expect(backlog.next()?.take(as: Aligned.self).vector == SIMD16(repeating: Double(number)))
        if number % 100 == 0 {
          #expect(backlog.next()?.take(as: InlineArray<40_000, UInt8>.self)[39_999] == 7)
        }
      }
      #expect(backlog.first == nil, "round \(round)")
      #expect(backlog.isEmpty)
    }
  }

  @Test("an item is released when it is taken, and all others with the backlog")
  func release() {
    var backlog: Backlog? = Backlog()
    weak var taken: Object?
    weak var first: Object?
    weak var second: Object?
    do {
      let objects = [Object(), Object(), Object()]
      (taken, first, second) = (objects[0], objects[1], objects[2])
      for object in objects.prefix(2) { backlog?.append(object, Change(number: 0)) }
      backlog?.take()
      backlog?.append(objects[2], Change(number: 0))
    }
    _ = backlog?.next()?.take(as: Object.self)
    #expect(taken == nil)
    #expect(first != nil && second != nil)
    backlog = nil
    #expect(first == nil && second == nil)
  }
}
