/// A list of items, one per row, in which the user selects one.
///
///     let list = ListView<Hit> { hit, columns in StyledText(hit.path).fitted(columns: columns) }
///     viewModel.hits.drive(list.rx.items).disposed(by: bag)
///     list.rx.itemChosen.subscribe(with: self, onNext: { view, row in view.open(row) }).disposed(by: bag)
///
/// With a `Bindable`, write `viewModel.hits.observe(with: list) { list, hits in list.items = hits }`.
///
/// | key | effect |
/// | --- | --- |
/// | Up or Ctrl-P, Down or Ctrl-N | select the previous item, the next |
/// | Page Up, Page Down | select an item almost a height of the list away |
/// | Home, End | select the first item, the last |
/// | Enter | chooses the selected item |
///
/// An empty list leaves all keys to the next control in the focus, and Enter if nothing is selected. The list scrolls
/// to keep the selected item visible. The selected row is drawn reversed, so it is seen without colours. Only visible
/// rows are created.
@MainActor
public final class ListView<Item: Sendable>: ListControl {
  /// The items. Setting them does not change the selected index, which may then belong to another item.
  public var items: [Item] = [] {
    didSet { setNeedsDisplay() }
  }

  private let row: @MainActor (Item, _ columns: Int) -> StyledText

  /// Creates an empty list.
  ///
  /// - Parameter row: returns the row of an item, for the list's width in columns. A wider row is cut off; to end it
  ///   with "…", return it ``StyledText/fitted(columns:)``.
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
