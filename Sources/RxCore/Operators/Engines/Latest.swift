/// Storage for the latest element, empty until the first one arrives.
///
/// Manages its own memory, because the type of an optional would be looked up: see *Generic code* in the architecture.
struct Latest<Element>: ~Copyable {
  private var memory: UnsafeMutablePointer<Element>?

  var isEmpty: Bool { memory == nil }

  /// The element. Must not be read while `isEmpty` is true.
  @inline(__always)
  var element: Element {
    guard let memory else { preconditionFailure("There is no latest element.") }
    return memory.pointee
  }

  /// Stores `element`, and returns the replaced one, or `element` itself if there was none. The caller releases the
  /// replaced element after the call, because its deinit may make a source emit.
  @inline(__always)
  mutating func replace(with element: Element) -> Element {
    let memory = memory ?? .allocate(capacity: 1)
    let former = isEmpty ? element : memory.move()
    memory.initialize(to: element)
    self.memory = memory
    return former
  }

  /// Removes the element, if any.
  mutating func removeElement() {
    memory?.deinitialize(count: 1)
    memory?.deallocate()
    memory = nil
  }

  deinit {
    memory?.deinitialize(count: 1)
    memory?.deallocate()
  }
}
