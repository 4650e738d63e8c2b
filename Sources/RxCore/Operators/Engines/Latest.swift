/// The latest element, once there is one.
///
/// It manages its own memory: in unspecialised generic code, an optional of the element costs a metadata look-up per
/// operation.
struct Latest<Element>: ~Copyable {
  private var memory: UnsafeMutablePointer<Element>?

  var isEmpty: Bool { memory == nil }

  /// The element. There must be one.
  @inline(__always)
  var element: Element {
    guard let memory else { preconditionFailure("There is no latest element.") }
    return memory.pointee
  }

  /// Stores `element`. Afterwards `element` is the replaced one, if there was one. The caller releases it when this has
  /// returned, because its deinit may make a source emit.
  @inline(__always)
  mutating func replace(with element: inout Element) {
    if let memory {
      swap(&memory.pointee, &element)
    } else {
      let memory = UnsafeMutablePointer<Element>.allocate(capacity: 1)
      memory.initialize(to: element)
      self.memory = memory
    }
  }

  deinit {
    memory?.deinitialize(count: 1)
    memory?.deallocate()
  }
}
