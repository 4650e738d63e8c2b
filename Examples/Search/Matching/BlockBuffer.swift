/// A reusable buffer for file contents and their case-folded copy. Must be used by one thread at a time.
final class BlockBuffer {
  private var memory: UnsafeMutableRawBufferPointer
  /// The case-folded copy, as large as `memory`; allocated on first use.
  private var foldedMemory: UnsafeMutableRawBufferPointer?

  init(size: Int) { memory = .allocate(byteCount: size, alignment: 64) }

  deinit {
    memory.deallocate()
    foldedMemory?.deallocate()
  }

  var count: Int { memory.count }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

  /// The bytes written by ``fold(_:)``.
  var folded: UnsafeRawBufferPointer { UnsafeRawBufferPointer(foldedMemory ?? memory) }

  /// The writable space from `position` on.
  func room(from position: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: memory[position...])
  }

  /// Writes the bytes in `range` to ``folded``, in lower case.
  func fold(_ range: Range<Int>) {
    let folded = foldedMemory ?? .allocate(byteCount: memory.count, alignment: 64)
    foldedMemory = folded
    folded.foldCase(of: bytes, in: range)
  }

  /// Moves the bytes in `range` to the beginning.
  func moveToBeginning(_ range: Range<Int>) {
    memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  /// Enlarges the buffer and keeps its first `kept` bytes.
  func grow(to size: Int, keeping kept: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<kept]))
    memory.deallocate()
    memory = larger
    foldedMemory?.deallocate()
    foldedMemory = nil
  }
}
