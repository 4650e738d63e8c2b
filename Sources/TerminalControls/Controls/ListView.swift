/// A list of items, one per row, in which the user selects one.
///
/// Keys: the up and down arrows, Page Up and Page Down, Home, End, Ctrl-N, Ctrl-P, and Enter to choose the selected
/// item.
///
///     let list = ListView<Hit> { hit, columns in StyledText(hit.path).fitted(columns: columns) }
///     viewModel.hits.drive(list.rx.items).disposed(by: bag)
///     list.rx.itemChosen.subscribe(with: self, onNext: { view, row in view.open(row) }).disposed(by: bag)
///
/// The list scrolls to keep the selected item visible. Only visible rows are created.
@MainActor
public final class ListView<Item: Sendable>: ListControl {
  /// The items. Setting them does not change the selected index.
  public var items: [Item] = [] {
    didSet { setNeedsDisplay() }
  }

  private let row: @MainActor (Item, _ columns: Int) -> StyledText

  /// Creates an empty list.
  ///
  /// - Parameter row: returns the row of an item for the given number of columns. A longer row is truncated.
  public init(row: @escaping @MainActor (Item, _ columns: Int) -> StyledText) {
    self.row = row
  }

  override var count: Int { items.count }

  public override func draw(on canvas: inout Canvas) {
    let columns = canvas.size.columns
    for (line, index) in scroll(rows: canvas.size.rows).enumerated() {
      let isSelected = index == selection
      if isSelected { canvas.fill(Rectangle(row: line, columns: columns, rows: 1), style: .reversed) }
      let text = row(items[index], columns)
      canvas.draw(isSelected ? text.restyled { $0.isReversed.toggle() } : text, at: 0, row: line)
    }
  }
}
