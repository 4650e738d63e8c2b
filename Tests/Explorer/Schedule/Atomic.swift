// The parts of the module `Synchronization` that the package uses. Orderings are ignored: all operations are
// sequentially consistent here.

public enum AtomicLoadOrdering { case relaxed, acquiring, sequentiallyConsistent }
public enum AtomicStoreOrdering { case relaxed, releasing, sequentiallyConsistent }
public enum AtomicUpdateOrdering { case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent }

/// An atomic value. Each operation on it is a point of the schedule.
public struct Atomic<Value>: ~Copyable, @unchecked Sendable {
  private final class AtomicCell: Cell {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let cell: AtomicCell

  /// The value as printed in a step.
  private static func text(_ value: Value) -> String {
    let text = "\(value)"
    return text.utf8.count < 30 ? text : "an object"
  }

  public init(_ value: consuming Value) { cell = AtomicCell(value) }

  public borrowing func load(
    ordering: AtomicLoadOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> Value {
    cell.arrive("load", file, line)
    cell.didRead()
    cell.show("is \(Self.text(cell.value))")
    return cell.value
  }

  public borrowing func store(
    _ value: consuming Value, ordering: AtomicStoreOrdering, file: StaticString = #filePath, line: UInt = #line
  ) {
    cell.arrive("store", file, line)
    write(value)
  }

  public borrowing func exchange(
    _ value: consuming Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> Value {
    cell.arrive("exchange", file, line)
    let former = cell.value
    write(value)
    return former
  }

  private borrowing func write(_ value: Value) {
    cell.didWrite()
    cell.show("\(Self.text(cell.value)) becomes \(Self.text(value))")
    cell.value = value
  }
}

extension Atomic where Value: Equatable {
  public borrowing func compareExchange(
    expected: Value, desired: Value, ordering: AtomicUpdateOrdering,
    file: StaticString = #filePath, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    cell.arrive("compareExchange", file, line)
    let former = cell.value
    if former == expected {
      write(desired)
    } else {
      cell.didRead()
      cell.show("stays \(former)")
    }
    return (former == expected, former)
  }

  public borrowing func compareExchange(
    expected: Value, desired: Value, successOrdering: AtomicUpdateOrdering, failureOrdering: AtomicLoadOrdering,
    file: StaticString = #filePath, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(expected: expected, desired: desired, ordering: successOrdering, file: file, line: line)
  }

  public borrowing func weakCompareExchange(
    expected: Value, desired: Value, ordering: AtomicUpdateOrdering,
    file: StaticString = #filePath, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(expected: expected, desired: desired, ordering: ordering, file: file, line: line)
  }
}

extension Atomic where Value: FixedWidthInteger {
  private borrowing func update(
    _ name: StaticString, _ file: StaticString, _ line: UInt, _ change: (Value) -> Value
  ) -> (oldValue: Value, newValue: Value) {
    cell.arrive(name, file, line)
    let former = cell.value
    let new = change(former)
    // An update that changes nothing counts as a read, because it commutes with loads.
    if new == former { cell.didRead() } else { cell.didWrite() }
    cell.show("\(former) becomes \(new)")
    cell.value = new
    return (former, new)
  }

  @discardableResult
  public borrowing func wrappingAdd(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("wrappingAdd", file, line) { $0 &+ operand }
  }

  @discardableResult
  public borrowing func wrappingSubtract(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("wrappingSubtract", file, line) { $0 &- operand }
  }

  @discardableResult
  public borrowing func bitwiseOr(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("bitwiseOr", file, line) { $0 | operand }
  }

  @discardableResult
  public borrowing func bitwiseAnd(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("bitwiseAnd", file, line) { $0 & operand }
  }
}
