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
        backlog.append("the string \(number), which is too long to be stored inline")
        backlog.append(())
        backlog.append(Aligned(vector: SIMD16(repeating: Double(number))))
        if number % 100 == 0 { backlog.append(large) }
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
      #expect(backlog.first() == nil, "round \(round)")
      #expect(backlog.isEmpty)
    }
  }

  @Test("an item may have any size up to that of a chunk")
  func sizes() {
    appendThrice(InlineArray<1, UInt8>.self)
    appendThrice(InlineArray<382, UInt8>.self)
    appendThrice(InlineArray<383, UInt8>.self)
    appendThrice(InlineArray<384, UInt8>.self)
    appendThrice(InlineArray<894, UInt8>.self)
    appendThrice(InlineArray<895, UInt8>.self)
    appendThrice(InlineArray<896, UInt8>.self)
    appendThrice(Padded<367>.self)
    appendThrice(Padded<368>.self)
    appendThrice(Padded<369>.self)
    appendThrice(Padded<376>.self)
    appendThrice(Padded<879>.self)
    appendThrice(Padded<880>.self)
    appendThrice(Padded<881>.self)
    appendThrice(Padded<888>.self)
  }

  private struct Padded<let count: Int> {
    let number: Int
    let bytes: InlineArray<count, UInt8>
  }

  /// Appends items that nearly fill a chunk. A debug build stops if one does not fit.
  private func appendThrice<Item>(_ type: Item.Type) {
    let item = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<Item>.size, alignment: 16)
    item.initializeMemory(as: UInt8.self, repeating: 1, count: MemoryLayout<Item>.size)
    defer { item.deallocate() }
    let backlog = Backlog()
    for _ in 0..<3 {
      for _ in 0..<3 { backlog.append(item.load(as: Item.self)) }
      backlog.take()
      var count = 0
      while let entry = backlog.next() {
        _ = entry.take(as: Item.self)
        count += 1
      }
      #expect(count == 3)
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
      for object in objects.prefix(2) { backlog?.append(object) }
      backlog?.take()
      backlog?.append(objects[2])
    }
    _ = backlog?.next()?.take(as: Object.self)
    #expect(taken == nil)
    #expect(first != nil && second != nil)
    backlog = nil
    #expect(first == nil && second == nil)
  }
}

extension Backlog {
  /// Removes the first of the taken entries.
  fileprivate func next() -> Entry? {
    let entry = first()
    if let entry { remove(entry) }
    return entry
  }
}
