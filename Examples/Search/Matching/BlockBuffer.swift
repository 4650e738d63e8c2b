/// Memory into which files are read, one after the other, and the same bytes without regard to case. Used by one thread.
final class BlockBuffer {
  private var memory: UnsafeMutableRawBufferPointer
  /// As large as `memory`, once it is needed.
  private var foldedMemory: UnsafeMutableRawBufferPointer?

  init(size: Int) { memory = .allocate(byteCount: size, alignment: 64) }

  deinit {
    memory.deallocate()
    foldedMemory?.deallocate()
  }

  var count: Int { memory.count }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

  /// What ``fold(_:)`` has written.
  var folded: UnsafeRawBufferPointer { UnsafeRawBufferPointer(foldedMemory ?? memory) }

  /// The room from `position` on, to be written to.
  func room(from position: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: memory[position...])
  }

  /// Writes the bytes in `range` to ``folded``, in small letters.
  func fold(_ range: Range<Int>) {
    let folded = foldedMemory ?? .allocate(byteCount: memory.count, alignment: 64)
    foldedMemory = folded
    folded.foldCase(of: bytes, in: range)
  }

  /// Moves the bytes in `range` to the beginning.
  func moveToBeginning(_ range: Range<Int>) {
    memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  /// Makes the buffer larger, and keeps the first `kept` bytes.
  func grow(to size: Int, keeping kept: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<kept]))
    memory.deallocate()
    memory = larger
    foldedMemory?.deallocate()
    foldedMemory = nil
  }
}
