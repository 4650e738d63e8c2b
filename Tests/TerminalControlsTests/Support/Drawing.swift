import TerminalControls

/// The lines that `control` draws at a size of `columns` by `rows`.
@MainActor
func lines(of control: Control, columns: Int, rows: Int = 1) -> [String] {
  control.frame = Rectangle(columns: columns, rows: rows)
  var canvas = Canvas(size: Size(columns: columns, rows: rows))
  control.draw(on: &canvas)
  return canvas.lines
}

/// Presses keys one by one, and returns whether the control handled each.
@MainActor @discardableResult
func press(_ keys: Key..., on control: Control) -> [Bool] {
  keys.map { control.handle($0) }
}

/// The key presses that type a text.
func typing(_ text: String) -> [Key] { text.map(Key.character) }
