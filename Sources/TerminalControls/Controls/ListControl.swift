public import RxCore

/// The part of a ``ListView`` that does not depend on the items: rows, one of which may be selected.
@MainActor
public class ListControl: Control {
  fileprivate let selected = ControlValue<Int?>(nil)
  fileprivate let chosen = ControlEventSource<Int>()
  /// The index of the first visible item.
  private(set) var firstRow = 0

  /// The number of items.
  var count: Int { 0 }

  /// The index of the selected item, from 0; `nil` for none. An index that has no item yet is kept. A change by the
  /// program is not emitted.
  public var selection: Int? {
    get { selected.value }
    set {
      guard newValue != selection else { return }
      selected.value = newValue
      setNeedsDisplay()
    }
  }

  /// Scrolls just enough to show the selection in this many rows, and returns the indices of the visible items.
  func scroll(rows: Int) -> Range<Int> {
    guard count > 0, rows > 0 else { return 0..<0 }
    if let selection, (0..<count).contains(selection) {
      firstRow = min(max(firstRow, selection - rows + 1), selection)
    }
    firstRow = max(0, min(firstRow, count - rows))
    return firstRow..<min(count, firstRow + rows)
  }

  public override func handle(_ key: Key) -> Bool {
    guard count > 0 else { return false }
    let page = max(1, frame.rows - 1)
    switch key {
    case .down, .control("n"): move(to: selection.map { $0 + 1 } ?? 0)
    case .up, .control("p"): move(to: selection.map { $0 - 1 } ?? 0)
    case .pageDown: move(to: (selection ?? 0) + page)
    case .pageUp: move(to: (selection ?? 0) - page)
    case .home: move(to: 0)
    case .end: move(to: count - 1)
    case .enter: return choose()
    default: return false
    }
    return true
  }

  private func move(to row: Int) {
    let row = max(0, min(row, count - 1))
    guard row != selection else { return }
    setNeedsDisplay()
    selected.change(to: row)
  }

  private func choose() -> Bool {
    guard let selection, (0..<count).contains(selection) else { return false }
    chosen.emit(selection)
    return true
  }
}

extension Reactive where Base: ListControl {
  /// The index of the selected item, both ways: emits the current index and the user's selections, on the main queue,
  /// and selects the index that it receives. Completes when the list is deallocated.
  @MainActor public var selection: ControlProperty<Int?> {
    ControlProperty(
      values: base.selected.values, valueSink: Binder(base) { list, selection in list.selection = selection })
  }

  /// Emits the index of the selected item when the user presses Enter. Completes when the list is deallocated.
  @MainActor public var itemChosen: ControlEvent<Int> { base.chosen.events }
}
