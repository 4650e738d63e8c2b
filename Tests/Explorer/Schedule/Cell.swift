/// An object shared by threads: an atomic, a lock, a queue or a log. The schedule may switch to another thread at each
/// operation on it.
open class Cell {
  /// Identical in each run, because it is derived from the creating thread and the number of objects created there.
  final let identity: UInt64
  // Part of a state's hash: see `Execution.stateHash`.
  private final var lastWrite: UInt64 = 0
  private final var reads: UInt64 = 0
  private final var run = 0

  public init() {
    identity = Execution.current?.nextIdentity() ?? 0
  }

  /// Waits until the schedule lets the calling thread perform this operation.
  @inline(__always)
  public final func arrive(
    _ operation: StaticString, _ file: StaticString, _ line: UInt, when condition: LogicalThread.Condition = .always
  ) {
    LogicalThread.current?.arrive(.init(name: operation, cell: self, file: file, line: line), when: condition)
  }

  /// Ends an operation that changed nothing, and therefore commutes with others like it.
  public final func didRead() {
    guard let thread = LogicalThread.current else { return }
    beginRun()
    thread.hash = mix(mix(thread.hash, thread.pending.hash), lastWrite)
    reads &+= thread.hash
  }

  /// Ends an operation that changed the cell.
  public final func didWrite() {
    guard let thread = LogicalThread.current else { return }
    beginRun()
    thread.hash = mix(mix(mix(thread.hash, thread.pending.hash), lastWrite), reads)
    lastWrite = thread.hash
    reads = 0
  }

  /// Adds the result of an operation to the printed step.
  @inline(__always)
  public final func show(_ result: @autoclosure () -> String) {
    if let execution = Execution.current, execution.isTraced { execution.show(result()) }
  }

  private final func beginRun() {
    guard let execution = Execution.current, run != execution.number else { return }
    (run, lastWrite, reads) = (execution.number, 0, 0)
  }
}

@inline(__always)
func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
  var z = (one ^ (other &* 0x9E37_79B9_7F4A_7C15)) &+ 0x9E37_79B9_7F4A_7C15
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}
