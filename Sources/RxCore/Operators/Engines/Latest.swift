/// The latest element, once there is one.
///
/// It manages its own memory: in unspecialised generic code, an optional of the element costs a metadata look-up per
/// operation. Replaced elements are released last, because their deinit may make a source emit.
struct Latest<Element>: ~Copyable {
  private var memory: UnsafeMutablePointer<Element>?

  var isEmpty: Bool { memory == nil }

  /// The element. There must be one.
  @inline(__always)
  var element: Element {
    guard let memory else { preconditionFailure("There is no latest element.") }
    return memory.pointee
  }

  @inline(__always)
  mutating func replace(with element: Element) {
    guard let memory else {
      let memory = UnsafeMutablePointer<Element>.allocate(capacity: 1)
      memory.initialize(to: element)
      self.memory = memory
      return
    }
    let former = memory.move()
    memory.initialize(to: element)
    withExtendedLifetime(former) {}
  }

  @inline(__always)
  mutating func clear() {
    let former = memory
    memory = nil
    Self.free(former)
  }

  deinit { Self.free(memory) }

  private static func free(_ memory: UnsafeMutablePointer<Element>?) {
    memory?.deinitialize(count: 1)
    memory?.deallocate()
  }
}
